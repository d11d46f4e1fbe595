import fc from "fast-check";
import { expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { printJudgement } from "../../provider/list/summary";
import { parseLimit } from "../../provider/list/limits";
import { planChange } from "../../provider/report/plan";
import { readChanges } from "../../provider/report/changes";
import { parsePreview } from "../../provider/report/preview";
import { definedMembers, printTexts, type Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import { start } from "../resource/started";
import { printPreview, urnOf } from "./preview";

const named = (count: number, name: string): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`);

type Names = ByKind<readonly string[]>;

/** Enough app bundles for a share of their own, and too few websites. */
const universe: Names = {
  appBundles: named(14, "com.a"),
  placementIds: [],
  websites: named(4, "site").map((each) => `${each}.example`),
};

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
const without = (names: Names, others: Names): Names =>
  byKind((kind) => names[kind].filter((name) => !others[kind].includes(name)));

const situation = fc.record({
  managed: some,
  missing: some,
  adopted: some,
  unmanaged: fc.option(fc.nat(4), { nil: undefined }),
  list: some,
  declared: some,
  wasExclusive: fc.constantFrom(true, true, false),
  isExclusive: fc.constantFrom(true, true, false),
  removalLimit: fc.constantFrom(undefined, undefined, "30%", "60%", 3),
});

/** The limit that stops an operation, with its numbers; "allowed" if none does. */
async function judge(operation: Promise<unknown>): Promise<string> {
  try {
    await operation;
    return "allowed";
  } catch (error) {
    const [first = ""] = String(error).split("\n");
    const [, judgement] =
      /(removalLimit .*? (?:removes|adds) [\d,]+(?: of [\d,]+)?(?: unmanaged|(?: \w+)? \w+s)?)(?:[.,]|$)/u.exec(
        first,
      ) ?? [];
    if (judgement === undefined) throw error;
    return judgement;
  }
}

it("judges the same update by the same numbers, in a preview, a report and a change, if the list was read", async () => {
  const { simulator, run, lines } = await start({ lists: [{ id: 1, name: "blocked" }] });
  const everything = { appBundles: universe.appBundles, websites: universe.websites };
  const seen = { allowed: 0, stopped: 0, unread: 0 };
  await fc.assert(
    fc.asyncProperty(situation, async (each) => {
      const { managed, list, declared, wasExclusive, isExclusive, removalLimit } = each;
      const setList = (): void => {
        simulator.edit(1, { remove: everything });
        simulator.edit(1, { add: list });
      };
      setList();
      const [exclusive, limit] = [(is: boolean) => (is ? { exclusive: true } : {}), definedMembers({ removalLimit })];
      const before = { appListId: 1, ...exclusive(wasExclusive), ...textsOf(managed) };
      const inputs: Properties = { appListId: 1, ...exclusive(isExclusive), ...limit, ...textsOf(declared) };
      const state: Properties = definedMembers({
        ...before,
        stateVersion: 1,
        adopted: textsOf(byKind((kind) => managed[kind].filter((name) => each.adopted[kind].includes(name)))),
        missing: textsOf(without(each.missing, managed)),
        unmanaged: each.unmanaged,
      });

      // What was not read: a preview may allow what the list hides, and then prints that it was not read.
      lines.length = 0;
      const unread = await judge(run().diff(state, inputs));
      const printed = lines.join("\n");
      const changed = await judge(run().update(state, inputs));
      if (unread === "allowed" && changed !== "allowed") {
        seen.unread += 1;
        expect(isExclusive).toBe(true);
        expect(printed).toContain("not read");
      }

      setList();
      const provider: ResourceProvider = run();
      const { state: read, inputs: shown = before } = await provider.read(state);
      await provider.diff(read, before);
      const preview = await judge(provider.diff(read, inputs));
      const change = await judge(run().update(read, inputs));
      expect(change).toBe(preview);
      seen[preview === "allowed" ? "allowed" : "stopped"] += 1;

      const urn = urnOf("blocked");
      const oldState = { urn, id: "1", inputs: shown, outputs: read };
      const steps = [
        { op: "refresh", urn, oldState, newState: oldState },
        { op: "update", urn, oldState, newState: { urn, inputs } },
      ];
      const [planned] = readChanges(parsePreview(printPreview(steps)));
      if (planned === undefined) throw new Error("There is no change.");
      const { overLimit } = planChange(planned, "2026-11-21") ?? {};
      const report = overLimit === undefined ? "allowed" : printJudgement(overLimit);
      // The report knows only the number of the unmanaged entries of a list that becomes exclusive.
      if (wasExclusive || !isExclusive) expect(report).toBe(preview);
      else if (report !== "allowed") expect(preview).not.toBe("allowed");
      expect(parseLimit(removalLimit) === undefined || overLimit?.isEverything !== true).toBe(true);
    }),
    { numRuns: 120 },
  );
  expect(Math.min(seen.allowed, seen.stopped)).toBeGreaterThan(20);
  expect(seen.unread).toBeGreaterThan(0);
});
