import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { buildReport } from "../../provider/report/build-report";
import { parsePreview } from "../../provider/report/preview";
import type { Total } from "../../provider/report/report";
import { sumTotals } from "../../provider/report/plan";
import { printPreview, urnOf, type PrintedStep } from "./preview";
import type { Program, Resource } from "../laws/deployment";
import { startEngine } from "../laws/engine";
import { hosts } from "../laws/hosts/index";

/** Entries that only one resource declares, so that none changes its owner: then the order of the steps would matter. */
const pools = {
  first: ["com.a", "com.b", "com.c"],
  second: ["com.d", "com.e"],
  third: ["com.x", "com.y", "com.z"],
};

/** A resource that declares some entries, at least one. */
const resource = (appListId: number, pool: readonly string[], exclusive: fc.Arbitrary<boolean> = fc.constant(false)) =>
  fc.tuple(fc.subarray([...pool], { minLength: 1 }), exclusive).map(([entries, exclusive]) => {
    return { appListId, appBundles: `${entries.join("\n")}\n`, removalLimit: "100%", ...(exclusive && { exclusive }) };
  });

/** Two resources of one list, and one of another list, which can be exclusive; each can be absent. */
const program: fc.Arbitrary<Program> = fc.record(
  {
    first: resource(1, pools.first),
    second: resource(1, pools.second),
    third: resource(2, pools.third, fc.boolean()),
  },
  { requiredKeys: [] },
);

const anyEntries = fc.subarray([...Object.values(pools).flat(), "com.other"]);

const history = fc.record({
  present: fc.tuple(anyEntries, anyEntries),
  before: program,
  edits: fc.tuple(anyEntries, anyEntries, anyEntries, anyEntries),
  after: program,
});

/** The preview that follows a refresh, as the engine prints it. */
function previewOf(earlier: readonly Resource[], refreshed: readonly Resource[], declared: Program): string {
  const stateOf = ({ name, id, inputs, state }: Resource) => ({ urn: urnOf(name), id, inputs, outputs: state });
  const refreshes = refreshed.map((resource): PrintedStep => {
    const old = earlier.find(({ name }) => name === resource.name) ?? resource;
    return { op: "refresh", urn: urnOf(resource.name), oldState: stateOf(old), newState: stateOf(resource) };
  });
  const changes = Object.entries(declared).map(([name, inputs]): PrintedStep => {
    const old = refreshed.find((resource) => resource.name === name);
    const [urn, newState] = [urnOf(name), { urn: urnOf(name), inputs }];
    return old === undefined
      ? { op: "create", urn, newState }
      : { op: "update", urn, oldState: stateOf(old), newState };
  });
  const deletions = refreshed
    .filter(({ name }) => !(name in declared))
    .map((resource): PrintedStep => ({ op: "delete", urn: urnOf(resource.name), oldState: stateOf(resource) }));
  return printPreview([...refreshes, ...changes, ...deletions]);
}

function isWithin({ sent, count, isAtMost }: Total & { readonly sent: number }): boolean {
  return count === null || (isAtMost ? sent <= count : sent === count);
}

it.each(hosts)(
  "The totals of a report after a refresh are those of the requests of the up that follows, with $name",
  async (host) => {
    const engine = await startEngine(host);
    onTestFinished(() => engine.close());
    const { simulator } = engine;
    const sentTo = (appListId: number, action: string): number =>
      simulator.journal
        .filter((request) => request.appListId === appListId && request.action === action)
        .flatMap(({ entries }) => Object.values(entries ?? {}).flat())
        .filter((entry) => !entry.startsWith("invalid.pulumiapplist.")).length;
    const tried: Total[] = [];
    await fc.assert(
      fc.asyncProperty(history, async ({ present, before, edits, after }) => {
        engine.reset(present.map((appBundles, index) => ({ id: index + 1, name: `list ${index + 1}`, appBundles })));
        const stack = engine.stack();
        expect(await stack.up(before)).toEqual({ outcome: "done" });
        simulator.edit(1, { add: { appBundles: edits[0] }, remove: { appBundles: edits[1] } });
        simulator.edit(2, { add: { appBundles: edits[2] }, remove: { appBundles: edits[3] } });
        const earlier = stack.export();
        expect(await stack.refresh()).toEqual({ outcome: "done" });
        const report = buildReport(parsePreview(previewOf(earlier, stack.export(), after)), new Date(0));
        simulator.clearJournal();
        expect(await stack.up(after)).toEqual({ outcome: "done" });
        for (const id of [1, 2]) {
          const ofList = report.resources.filter(({ appListId }) => appListId === id);
          const { added, removed } = sumTotals(ofList.map(({ totals }) => totals));
          expect(ofList.map(({ observation }) => observation)).not.toContain("notRead");
          expect({ id, sent: sentTo(id, "add"), ...added }).toSatisfy(isWithin);
          expect({ id, sent: sentTo(id, "remove"), ...removed }).toSatisfy(isWithin);
          tried.push(added, removed);
        }
      }),
      { numRuns: 60 },
    );
    // Bounds would hold also if they were useless. Only what an exclusive list contains that is new here is not known.
    expect(tried.filter(({ isAtMost, count }) => !isAtMost && count).length).toBeGreaterThan(20);
    expect(tried.filter(({ count }) => count === null).length).toBeLessThan(tried.length / 10);
  },
);
