import { describe, expect, it, onTestFinished } from "vitest";
import { guardManaged } from "../../provider/resource/guard";
import { Run, type RunList } from "../../provider/resource/run";
import { RemovalLimitError } from "../../provider/sync/errors";
import { parseState } from "../../provider/resource/state";
import { noEntries } from "../../provider/list/entries";
import { startEngine, type Ended, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { declaredBy, numberedText } from "./declared";

type Raw = Readonly<Record<string, unknown>>;

/** Guards a change in a run of which nothing else is known, and returns the list of the run. */
function guard(before: Raw, after: Raw, more: { declaredElsewhere?: Raw; approve?: string } = {}): RunList {
  const { declaredElsewhere = {}, approve } = more;
  const run = new Run({ config: () => undefined, environment: { APP_LIST_APPROVE: approve } }, () => {});
  const list = run.list(undefined, 4321);
  list.declared.add(declaredBy(declaredElsewhere).entries);
  guardManaged(parseState({ stateVersion: 1, appListId: 4321, ...before }), declaredBy(after), list);
  return list;
}

/** The message of the refusal; undefined if there is none. */
function reasonOf(...change: Parameters<typeof guard>): string | undefined {
  try {
    guard(...change);
    return undefined;
  } catch (error) {
    if (error instanceof RemovalLimitError) return error.message;
    throw error;
  }
}

/** The digest that the refusal of a change prints. */
function digestOf(before: Raw, after: Raw): string {
  return /APP_LIST_APPROVE=([0-9a-f]{16}) /u.exec(reasonOf(before, after) ?? "")?.[1] ?? "none";
}

describe("the removal guard for managed entries", () => {
  const managed = { appBundles: numberedText(100) };

  it("refuses a change that removes more than the limit, with a command that approves it", () => {
    expect(reasonOf(managed, { appBundles: numberedText(69) })?.replace(/[0-9a-f]{16}/u, "0123456789abcdef")).toBe(
      "app list 4321: this change would remove 31 of 100 entries (31%), more than the limit of 30% at once. " +
        "Nothing was changed. If that is meant, allow it on this resource for this change: " +
        'removalLimit: 31, or removalLimit: "31%". ' +
        "Or approve exactly this change: APP_LIST_APPROVE=0123456789abcdef pulumi up " +
        "(If entries move to another resource of the program, declare that one first.)",
    );
  });

  it.each([
    ["just the limit", { appBundles: numberedText(70) }],
    ["what the resource's own limit allows", { appBundles: numberedText(10), removalLimit: 90 }],
    ["what the resource's own percentage allows", { appBundles: numberedText(10), removalLimit: "90%" }],
    ["nothing, as it only adds", { appBundles: numberedText(200) }],
  ])("allows a change that removes %s", (_, after) => {
    expect(reasonOf(managed, after)).toBeUndefined();
  });

  it("counts all kinds together, and only the removals", () => {
    const before = { appBundles: numberedText(6), websites: "a.example\nb.example\nc.example\nd.example\n" };
    expect(reasonOf(before, { ...before, websites: "z.example\n" })).toContain("would remove 4 of 10 entries (40%)");
    expect(reasonOf(before, { ...before, appBundles: numberedText(6, 1003) })).toBeUndefined();
  });

  it("does not count entries that another resource of the run declares", () => {
    const [before, after] = [{ appBundles: numberedText(10) }, { appBundles: numberedText(5) }];
    expect(reasonOf(before, after, { declaredElsewhere: before })).toBeUndefined();
    expect(reasonOf(before, after)).toContain("would remove 5 of 10 entries");
  });

  it("allows exactly the change whose digest it printed, and whatever the list needs of its removals", () => {
    const after = { appBundles: numberedText(60, 1041) };
    const approve = digestOf(managed, after);
    const { approvals } = guard(managed, after, { approve });
    expect(approvals.has({ add: noEntries, remove: declaredBy({ appBundles: numberedText(40) }).entries })).toBe(true);
    expect(approvals.has({ add: noEntries, remove: declaredBy({ appBundles: numberedText(42) }).entries })).toBe(false);
  });

  it.each([
    ["one more removal", { appBundles: numberedText(59, 1042) }],
    ["one more addition", { appBundles: `${numberedText(60, 1041)}com.z.new\n` }],
    ["other removals", { appBundles: numberedText(60) }],
    ["another kind", { appBundles: numberedText(60, 1041), websites: "a.example\n" }],
  ])("does not allow %s with it", (_, other) => {
    const approve = digestOf(managed, { appBundles: numberedText(60, 1041) });
    expect(reasonOf(managed, other, { approve })).toContain("(APP_LIST_APPROVE approves another change now; ");
  });
});

const twenty = { appListId: 1, appBundles: numberedText(20) };

/** An engine whose one list is exclusive to a resource of twenty app bundles, and that resource's stack. */
async function exclusiveList(): Promise<{ readonly simulator: Engine["simulator"]; readonly stack: Stack }> {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  expect(await stack.up({ allowed: { ...twenty, exclusive: true } })).toEqual({ outcome: "done" });
  engine.simulator.clearJournal();
  return { simulator: engine.simulator, stack };
}

/** The first error of a failed command. */
function errorOf(ended: Ended): string | undefined {
  return ended.outcome === "failed" ? ended.errors[0]?.message : undefined;
}

it("refuses in the preview what the update would refuse, also when exclusive is removed", async () => {
  const { stack, simulator } = await exclusiveList();
  const program = { allowed: { appListId: 1, appBundles: numberedText(5) } };
  for (const ended of [await stack.preview(program), await stack.up(program)]) {
    expect(errorOf(ended)).toContain("this change would remove 15 of 20 entries (75%)");
  }
  expect(simulator.journal).toEqual([]);
});

it("does not count the unmanaged entries of a refresh when exclusive is removed", async () => {
  const { stack, simulator } = await exclusiveList();
  simulator.edit(1, { add: { appBundles: numberedText(20, 5000).trim().split("\n") } });
  const program = { allowed: twenty };
  expect(await stack.preview(program, { refresh: true })).toEqual({ outcome: "done" });
  expect(await stack.up(program, { refresh: true })).toEqual({ outcome: "done" });
  expect(simulator.list(1)?.appBundles).toHaveLength(40);
});

it("allows the correction of a create that failed in part: entries that never were in the list are no removals", async () => {
  const names = numberedText(20).trim().split("\n");
  // The list has room for five: of 20 entries the service refuses 15.
  const engine = await startEngine(dynamicHost, {
    lists: [{ id: 1, name: "blocked" }],
    behaviour: { maxEntriesPerList: 5 },
  });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  expect(errorOf(await stack.up({ blocked: { appListId: 1, appBundles: numberedText(20) } }))).toContain(
    "Fix the refused entries, or remove them from the program.",
  );
  const corrected = { blocked: { appListId: 1, appBundles: numberedText(5) } };
  expect(await stack.preview(corrected)).toEqual({ outcome: "done" });
  expect(await stack.up(corrected)).toEqual({ outcome: "done" });
  expect(engine.simulator.list(1)?.appBundles).toEqual(names.slice(0, 5));
});

describe("a short exclusive list", () => {
  const others = numberedText(8, 5000).trim().split("\n");

  it("does not lose 8 unmanaged entries of 9, neither in a first up nor later", async () => {
    const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed", appBundles: others }] });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    const program = (exclusive: boolean) => ({ allowed: { appListId: 1, appBundles: "com.own\n", exclusive } });
    expect(errorOf(await stack.up(program(true)))).toContain("would remove 8 of 8 entries (100%)");
    expect(await stack.up(program(false))).toEqual({ outcome: "done" });
    expect(errorOf(await stack.up(program(true)))).toContain("would remove 8 of 9 entries (88.9%)");
    expect(engine.simulator.list(1)?.appBundles).toEqual([...others, "com.own"]);
  });

  it("may lose any number of managed entries", async () => {
    const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed" }] });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    expect(await stack.up({ allowed: { appListId: 1, appBundles: numberedText(8), exclusive: true } })).toEqual({
      outcome: "done",
    });
    engine.simulator.edit(1, { add: { appBundles: ["com.unmanaged"] } });
    expect(await stack.up({ allowed: { appListId: 1, appBundles: numberedText(1), exclusive: true } })).toEqual({
      outcome: "done",
    });
    expect(engine.simulator.list(1)?.appBundles).toEqual(numberedText(1).trim().split("\n"));
  });
});
