import fc from "fast-check";
import { expect, it } from "vitest";
import { difference, intersection, isEmpty, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { removedEntries, type Update } from "../../provider/list/update";
import { planChange, type Plan } from "../../provider/report/plan";
import { readChanges } from "../../provider/report/changes";
import { parsePreview } from "../../provider/report/preview";
import { definedMembers, parseInputs, printTexts, type Properties } from "../../provider/resource/inputs";
import { PartialChangeError } from "../../provider/resource/execute";
import { digestOf, type Stop } from "../../provider/resource/judge";
import { ChangeError } from "../../provider/resource/texts/failures";
import { describeStop } from "../../provider/resource/texts/stops";
import { planBefore, updateOf } from "../../provider/resource/operation";
import type { Simulator } from "../../provider/simulator/index";
import { parseState, stateInRun } from "../../provider/resource/state";
import { samples } from "../harness/samples";
import { accountNames, accounts, accountsSetting } from "../laws/accounts";
import { login, named as resourceNamed, startRun } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";
import { printPreview, urnOf } from "./preview";

const named = (count: number, name: string): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`);

type Names = ByKind<readonly string[]>;

/** Enough app bundles for a share of their own, and too few websites. */
const universe: Names = {
  appBundles: named(14, "com.a"),
  placementIds: [],
  websites: named(4, "site").map((each) => `${each}.example`),
};

const nothing: Names = byKind(() => []);

/** Mostly many entries or few of a kind, so that limits are passed on either side. */
const some: fc.Arbitrary<Names> = fc.record(
  byKind((kind): fc.Arbitrary<readonly string[]> => {
    const all = universe[kind];
    return fc.oneof(
      fc.subarray([...all]),
      fc.constant(all),
      fc.constant([]),
      fc.subarray([...all], { minLength: all.length - 3 < 0 ? 0 : all.length - 3 }),
    );
  }),
);

const textsOf = (names: Names) => printTexts(byKind((kind) => EntrySet.of(names[kind])));
/** All kinds are given, also those without entries. */
const givenOf = (names: Names) => byKind((kind) => EntrySet.of(names[kind]).text);
const without = (names: Names, others: Names): Names =>
  byKind((kind) => names[kind].filter((name) => !others[kind].includes(name)));

const situation = fc.record({
  managed: some,
  missing: some,
  adopted: some,
  unmanaged: fc.option(fc.nat(4), { nil: undefined }),
  list: some,
  declared: some,
  wasExclusive: fc.boolean(),
  isExclusive: fc.boolean(),
  removalLimit: fc.constantFrom(undefined, undefined, "30%", "60%", 3),
  /** What another resource declares. Of an exclusive list, no other resource can declare entries. */
  elsewhere: fc.oneof(fc.constant(nothing), some),
  /** Whether no update has followed an import: then all entries are adopted. */
  isImported: fc.constantFrom(false, false, true),
});

/** An update as plain data, without what the notes of its entries say. */
function plain(update: Update): unknown {
  return JSON.parse(
    JSON.stringify(update, (_, value: unknown) => (value instanceof EntrySet ? Array.from(value) : value)),
  );
}

/** The limits that stop an operation, with their numbers and the digests that approve it; "allowed" if none does. */
async function judge(operation: Promise<unknown>): Promise<string> {
  try {
    await operation;
    return "allowed";
  } catch (error) {
    const cause: unknown = error instanceof PartialChangeError ? error.cause : error;
    if (!(cause instanceof ChangeError) || cause.details.failure.code !== "CHANGE_LIMIT") throw error;
    return shownStop({ operation: cause.details.operation, judgements: cause.details.failure.judgements });
  }
}

function shownStop({ operation, judgements }: Stop): string {
  if (judgements.length === 0) return "allowed";
  const digests = judgements.map((each) => digestOf(operation, each)).join(",");
  return [...judgements.map((each) => describeStop({ operation, judgements: [each] }).reason), digests].join("; ");
}

/** Compares the numbers of a report with the requests that were sent since the journal was cleared. */
function expectSent({ journal }: Simulator, { totals: { added, removed } }: Plan): void {
  for (const [action, { count, isAtMost }] of Object.entries({ add: added, remove: removed })) {
    const entries = journal.flatMap((request) => (request.action === action ? [request.entries ?? {}] : []));
    const names = entries.flatMap((each) => Object.values(each).flat());
    const sent = names.filter((name) => !name.startsWith("invalid.pulumiapplist.")).length;
    if (count === null || isAtMost) expect(sent).toBeLessThanOrEqual(count ?? sent);
    else expect({ action, sent }).toEqual({ action, sent: count });
  }
}

it("plans and judges the same update in a preview, a report and a change, if the list was read", async () => {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }] });
  const everything = { appBundles: universe.appBundles, websites: universe.websites };
  const held = (): Names => ({ ...nothing, ...simulator.list(1) });
  const seen = { allowed: 0, stopped: 0, unread: 0, spared: 0 };
  await fc.assert(
    fc.asyncProperty(situation, async (each) => {
      const { managed, list, declared, wasExclusive, isExclusive, removalLimit } = each;
      const elsewhere = wasExclusive || isExclusive ? nothing : without(each.elsewhere, declared);
      const setList = (): void => {
        simulator.edit(1, { remove: everything });
        simulator.edit(1, { add: list });
      };
      const [exclusive, limit] = [(is: boolean) => (is ? { exclusive: true } : {}), definedMembers({ removalLimit })];
      const before = { appListId: 1, ...exclusive(wasExclusive), ...textsOf(managed) };
      const inputs: Properties = { appListId: 1, ...exclusive(isExclusive), ...limit, ...givenOf(declared) };
      const other = { appListId: 1, ...textsOf(elsewhere) };
      const state: Properties = definedMembers({
        ...before,
        stateVersion: 2,
        baseUrl: simulator.url,
        adopted: textsOf(
          byKind((kind) => managed[kind].filter((name) => each.isImported || each.adopted[kind].includes(name))),
        ),
        missing: textsOf(without(each.missing, managed)),
        unmanaged: each.unmanaged,
        imported: each.isImported || undefined,
      });
      /** A run that declares both resources. */
      const started = async () => {
        const run = startRun({ ...login, baseUrl: simulator.url });
        await run.provider.check(before, inputs, resourceNamed("blocked"));
        if (elsewhere !== nothing) await run.provider.check(other, other, resourceNamed("other"));
        return run;
      };

      // What was not read: a preview may allow what the list hides, and then prints that it was not read, or how to count.
      setList();
      const blind = await started();
      const unread = await judge(blind.provider.diff(state, inputs));
      const changed = await judge((await started()).provider.update(state, inputs));
      if (unread === "allowed" && changed !== "allowed") {
        seen.unread += 1;
        expect(isExclusive).toBe(true);
        expect(blind.lines.join("\n")).toContain(wasExclusive ? "not read" : "To see them");
      }

      setList();
      const { run, provider } = await started();
      const { state: read, inputs: shown = before } = await provider.read(state);
      await provider.diff(read, before);
      const known = run.list({ appListId: 1 }).receive("blocked");
      const parsed = parseInputs(inputs);
      if (parsed.outcome !== "complete") throw new Error("The inputs are not complete.");
      const settled = stateInRun(parseState(read), known, parsed.entries);
      const now = planBefore(updateOf(known, settled, parsed));
      const preview = await judge(provider.diff(read, inputs));
      const change = await judge((await started()).provider.update(read, inputs));
      // What others declare makes an update smaller when it is sent, and never larger.
      if (elsewhere === nothing || change !== "allowed") expect(change === "allowed").toBe(preview === "allowed");
      if (elsewhere === nothing) expect(change).toBe(preview);
      seen[preview === "allowed" ? "allowed" : "stopped"] += 1;

      const [urn, otherUrn] = [urnOf("blocked"), urnOf("other")];
      const oldState = { urn, id: "1", inputs: shown, outputs: read };
      const same = { urn: otherUrn, id: "1", inputs: other, outputs: { ...other, stateVersion: 2 } };
      const steps = [
        { op: "refresh", urn, oldState, newState: oldState },
        { op: "update", urn, oldState, newState: { urn, inputs } },
        ...(elsewhere === nothing ? [] : [{ op: "same", urn: otherUrn, oldState: same, newState: same }]),
      ];
      const [planned] = readChanges(parsePreview(printPreview(steps)));
      const reported = planned && planChange(planned, run.list({ appListId: 1 }).context.today, new Set());
      if (reported === undefined) throw new Error("There is no change.");
      const report = shownStop(reported);
      // The report knows only the number of the unmanaged entries of a list that becomes exclusive.
      if (wasExclusive || !isExclusive) {
        expect(report).toBe(preview);
        if (elsewhere === nothing) expect(plain(reported.update)).toEqual(plain(now));
      } else if (report !== "allowed") expect(preview).not.toBe("allowed");

      // What is sent, without a limit, is what was planned.
      setList();
      const others = byKind((kind) => EntrySet.of(elsewhere[kind]));
      const [start, undeclared] = [held(), removedEntries(now)];
      const removed = difference(undeclared, others);
      simulator.clearJournal();
      await (await started()).provider.update(read, { ...inputs, removalLimit: "100%" });
      expectSent(simulator, reported);
      seen.spared += isEmpty(intersection(undeclared, others)) ? 0 : 1;
      const after = (kind: keyof Entries) => EntrySet.of(start[kind]).union(now.add[kind]).minus(removed[kind]);
      expect(byKind((kind) => held()[kind].toSorted())).toEqual(byKind((kind) => [...after(kind)]));
    }),
    { numRuns: 60 * samples, seed: 8 },
  );
  expect(Math.min(seen.allowed, seen.stopped)).toBeGreaterThan(5);
  expect(Math.min(seen.unread, seen.spared)).toBeGreaterThan(0);
});

/** How a resource ends at a list, and where another resource declares entries for a list with this ID. */
const ending = fc.record({
  managed: some,
  adopted: some,
  declared: some,
  elsewhere: some,
  removalLimit: fc.constantFrom(undefined, undefined, "30%", 3),
  way: fc.constantFrom("is deleted", "is replaced", "gets another list"),
  where: fc.constantFrom("nowhere", "in this account", "in another account"),
});

it("judges a delete in a report, and that of another list in its diff, as when it is sent", async () => {
  const simulator = await simulatorForTest({
    lists: [1, 2].map((id) => ({ id, name: `list ${id}`, ...universe })),
    accounts: accounts.map((account) => ({ ...account, lists: [{ id: 1, name: "list 1", ...universe }] })),
  });
  const seen = { allowed: 0, stopped: 0 };
  await fc.assert(
    fc.asyncProperty(ending, async ({ managed, adopted, declared, elsewhere, removalLimit, way, where }) => {
      simulator.edit(1, { add: universe });
      const limit = definedMembers({ removalLimit });
      const before = { appListId: 1, ...limit, ...givenOf(managed) };
      const kept = byKind((kind) => managed[kind].filter((name) => adopted[kind].includes(name)));
      const state: Properties = {
        ...before,
        ...textsOf(managed),
        stateVersion: 2,
        baseUrl: simulator.url,
        adopted: textsOf(kept),
        unmanaged: 0,
      };
      const inputs = { appListId: way === "gets another list" ? 2 : 1, ...limit, ...givenOf(declared) };
      const account = where === "in another account" ? { account: accountNames[1] } : {};
      const other = { appListId: 1, ...account, ...givenOf(without(elsewhere, declared)) };
      // A run of its own for each: the entries of a resource that is over its limit stay declared.
      const started = async () => {
        const { provider } = startRun({ ...login, baseUrl: simulator.url, accounts: accountsSetting });
        if (way !== "is deleted") await provider.check({}, inputs, resourceNamed("blocked"));
        if (where !== "nowhere") await provider.check(other, other, resourceNamed("other"));
        return provider;
      };
      const isMoved = way === "gets another list";
      const diff = isMoved ? await judge((await started()).diff(state, inputs, resourceNamed("blocked"))) : "";
      simulator.clearJournal();
      const sent = await judge((await started()).delete(state, resourceNamed("blocked")));

      const [urn, otherUrn] = [urnOf("blocked"), urnOf("other")];
      const oldState = { urn, id: "1", inputs: before, outputs: state };
      const same = { urn: otherUrn, id: "1", inputs: other, outputs: { ...other, stateVersion: 2 } };
      const steps = [
        way === "is deleted"
          ? { op: "delete", urn, oldState }
          : { op: "replace", urn, oldState, newState: { urn, inputs } },
        ...(where === "nowhere" ? [] : [{ op: "same", urn: otherUrn, oldState: same, newState: same }]),
      ];
      const planned = readChanges(parsePreview(printPreview(steps))).find(({ operation }) => operation === "delete");
      const reported = planned && planChange(planned, "2026-01-01", new Set());
      if (reported === undefined) throw new Error("There is no delete.");
      const report = shownStop(reported);
      if (sent === "allowed") expectSent(simulator, reported);
      seen[sent === "allowed" ? "allowed" : "stopped"] += 1;
      expect({ way, where, report }).toEqual({ way, where, report: sent });
      // What others declare makes a delete smaller when it is sent, and never larger.
      if (isMoved && sent !== "allowed") expect(diff).not.toBe("allowed");
      if (isMoved && where === "nowhere") expect(diff).toBe(sent);
    }),
    { numRuns: 60 * samples, seed: 8 },
  );
  expect(Math.min(seen.allowed, seen.stopped)).toBeGreaterThan(5);
});
