import { describe, expect, it } from "vitest";
import type { Total } from "../../provider/report/report";
import {
  create,
  headlineOf,
  oldState,
  refresh,
  remove,
  reportOf,
  textOf,
  unknown,
  update,
  type Held,
  type PrintedStep,
} from "./preview";

const held = { appBundles: ["com.a", "com.b"] };
const exclusive = { exclusive: true };

/** A total as "2", "<=2", or "?" if it is not known. */
function shown({ count, isAtMost }: Total): string {
  return `${isAtMost ? "<=" : ""}${count ?? "?"}`;
}

/** The totals of the resource of the last step. */
function totalsOf(...steps: readonly PrintedStep[]): string {
  const resource = reportOf(steps).resources.find(({ urn }) => urn === steps.at(-1)?.urn);
  if (resource === undefined) throw new Error("There is no such resource.");
  const { observation, totals } = resource;
  const { added, removed, atRisk } = totals;
  return `+${shown(added)} -${shown(removed)} of ${atRisk}${observation === "notRead" ? " by the state" : ""}`;
}

/** The totals of an update after a refresh that found what the resource holds. */
function refreshed(after: Held, declared: Parameters<typeof update>[2], op?: string): string {
  return totalsOf(refresh("blocked", after), update("blocked", after, declared, op));
}

// totals-sent.test.ts compares them with the requests of an up, for all that a refresh shows.
describe("the totals of a report", () => {
  it("are an upper bound if an entry may be in the list already, also by way of another resource", () => {
    const unseen: Held = { ...held, facts: { unmanaged: undefined } };
    expect(refreshed(unseen, { appBundles: ["com.c"] })).toBe("+<=1 -2 of 2");
    const change = update(
      "blocked",
      { ...held, facts: { unmanaged: 1 } },
      { appBundles: [...held.appBundles, "com.c"] },
    );
    const other = refresh("other", { appBundles: ["com.x"], facts: { unmanaged: 2 } });
    expect(totalsOf(other, { ...change, op: "refresh" }, change)).toBe("+<=1 -0 of 2");
  });

  it("contain the unmanaged entries of a list that becomes exclusive", () => {
    const shared: Held = { ...held, facts: { unmanaged: 3 } };
    expect(refreshed(shared, { appBundles: ["com.a", "com.c"], ...exclusive })).toBe("+<=1 -<=4 of 5");
    expect(totalsOf(update("blocked", shared, { ...held, ...exclusive }))).toBe("+0 -<=3 of 5 by the state");
    expect(totalsOf(create("blocked", { ...held, ...exclusive }))).toBe("+<=2 -? of null");
  });

  it("do not contain entries of unknown outcome that are no longer declared", () => {
    const uncertain: Held = { ...held, unconfirmed: { appBundles: ["com.u"] } };
    expect(refreshed(uncertain, held)).toBe("+0 -0 of 2");
    expect(totalsOf(remove("blocked", { ...uncertain, retainOnDelete: true }))).toBe("+0 -0 of 2 by the state");
  });

  it("leave adopted entries out of a delete, and are not known for removals of a replacement by an exclusive list", () => {
    const adopting: Held = { ...held, adopted: { appBundles: ["com.b"] } };
    const steps = [refresh("blocked", adopting), update("blocked", adopting, { appBundles: ["com.c"] }, "replace")];
    expect(headlineOf(reportOf(steps))).toBe("1 app list will change: up to +1, −1");
    const replaced = refreshed({ ...adopting, ...exclusive }, { appBundles: ["com.c"], ...exclusive }, "replace");
    expect(replaced).toBe("+<=1 -? of null");
  });

  it("are not known if the preview hides entries of a kind", () => {
    const hiding = { ...held, websites: ["a.example"] };
    expect(refreshed(hiding, { appBundles: ["com.a"], websites: "[secret]" })).toBe("+? -? of null");
    expect(refreshed(hiding, { appBundles: ["com.a", "com.c"], websites: unknown })).toBe("+? -? of null");
    expect(totalsOf(create("blocked", { websites: "[secret]" }))).toBe("+? -? of null");
    const old = oldState("blocked", hiding);
    const secret = { ...old, outputs: { ...old.outputs, websites: "[secret]" } };
    expect(totalsOf({ ...remove("blocked", hiding), oldState: secret })).toBe("+0 -? of null by the state");
  });

  it.each([
    ["additions and removals", update("blocked", held, { appBundles: unknown }), "additions and removals"],
    [
      "removals",
      update("blocked", { ...held, facts: { unmanaged: undefined } }, { ...held, ...exclusive }),
      "removals",
    ],
  ])("are named in the headline if they are not known: %s", (_, step, words) => {
    expect(headlineOf(reportOf([step]))).toBe(`1 app list will change: ${words} not known yet`);
  });

  it("name the limit of the removal guard beside the share, if one applies", () => {
    const apps = Array.from({ length: 12 }, (_, index) => `com.app${index}`);
    const textFor = (managed: readonly string[], given: object) =>
      textOf(reportOf([update("blocked", { appBundles: managed }, { appBundles: managed.slice(1), ...given })]));
    expect(textFor(apps, {})).toContain("removes 1 of 12 managed (8.3%); limit 30%\n");
    expect(textFor(apps.slice(0, 4), {})).toContain("removes 1 of 4 managed (25%)\n");
    expect(textFor(apps.slice(0, 4), { removalLimit: "50%" })).toContain("removes 1 of 4 managed (25%); limit 50%\n");
    // It applies to the unmanaged entries of an exclusive list, however few are managed.
    const exclusiveWith = (unmanaged: number) =>
      textOf(reportOf([update("blocked", { ...held, ...exclusive, facts: { unmanaged } }, { ...held, ...exclusive })]));
    expect(exclusiveWith(50)).toContain("removes up to 50 of all 52 in the list (96.2%); over the limit of 30%\n");
    expect(exclusiveWith(1)).toContain("removes up to 1 of all 3 in the list (33.3%); over the limit of 30%\n");
  });
});
