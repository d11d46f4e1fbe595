import { describe, expect, it, onTestFinished } from "vitest";
import { guardUpdate } from "../../provider/resource/guard";
import { Run } from "../../provider/resource/run";
import type { RunList } from "../../provider/resource/run-list";
import type { ChangeError } from "../../provider/sync/errors";
import { parseState } from "../../provider/resource/state";
import { startEngine, type Ended, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { hosts } from "../laws/hosts/index";
import { unknownValue } from "../laws/hosts/host";
import { declaredBy, numberedText } from "./declared";

type Raw = Readonly<Record<string, unknown>>;

/** Guards a change in a run of which nothing else is known. */
function guard(
  before: Raw,
  after: Raw,
  more: { declaredElsewhere?: Raw; approve?: string } = {},
): { readonly list: RunList; readonly refusal: ChangeError | undefined } {
  const { declaredElsewhere = {}, approve } = more;
  const run = new Run({ config: () => undefined, environment: { APP_LIST_APPROVE: approve } }, () => {});
  const list = run.list({ appListId: 4321 });
  list.declare(declaredBy(declaredElsewhere));
  const refusal = guardUpdate(parseState({ stateVersion: 1, appListId: 4321, ...before }), declaredBy(after), list);
  return { list, refusal };
}

/** The message of the refusal; undefined if there is none. */
function reasonOf(...change: Parameters<typeof guard>): string | undefined {
  return guard(...change).refusal?.message;
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
        "It was not started. If that is meant, allow it on this resource for this change: " +
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

  it("allows exactly the change whose digest it printed, and no part of it", () => {
    const after = { appBundles: numberedText(60, 1041) };
    const approve = digestOf(managed, after);
    const { list } = guard(managed, after, { approve });
    const removing = (removed: number) => ({
      add: declaredBy({ appBundles: numberedText(1, 1100) }).entries,
      remove: declaredBy({ appBundles: numberedText(removed) }).entries,
    });
    expect([40, 41, 42].map((removed) => list.approvals.isApproved(removing(removed)))).toEqual([false, true, false]);
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

describe("a change whose list has changed since the state was written", () => {
  const all = numberedText(20);
  const less = { blocked: { appListId: 1, appBundles: numberedText(10, 1010) } };
  const approvalIn = (ended: Ended): string =>
    /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(errorOf(ended) ?? "")?.[1] ?? "none";

  it.each(hosts)("needs the digest of the diff and that of the update, with $name", async (host) => {
    const engine = await startEngine(host, { lists: [{ id: 1, name: "blocked" }] });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    expect(await stack.up({ blocked: { appListId: 1, appBundles: all } })).toEqual({ outcome: "done" });
    // The state still contains the entry.
    engine.simulator.edit(1, { remove: { appBundles: ["com.app1000"] } });
    const up = (approval: string) => engine.stack({}, stack.export(), { APP_LIST_APPROVE: approval }).up(less);
    const unread = await stack.up(less);
    expect(errorOf(unread)).toContain("would remove 10 of 20 entries");
    const digest = approvalIn(unread);
    const read = await up(digest);
    expect(errorOf(read)).toContain("would remove 9 of 20 entries");
    const both = approvalIn(read).split(",");
    expect(both).toEqual([expect.not.stringContaining(digest), digest]);
    // The diff refuses the change without its own digest.
    expect(errorOf(await up(both[0] ?? ""))).toContain("would remove 10 of 20 entries");
    expect(engine.simulator.list(1)?.appBundles).toHaveLength(19);
    expect(await up(both.join(","))).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toHaveLength(10);
  });

  it("is approved by one digest if it is read before the diff, also if it clears an exclusive list", async () => {
    const { engine, stack, simulator } = await exclusiveList();
    simulator.edit(1, { add: { appBundles: ["com.unmanaged"] } });
    const program = { allowed: { ...twenty, appBundles: numberedText(10), exclusive: true } };
    const refused = await stack.up(program, { refresh: true });
    expect(errorOf(refused)).toContain("would remove 11 of 21 entries");
    const approved = engine.stack({}, stack.export(), { APP_LIST_APPROVE: approvalIn(refused) });
    expect(await approved.up(program, { refresh: true })).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toHaveLength(10);
  });
});

const twenty = { appListId: 1, appBundles: numberedText(20) };

/** An engine whose one list is exclusive to a resource of twenty app bundles, and that resource's stack. */
async function exclusiveList(): Promise<{
  readonly engine: Engine;
  readonly simulator: Engine["simulator"];
  readonly stack: Stack;
}> {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  expect(await stack.up({ allowed: { ...twenty, exclusive: true } })).toEqual({ outcome: "done" });
  engine.simulator.clearJournal();
  return { engine, simulator: engine.simulator, stack };
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
  // The list has room for five: of 20 entries the API refuses 15.
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

it("allows the correction of a create of which the API refused half", async () => {
  const names = numberedText(20).trim().split("\n");
  const engine = await startEngine(dynamicHost, {
    lists: [{ id: 1, name: "allowed" }],
    behaviour: { refused: new Set(names.filter((_, index) => index % 2 === 0)) },
  });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  const program = (appBundles: readonly string[]) => ({
    allowed: { appListId: 1, appBundles: `${appBundles.join("\n")}\n`, exclusive: true },
  });
  expect(errorOf(await stack.up(program(names)))).toContain("Fix the refused entries");
  const corrected = program(names.filter((_, index) => index % 2 === 1));
  expect(await stack.preview(corrected)).toEqual({ outcome: "done" });
  expect(await stack.up(corrected)).toEqual({ outcome: "done" });
  expect(engine.simulator.list(1)?.appBundles).toEqual(names.filter((_, index) => index % 2 === 1));
});

describe("the preview of an exclusive list", () => {
  const others = numberedText(8, 5000).trim().split("\n");
  const program = { allowed: { appListId: 1, appBundles: "com.own\n", exclusive: true } };

  /** A stack whose exclusive list of one entry has got eight unmanaged ones, which is in the state. */
  async function refreshed() {
    const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed" }] });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    engine.simulator.edit(1, { add: { appBundles: others } });
    expect(await stack.refresh()).toEqual({ outcome: "done" });
    engine.simulator.clearJournal();
    return { stack, engine };
  }

  it("refuses by the number of unmanaged entries in the state, and sends nothing", async () => {
    const { stack, engine } = await refreshed();
    for (const ended of [await stack.preview(program), await stack.up(program)]) {
      expect(errorOf(ended)).toContain(
        "would remove 8 of 9 entries (88.9%), more than the limit of 30% at once, according to the state of the list",
      );
      expect(errorOf(ended)).toContain("pulumi preview --refresh");
    }
    expect(engine.simulator.journal).toEqual([]);
  });

  it("counts entries that are declared from now on as possibly among the unmanaged ones", async () => {
    const { stack, engine } = await refreshed();
    const more = { allowed: { ...program.allowed, appBundles: `${numberedText(6, 5000)}com.own\n` } };
    expect(await stack.preview(more)).toEqual({ outcome: "done" });
    expect(await stack.up(more)).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toHaveLength(7);
  });

  it("prints with --refresh the approval that the update accepts", async () => {
    const { stack, engine } = await refreshed();
    const refused = errorOf(await stack.preview(program, { refresh: true })) ?? "";
    expect(refused).toContain("would remove 8 of 9 entries (88.9%), more than the limit of 30% at once. ");
    const approval = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(refused)?.[1] ?? "none";
    for (const refresh of [true, false]) {
      const approved = engine.stack({}, stack.export(), { APP_LIST_APPROVE: approval });
      expect(await approved.preview(program, { refresh })).toEqual({ outcome: "done" });
    }
    const approved = engine.stack({}, stack.export(), { APP_LIST_APPROVE: approval });
    expect(await approved.up(program)).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.own"]);
  });

  it("refuses a list that becomes exclusive", async () => {
    const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "allowed", appBundles: others }] });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    expect(await stack.up({ allowed: { appListId: 1, appBundles: "com.own\n" } })).toEqual({ outcome: "done" });
    expect(errorOf(await stack.preview(program))).toContain("would remove 8 of 9 entries");
    expect(errorOf(await stack.preview(program, { refresh: true }))).toContain("APP_LIST_APPROVE=");
  });
});

describe("another appListId", () => {
  const before = { appListId: 1, appBundles: numberedText(20) };
  const after = { appListId: 2, appBundles: numberedText(20) };

  async function created(appBundles: readonly string[] = []) {
    const lists = [1, 2, 3].map((id) => ({ id, name: `list ${id}`, appBundles: id === 1 ? appBundles : [] }));
    const engine = await startEngine(dynamicHost, { lists });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    expect(await stack.up({ blocked: before })).toEqual({ outcome: "done" });
    engine.simulator.clearJournal();
    return { engine, stack };
  }

  it("is refused in the preview and before the up sends anything, as it removes all entries from the old list", async () => {
    const { engine, stack } = await created();
    for (const ended of [await stack.preview({ blocked: after }), await stack.up({ blocked: after })]) {
      expect(errorOf(ended)?.replace(/[0-9a-f]{16}/u, "0123456789abcdef")).toBe(
        'app list 1 "list 1": this change would remove 20 of 20 entries (100%), more than the limit of 30% at once, because ' +
          "appListId is 2 now. It was not started. If that is meant, allow it on this resource for this change: " +
          'removalLimit: 20, or removalLimit: "100%". Or approve exactly this change: APP_LIST_APPROVE=0123456789abcdef ' +
          "pulumi up (If appListId is mistyped, correct it.)",
      );
    }
    expect(engine.simulator.journal).toEqual([]);
  });

  it.each([
    ["the limit of the resource allows it", { ...after, removalLimit: "100%" }],
    ["the number of entries is allowed", { ...after, removalLimit: 20 }],
  ])("replaces the resource if %s", async (_, inputs) => {
    const { engine, stack } = await created();
    expect(await stack.up({ blocked: inputs })).toEqual({ outcome: "done" });
    expect([1, 2].map((id) => engine.simulator.list(id)?.appBundles.length)).toEqual([0, 20]);
  });

  it("replaces the resource if exactly that is approved, for that list alone", async () => {
    const { engine, stack } = await created();
    const refused = errorOf(await stack.preview({ blocked: after })) ?? "";
    const approval = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(refused)?.[1] ?? "none";
    const approved = engine.stack({}, stack.export(), { APP_LIST_APPROVE: approval });
    expect(errorOf(await approved.up({ blocked: { ...after, appListId: 3 } }))).toContain("because appListId is 3 now");
    expect(await approved.up({ blocked: after })).toEqual({ outcome: "done" });
    expect([1, 2].map((id) => engine.simulator.list(id)?.appBundles.length)).toEqual([0, 20]);
  });

  it("does not count entries that stay: adopted ones, and those that another resource declares", async () => {
    const adopted = await created(numberedText(15).trim().split("\n"));
    expect(await adopted.stack.up({ blocked: after })).toEqual({ outcome: "done" });
    expect(adopted.engine.simulator.list(1)?.appBundles).toHaveLength(15);

    const { engine, stack } = await created();
    const program = { other: { ...before, appBundles: numberedText(15) }, blocked: after };
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toHaveLength(15);
  });

  it("replaces the resource if few entries are managed", async () => {
    const engine = await startEngine(dynamicHost, { lists: [1, 2].map((id) => ({ id, name: `list ${id}` })) });
    onTestFinished(() => engine.close());
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: numberedText(9) } });
    expect(await stack.up({ blocked: { appListId: 2, appBundles: numberedText(9) } })).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toEqual([]);
  });

  it("is judged in a preview as soon as it is known", async () => {
    const { stack } = await created();
    expect(await stack.preview({ blocked: { ...after, appListId: unknownValue } })).toEqual({ outcome: "done" });
    const program = { blocked: { ...after, appBundles: unknownValue } };
    expect(errorOf(await stack.preview(program))).toContain("because appListId is 2 now");
  });

  it("leaves the removal by destroy, or without the resource, unguarded", async () => {
    const { engine, stack } = await created();
    expect(await stack.up({})).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toEqual([]);
  });
});
