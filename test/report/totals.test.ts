import { describe, expect, it } from "vitest";
import { printHtml } from "../../provider/report/html/page";
import { printMarkdown } from "../../provider/report/markdown";
import type { Total } from "../../provider/report/report";
import { jsonReport, printHeadline } from "../../provider/report/summary";
import {
  create,
  ofPlugin,
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

/** A total as "2", with its bound: "<=2", or "2?" if others are not known. */
function shown({ count, bound }: Total): string {
  return { exact: `${count}`, atMost: `<=${count}`, notKnown: `${count}?` }[bound];
}

/** The totals of the first resource, or of the named one. */
function totalsOf(steps: readonly PrintedStep[], name?: string): string {
  const resource = reportOf(steps).resources.find((each) => name === undefined || each.name === name);
  if (resource === undefined) throw new Error("There is no such resource.");
  const { observation, totals } = resource;
  const { added, removed, losable } = totals;
  return `+${shown(added)} -${shown(removed)} of ${losable}${observation === "notRead" ? " by the state" : ""}`;
}

/** The totals of an update after a refresh that found what the resource holds. */
function refreshed(after: Held, declared: Parameters<typeof update>[2], op?: string): string {
  return totalsOf([refresh("blocked", after), update("blocked", after, declared, op)]);
}

describe("the totals of a report", () => {
  it("are exact for an update of a list without unmanaged entries, once it was read", () => {
    const declared = { appBundles: ["com.a", "com.c", "com.d"] };
    expect(refreshed(held, declared)).toBe("+2 -1 of 2");
    expect(totalsOf([update("blocked", held, declared)])).toBe("+2 -1 of 2 by the state");
  });

  it("are an upper bound if an entry may be in the list already", () => {
    expect(refreshed({ ...held, facts: { unmanaged: 1 } }, { appBundles: ["com.c"] })).toBe("+<=1 -2 of 2");
    expect(refreshed({ ...held, facts: { unmanaged: undefined } }, { appBundles: ["com.c"] })).toBe("+<=1 -2 of 2");
    expect(refreshed({ ...held, facts: { unmanaged: 1 } }, { appBundles: ["com.a"] })).toBe("+0 -1 of 2");
    expect(totalsOf([create("blocked", held)])).toBe("+<=2 -0 of 0");
  });

  it("are an upper bound if only other resources manage unmanaged entries", () => {
    const other: Held = { appBundles: ["com.x"], facts: { unmanaged: 2 } };
    const shared: Held = { ...held, facts: { unmanaged: 1 } };
    const change = update("blocked", shared, { appBundles: ["com.a", "com.b", "com.c"] });
    expect(totalsOf([refresh("other", other), refresh("blocked", shared), change], "blocked")).toBe("+<=1 -0 of 2");
  });

  it("contain drift: missing entries that are added again, and unexpected ones that are removed", () => {
    const drifted: Held = {
      appBundles: ["com.a"],
      missing: { appBundles: ["com.b"] },
      observed: { appBundles: ["com.a", "com.x", "com.y"] },
      ...exclusive,
    };
    expect(refreshed(drifted, { ...held, ...exclusive })).toBe("+1 -2 of 3");
    expect(refreshed(drifted, { ...held, ...exclusive }, "same")).toBe("+0 -0 of 0");
  });

  it("contain the unmanaged entries of a list that becomes exclusive", () => {
    const shared: Held = { ...held, facts: { unmanaged: 3 } };
    expect(refreshed(shared, { ...held, ...exclusive })).toBe("+0 -<=3 of 5");
    expect(refreshed(shared, { appBundles: ["com.a", "com.c"], ...exclusive })).toBe("+<=1 -<=4 of 5");
    expect(totalsOf([update("blocked", shared, { ...held, ...exclusive })])).toBe("+0 -3? of 5 by the state");
    expect(totalsOf([create("blocked", { ...held, ...exclusive })])).toBe("+<=2 -0? of 0");
  });

  it("contain entries of unknown outcome that are no longer declared, unless the resource is only forgotten", () => {
    const uncertain: Held = { ...held, unconfirmed: { appBundles: ["com.u"] } };
    expect(refreshed(uncertain, { appBundles: ["com.a", "com.b"] })).toBe("+0 -1 of 3");
    expect(totalsOf([remove("blocked", uncertain)])).toBe("+0 -3 of 3 by the state");
    expect(totalsOf([remove("blocked", { ...uncertain, retainOnDelete: true })])).toBe("+0 -0 of 3 by the state");
  });

  it("leave adopted entries out of a delete, and are not known for removals of a replacement by an exclusive list", () => {
    const adopting: Held = { ...held, adopted: { appBundles: ["com.b"] } };
    expect(totalsOf([remove("blocked", adopting)])).toBe("+0 -1 of 2 by the state");
    const steps = [refresh("blocked", adopting), update("blocked", adopting, { appBundles: ["com.c"] }, "replace")];
    expect(reportOf(steps).resources.map(({ operation }) => operation)).toEqual(["replace", "delete"]);
    expect(printHeadline(reportOf(steps))).toBe("1 app list will change: up to +1, −1; 1 kept in the list");
    expect(refreshed({ ...adopting, ...exclusive }, { appBundles: ["com.c"], ...exclusive }, "replace")).toBe(
      "+<=1 -0? of 0",
    );
  });

  it("are upper bounds for another account, which has another list", () => {
    expect(refreshed(held, { appBundles: ["com.a", "com.c"], account: "eu" })).toBe("+<=2 -0 of 0");
  });

  it("are not known for additions that the preview hides, and upper bounds for removals", () => {
    const hiding = { ...held, websites: ["a.example"] };
    expect(refreshed(hiding, { appBundles: ["com.a"], websites: "[secret]" })).toBe("+0? -<=2 of 3");
    expect(refreshed(hiding, { appBundles: ["com.a", "com.c"], websites: unknown })).toBe("+1? -<=2 of 3");
    expect(totalsOf([create("blocked", { websites: "[secret]" })])).toBe("+0? -0 of 0");
  });

  it("are upper bounds if resources with another provider declare removed entries for a list of the same ID", () => {
    const here = update("here", held, { appBundles: [] });
    expect(totalsOf([here, ofPlugin(create("there", held), "eu")], "here")).toBe("+0 -<=2 of 2 by the state");
    expect(totalsOf([here, create("there", { ...held, account: "eu" })], "here")).toBe("+0 -2 of 2 by the state");
  });

  it("are named as not known in the headline if the preview shows none of several", () => {
    const report = reportOf([create("blocked", { websites: "[secret]", ...exclusive })]);
    expect(printHeadline(report)).toBe("1 app list will change: entries not known yet");
  });

  it("name the limit of the removal guard beside the share, if one applies", () => {
    const apps = Array.from({ length: 12 }, (_, index) => `com.app${index}`);
    const textFor = (managed: readonly string[], given: object) =>
      textOf(
        reportOf([update("blocked", { appBundles: managed, ...given }, { appBundles: managed.slice(1), ...given })]),
      );
    expect(textFor(apps, {})).toContain("removes 1 of 12 entries (8.3%); limit 30%\n");
    expect(textFor(apps, { removalLimit: 5 })).toContain("removes 1 of 12 entries (8.3%); limit 5\n");
    expect(textFor(apps.slice(0, 4), {})).toContain("removes 1 of 4 entries (25%)\n");
    expect(textFor(apps.slice(0, 4), { removalLimit: "50%" })).toContain("removes 1 of 4 entries (25%); limit 50%\n");
  });

  it("are the same in every form", () => {
    const drifted: Held = {
      appBundles: ["com.a", "com.b", "com.c"],
      missing: { appBundles: ["com.d"] },
      observed: { appBundles: ["com.a", "com.b", "com.c", "com.x"] },
      ...exclusive,
    };
    const declared = { appBundles: ["com.a", "com.b", "com.d", "com.e"], ...exclusive };
    const report = reportOf([refresh("blocked", drifted), update("blocked", drifted, declared)]);
    expect(jsonReport(report).counts.totals).toMatchObject({ added: { count: 2 }, removed: { count: 2 }, losable: 4 });
    const headline = "1 app list will change: +2 −2; drift in 1 (1 missing, 1 unexpected)";
    const html = printHtml(report).replaceAll(/<[^>]*>/gu, "");
    for (const text of [textOf(report), printMarkdown(report), html]) {
      expect(text).toContain(`${headline}\n`);
      expect(text).toContain("removes 2 of 4 entries (50%)");
    }
  });
});
