import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planUpdate } from "../../provider/list/update";
import { seenViews } from "../../provider/list/views";
import { readApprovals } from "../../provider/resource/approval";
import type { Properties } from "../../provider/resource/inputs";
import { digestOf, judge } from "../../provider/resource/judge";
import { deleteOf, factsBefore, planBefore, updateOf } from "../../provider/resource/operation";
import { parseState } from "../../provider/resource/state";
import { describeStop } from "../../provider/resource/texts/stops";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
import { expectMessage, hostileCases, hostileText } from "../harness/hostile";
import type { Ended } from "../laws/engine";
import { hosts } from "../laws/hosts/index";
import { dynamicHost } from "../laws/hosts/dynamic";
import { unknownValue, type Host } from "../laws/hosts/host";
import { bundles } from "../list/entries";
import { declaredBy, numbered, numberedText } from "./declared";
import { knownList } from "./known-list";
import { done, errorsOf, startStack } from "./started";

const manyUnmanaged = numbered(8, 5000);

/** Why a change is refused in a run of which nothing else is known. */
function guard(before: Properties, after: Properties, elsewhere: Properties = {}, approve = ""): string | undefined {
  const list = knownList({
    declared: declaredBy(elsewhere).entries,
    approved: readApprovals({ APP_LIST_APPROVE: approve }),
  });
  const state = parseState({ stateVersion: 1, appListId: 4321, ...before });
  const operation = updateOf(list, state, declaredBy(after));
  const judgements = judge(operation, planBefore(operation));
  const { reason, effect, commands } = describeStop({ operation, judgements });
  return judgements.length === 0 ? undefined : [reason, effect, ...commands].join("\n");
}

const approving = [
  "To see all of them: APP_LIST_APPROVE=DIGEST pulumi preview --diff",
  "To approve exactly this change: APP_LIST_APPROVE=DIGEST pulumi up",
];

const linesOf = (reason = "") => reason.replaceAll(/[0-9a-f]{16}/gu, "DIGEST").split("\n");

/** The digests that a change over the limit prints. */
function digestsIn(message: string | undefined): string {
  return /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(message ?? "")?.[1] ?? "none";
}

const approvalIn = (ended: Ended): string => digestsIn(errorsOf(ended));

/** A stack with the resource "blocked" of list 1, as an up has made it, and the same one with approved changes. */
async function stackWith(blocked: Properties, options?: SimulatorOptions, ended: unknown = done) {
  const started = await startStack(options);
  const { engine, stack } = started;
  expect(await stack.up({ blocked: { appListId: 1, ...blocked } })).toEqual(ended);
  started.simulator.clearJournal();
  const approving = (digests: string) => engine.stack({}, stack.export(), { APP_LIST_APPROVE: digests });
  return { ...started, approving };
}

const failed: unknown = expect.objectContaining({ outcome: "failed" });

/** Two lists, of which the first one has these app bundles. */
const twoLists = (appBundles: readonly string[] = []): SimulatorOptions => ({
  lists: [1, 2].map((id) => ({ id, name: `list ${id}`, appBundles: id === 1 ? appBundles : [] })),
});

it("judges a preview without a base URL as the update, with a digest that approves it", async () => {
  const { engine, stack, simulator } = await stackWith({ appBundles: numberedText(100) });
  const less = { blocked: { appListId: 1, appBundles: numberedText(50) } };
  const unset = engine.stack({ baseUrl: "" }, stack.export());
  const digest = approvalIn(await unset.preview(less));
  expect(digest).toMatch(/^[0-9a-f]{16}$/u);
  expect(approvalIn(await stack.preview(less))).toBe(digest);
  expect(simulator.journal).toEqual([]);
});

it("approves a delete by one digest, also if some of its entries are gone or are declared by others", () => {
  const state = parseState({ stateVersion: 2, appListId: 4321, appBundles: numberedText(20) });
  const operation = deleteOf(knownList(), state, {});
  const digestOfNow = (listed: readonly string[], declared: readonly string[], approved = new Set<string>()) => {
    const now = { ...operation, list: { ...operation.list, approved } };
    const facts = { ...factsBefore(now), views: seenViews(bundles(...listed)) };
    const judgements = judge(now, planUpdate(facts, now.intent, bundles(...declared)));
    return judgements.map((judgement) => digestOf(now, judgement)).join();
  };
  const digest = digestOfNow(numbered(20), []);
  expect(digest).toMatch(/^[0-9a-f]{16}$/u);
  expect(digestOfNow(numbered(18), [])).toBe(digest);
  expect(digestOfNow(numbered(20), numbered(5))).not.toBe(digest);
  expect(digestOfNow(numbered(20), numbered(5), new Set([digest]))).toBe("");
});

describe("the removal guard for managed entries", () => {
  const managed = { appBundles: numberedText(100) };

  it("stops a change that removes more than the limit, with a command that approves it", () => {
    const first = numbered(10, 1069).map((entry) => `"${entry}"`);
    expect(linesOf(guard(managed, { appBundles: numberedText(69) }))).toEqual([
      'removalLimit "30%" allows 30 of 100; this change removes 31 app bundles',
      `remove 31 app bundles (${first.join(", ")} and 21 more)`,
      ...approving,
    ]);
  });

  const half = { appBundles: numberedText(50) };

  it("stops the same change, with the same digest, whatever other resources of the run declare by then", () => {
    expect(guard(managed, half)).toBeDefined();
    expect(guard(managed, half, managed)).toBe(guard(managed, half));
  });

  it("allows exactly the change whose digest it printed", () => {
    const digest = digestsIn(guard(managed, half));
    expect(guard(managed, half, {}, digest)).toBeUndefined();
    expect(guard(managed, { appBundles: numberedText(49) }, {}, digest)).toContain("approves another change. ");
    // What it adds is not part of what the digest approves.
    expect(guard(managed, { appBundles: `${half.appBundles}com.z.new\n` }, {}, digest)).toBeUndefined();
  });

  it("keeps the digests that are set already in its command, and never prints a value that is not one", () => {
    const digest = digestsIn(guard(managed, half));
    const [one, other] = ["1111111111111111", "2222222222222222"];
    expect(digestsIn(guard(managed, half, {}, `${one}, password,${other} ${one}0`))).toBe(`${digest},${one},${other}`);
    const property = fc.property(hostileText, (text) => expectMessage(guard(managed, half, {}, text) ?? ""));
    fc.assert(property, hostileCases);
  });
});

describe("the addition limit", () => {
  const twelve = { appBundles: numberedText(12) };
  const merged = { appBundles: numberedText(312), additionLimit: "50%" };

  it("is none by default, and stops an update that adds more, with a command that approves it", () => {
    expect(guard(twelve, { ...merged, additionLimit: undefined })).toBeUndefined();
    const reason = guard(twelve, merged);
    const first = numbered(10, 1012).map((entry) => `"${entry}"`);
    expect(linesOf(reason)).toEqual([
      'additionLimit "50%" allows 6 of 12; this change adds 300 app bundles',
      `add 300 app bundles (${first.join(", ")} and 290 more)`,
      ...approving,
    ]);
    expect(guard(twelve, merged, {}, digestsIn(reason))).toBeUndefined();
  });

  it.each([
    [12, 18, "50%", true],
    [12, 19, "50%", false],
    [2, 3, "10%", true],
    [2, 4, "50%", false],
    [12, 13, 0, false],
    [12, 11, 0, true],
  ])("judges an update from %i to %i entries by %j: allowed is %s", (before, after, additionLimit, isAllowed) => {
    const reason = guard({ appBundles: numberedText(before) }, { appBundles: numberedText(after), additionLimit });
    expect(reason === undefined).toBe(isAllowed);
  });

  it("approves additions and removals together by one variable", () => {
    const other = { appBundles: numberedText(30, 2000), additionLimit: 5 };
    const reason = guard(twelve, other);
    expect(reason).toContain("allows 3 of 12; this change removes 12");
    expect(guard(twelve, other, {}, digestsIn(reason))).toBeUndefined();
  });

  it("does not count missing entries", async () => {
    const limited = { appListId: 1, additionLimit: 2 };
    const { simulator, stack, appBundles } = await stackWith({ ...limited, appBundles: numberedText(10) });
    simulator.edit(1, { remove: { appBundles: numbered(6) } });
    expect(await stack.up({ blocked: { ...limited, appBundles: numberedText(12) } }, { refresh: true })).toEqual(done);
    expect(appBundles()).toHaveLength(12);
  });

  it("does not judge a create, but the rest of a create that failed in part, which is approved as any change", async () => {
    const refused = new Set(numbered(5, 1005));
    const blocked = { appListId: 1, additionLimit: 2, appBundles: numberedText(10) };
    const { stack, appBundles, approving } = await stackWith(blocked, { behavior: { refused } }, failed);
    expect(appBundles()).toHaveLength(5);
    refused.clear();
    const rest = await stack.up({ blocked });
    expect(errorsOf(rest)).toContain("additionLimit 2 allows 2 entries; this change adds 5 app bundles.");
    const other = { ...blocked, appBundles: `${numberedText(5)}${numberedText(5, 2000)}` };
    expect(await approving(approvalIn(rest)).up({ blocked: other })).toEqual(failed);
    expect(await approving(approvalIn(rest)).up({ blocked })).toEqual(done);
    expect(appBundles()).toHaveLength(10);
  });
});

const twenty = { appListId: 1, appBundles: numberedText(20) };

describe("a change whose list has changed since the state was written", () => {
  const less = { blocked: { appListId: 1, appBundles: numberedText(10, 1010) } };

  it.each([{}, { refresh: true }])("is approved by the digest of what the state plans: up %j", async (options) => {
    const { simulator, stack, appBundles, approving } = await stackWith(twenty);
    const digest = approvalIn(await stack.preview(less));
    // One that the change removes, and one that it keeps.
    simulator.edit(1, { remove: { appBundles: ["com.app1000", "com.app1015"] } });
    const read = await stack.up(less, options);
    expect(errorsOf(read)).toMatch(/allows 6 of 20; this change removes (?:9|10) app bundles\./u);
    expect(approvalIn(read)).toBe(digest);
    expect(await approving(digest).up(less, options)).toEqual(done);
    expect(appBundles().toSorted()).toEqual(numbered(10, 1010));
  });

  it("is approved, but removes nothing besides what the state plans", async () => {
    const { simulator, stack, appBundles, approving } = await stackWith({ ...twenty, exclusive: true });
    const program = { blocked: { ...less.blocked, exclusive: true } };
    const digest = approvalIn(await stack.preview(program));
    simulator.edit(1, { add: { appBundles: numbered(9, 5000) } });
    const ended = await approving(digest).up(program);
    expect(errorsOf(ended)).toContain("allows 8 of 29; this change removes 9 unmanaged app bundles");
    expect(errorsOf(ended)).toContain("\nTo see all of them: npx --no-install app-list diff --stack STACK 1 FILE\n");
    expect(approvalIn(ended)).toMatch(new RegExp(`^(?!${digest})[0-9a-f]{16},${digest}$`, "u"));
    expect(appBundles()).toHaveLength(29);
    expect(await approving(approvalIn(ended)).up(program)).toEqual(done);
    expect(appBundles()).toEqual(numbered(10, 1010));
  });

  it("is approved by one digest if it is read before the diff, even if it clears an exclusive list", async () => {
    const { simulator, stack, appBundles, approving } = await stackWith({ ...twenty, exclusive: true });
    simulator.edit(1, { add: { appBundles: ["com.declared", "com.unmanaged"] } });
    const program = { blocked: { ...twenty, appBundles: `${numberedText(10)}com.declared\n`, exclusive: true } };
    const refused = await stack.up(program, { refresh: true });
    expect(errorsOf(refused)).toContain("allows 6 of 20; this change removes 10 app bundles");
    expect(await approving(approvalIn(refused)).up(program, { refresh: true })).toEqual(done);
    expect(appBundles()).toEqual([...numbered(10), "com.declared"]);
  });
});

it("stops in a preview what the update would stop, and counts no unmanaged entry if exclusive is removed", async () => {
  const { stack, simulator, appBundles } = await stackWith({ ...twenty, exclusive: true });
  const program = { blocked: { appListId: 1, appBundles: numberedText(5) } };
  for (const ended of [await stack.preview(program), await stack.up(program)]) {
    expect(errorsOf(ended)).toContain("allows 6 of 20; this change removes 15");
  }
  expect(simulator.journal).toEqual([]);
  simulator.edit(1, { add: { appBundles: numbered(20, 5000) } });
  expect(await stack.up({ blocked: twenty }, { refresh: true })).toEqual(done);
  expect(appBundles()).toHaveLength(40);
});

it("allows the correction of a partial create: entries that never were in the list are no removals", async () => {
  const options = { behavior: { refused: new Set(numbered(15, 1005)) } };
  const { stack, appBundles } = await stackWith({ ...twenty, exclusive: true }, options, failed);
  const program = { blocked: { appListId: 1, appBundles: numberedText(5), exclusive: true } };
  expect(await stack.preview(program)).toEqual(done);
  expect(await stack.up(program)).toEqual(done);
  expect(appBundles()).toEqual(numbered(5));
});

it("does not let a short exclusive list lose 8 unmanaged entries of 9, neither in a first up nor later", async () => {
  const { stack, appBundles } = await startStack(twoLists(manyUnmanaged));
  const program = (exclusive: boolean) => ({ allowed: { appListId: 1, appBundles: "com.own\n", exclusive } });
  expect(errorsOf(await stack.up(program(true)))).toContain("allows 2 of 8; this change removes 8 unmanaged");
  expect(await stack.up(program(false))).toEqual(done);
  const stopped = await stack.up(program(true));
  expect(errorsOf(stopped)).toContain("allows 2 of 8; this change removes 8 unmanaged");
  expect(errorsOf(stopped)).toContain("\nTo keep one of them, declare it.\n");
  expect(approvalIn(await stack.preview(program(true), { refresh: true }))).toBe(approvalIn(stopped));
  expect(appBundles()).toEqual([...manyUnmanaged, "com.own"]);
});

describe("the preview of an exclusive list", () => {
  const program = { blocked: { appListId: 1, appBundles: "com.own\n", exclusive: true } };

  /** A stack whose exclusive list of one entry has got eight unmanaged ones, which is in the state. */
  async function refreshed() {
    const started = await stackWith(program.blocked);
    started.simulator.edit(1, { add: { appBundles: manyUnmanaged } });
    expect(await started.stack.refresh()).toEqual(done);
    started.simulator.clearJournal();
    return started;
  }

  it("names no entries that it did not read, and the up stops, whatever else is approved", async () => {
    const { stack, approving, simulator, appBundles } = await refreshed();
    expect(await stack.preview(program)).toEqual(done);
    expect(simulator.journal).toEqual([]);
    for (const { up } of [stack, approving("0123456789abcdef")]) {
      expect(errorsOf(await up(program))).toContain("allows 2 of 9; this change removes 8 unmanaged app bundles.");
    }
    expect(appBundles()).toHaveLength(9);
  });

  it("prints with --refresh the approval that the update accepts", async () => {
    const { stack, approving, appBundles } = await refreshed();
    const refused = await stack.preview(program, { refresh: true });
    expect(errorsOf(refused)).toContain("allows 2 of 9; this change removes 8 unmanaged app bundles. [");
    const approval = approvalIn(refused);
    for (const refresh of [true, false]) {
      expect(await approving(approval).preview(program, { refresh })).toEqual(done);
    }
    expect(await approving(approval).up(program)).toEqual(done);
    expect(appBundles()).toEqual(["com.own"]);
  });
});

describe("another appListId", () => {
  const after = { ...twenty, appListId: 2 };

  const created = async (appBundles: readonly string[] = []) => stackWith(twenty, twoLists(appBundles));

  it("is refused before anything is sent, even in a preview, as the old list would lose all entries", async () => {
    const { simulator, stack, appBundles } = await created();
    for (const ended of [await stack.preview({ blocked: after }), await stack.up({ blocked: after })]) {
      expect(errorsOf(ended)).toContain(
        'app list 1 "list 1": removalLimit "30%" allows 6 of 20; this change removes 20 app bundles, because the resource is ' +
          "deleted or replaced. [CHANGE_LIMIT]\n",
      );
    }
    expect(simulator.journal).toEqual([]);
    expect(await stack.up({ blocked: { ...after, removalLimit: 20 } })).toEqual(done);
    expect([appBundles(1), appBundles(2)]).toEqual([[], numbered(20)]);
  });

  it("has a plan of what the old list loses, and a command that prints all of it", async () => {
    const { stack } = await created(numbered(16));
    expect(await stack.preview({ blocked: after })).toEqual(done);
    expect(stack.printed).toContain(
      'app list 1 "list 1": plan: −4 app bundles, because appListId is 2 now: −"com.app1016" −"com.app1017" ' +
        '−"com.app1018" −"com.app1019"',
    );
    const all = await created();
    expect(errorsOf(await all.stack.preview({ blocked: after }))).toMatch(
      /To see all of them: APP_LIST_APPROVE=[0-9a-f]{16} pulumi preview --json --show-sames \| npx --no-install app-list report --all\n/u,
    );
  });

  it("replaces the resource if its removals are approved, and names the approval that was used", async () => {
    const { approving, stack, appBundles } = await created();
    const approval = approvalIn(await stack.preview({ blocked: after }));
    const approved = approving(approval);
    expect(await approved.up({ blocked: after })).toEqual(done);
    expect([1, 2].map((id) => appBundles(id).length)).toEqual([0, 20]);
    expect(approved.printed.join("\n")).toContain(`the approval ${approval} was used`);
  });

  it("does not count adopted entries, and keeps those that another resource declares", async () => {
    const adopted = await created(numbered(15));
    expect(await adopted.stack.up({ blocked: after })).toEqual(done);
    expect(adopted.appBundles()).toHaveLength(15);

    const { appBundles, stack } = await created();
    const allowed = { ...after, removalLimit: "100%" };
    expect(await stack.up({ other: { ...twenty, appBundles: numberedText(15) }, blocked: allowed })).toEqual(done);
    expect(appBundles()).toHaveLength(15);
  });

  it("is judged in a preview as soon as it is known", async () => {
    const { stack } = await created();
    // An unknown ID is an update: a replacement could empty the list before it is known.
    expect(await stack.preview({ blocked: { ...after, appListId: unknownValue } })).toEqual(done);
    const program = { blocked: { ...after, appBundles: unknownValue } };
    expect(errorsOf(await stack.preview(program))).toContain("this change removes 20 app bundles");
  });

  it("leaves the removal by destroy, or without the resource, unguarded", async () => {
    const { appBundles, stack } = await created();
    expect(await stack.up({})).toEqual(done);
    expect(appBundles()).toEqual([]);
  });
});

describe("a list that a resource will clear", () => {
  const warning = (id = 1, option = "", program = "npx --no-install app-list") =>
    `app list ${id}: warning: every entry of the list that is not in the program is removed. To see them, and to ` +
    `approve two or more of a kind: ${program} diff --stack STACK${option} ${id} FILE`;
  const blocked = { appListId: 1, appBundles: "com.a\n", removalLimit: "100%" };
  const exclusive = { ...blocked, exclusive: true };
  const start = async (host?: Host) =>
    startStack(
      { lists: [1, 2].map((id) => ({ id, name: `list ${id}`, appBundles: ["com.x"] })) },
      { accounts: JSON.stringify({ "e u": defaultAccount }) },
      host,
    );

  it.each(hosts)("is named once in a first preview, and not when it is known, with $name", async (host) => {
    const { stack } = await start(host);
    expect(await stack.preview({ blocked: exclusive })).toEqual(done);
    const program = host === dynamicHost ? undefined : "app-list";
    const plan = 'app list 1: plan: up to +1 app bundle → 1 managed: +"com.a"';
    expect(stack.printed).toEqual([plan, warning(1, "", program)]);
    expect(await stack.preview({ blocked })).toEqual(done);
    expect(stack.printed).toEqual([plan]);
    expect(await stack.up({ blocked: exclusive })).toEqual(done);
    for (const refresh of [false, true]) {
      expect(await stack.preview({ blocked: { ...exclusive, appBundles: "com.b\n" } }, { refresh })).toEqual(done);
      expect(stack.printed.join("\n")).not.toContain("warning");
    }
  });

  it.each<[why: string, before: Properties, after: Properties, line: string, settings?: {}]>([
    ["exclusive is switched on", blocked, exclusive, warning()],
    ["it is another list", exclusive, { ...exclusive, appListId: 2 }, warning(2)],
    ["it is at another base URL", exclusive, exclusive, warning(), { baseUrl: "https://eu.example.com" }],
  ])("is named once in a preview if %s", async (_, before, after, line, settings = {}) => {
    const { simulator, stack } = await start();
    expect(await stack.up({ blocked: before })).toEqual(done);
    simulator.clearJournal();
    expect(await stack.preview({ blocked: after }, { settings })).toEqual(done);
    expect(stack.printed.filter((each) => each.includes("every entry"))).toEqual([line]);
    expect(simulator.journal).toEqual([]);
  });
});
