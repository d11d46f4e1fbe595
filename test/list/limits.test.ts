import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { count, noEntries, union, type Entries } from "../../provider/list/entries";
import { parseLimit, usualLimit, type Judgement, type Limit } from "../../provider/list/limits";
import { describeStop } from "../../provider/resource/texts/stops";
import { operationOn } from "../resource/known-list";
import { bundles, entries, numbered } from "./entries";
import { judgementsOf, planOf, removing } from "./updates";

function limitOf(limit: number | string): Limit {
  const parsed = parseLimit(limit);
  if (parsed === undefined) throw new Error(`${limit} is no limit`);
  return parsed;
}

/** Numbered websites, of which none is one of the numbered app bundles. */
const websites = (size: number): Entries =>
  entries({ websites: Array.from({ length: size }, (_, index) => `${index}.example`) });

const reasonOf = (judgement: Judgement): string =>
  describeStop({ operation: operationOn({}), judgements: [judgement] }).reason;

/** What is over a removal limit, in words. */
function judge(own: Entries, whole: Entries, removal = usualLimit, unmanaged = noEntries, isNewlyExclusive = false) {
  return judgementsOf(removing(own, unmanaged), { removal, whole, isNewlyExclusive }).map(reasonOf);
}

describe("the default removal limit", () => {
  it.each([
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 2, "1 of 2; this change removes 2 app bundles"],
    [2, 6, "1 of 6; this change removes 2 app bundles"],
    [2, 7],
    [3, 9, "2 of 9; this change removes 3 app bundles"],
    [3, 10],
    [4, 10, "3 of 10; this change removes 4 app bundles"],
    [3001, 10_000, "3,000 of 10,000; this change removes 3,001 app bundles"],
  ] as const)("judges the removal of %d managed entries of %d: %s", (own, whole, ...over) => {
    expect(judge(numbered(own), numbered(whole))).toEqual(over.map((each) => `removalLimit "30%" allows ${each}`));
  });

  it.each([
    [1, 0],
    [2, 0, "1 of 2; this change removes 2 unmanaged app bundles"],
    [3, 7],
    [4, 7, "3 of 11; this change removes 4 unmanaged app bundles"],
  ] as const)("judges the removal of %d unmanaged entries beside %d managed ones: %s", (unmanaged, whole, ...over) => {
    const lines = judge(noEntries, numbered(whole, 1000), usualLimit, numbered(unmanaged));
    expect(lines).toEqual(over.map((each) => `removalLimit "30%" allows ${each}`));
  });

  it("judges the unmanaged entries of a list that was never exclusive by themselves", () => {
    const judged = (unmanaged: number) =>
      judge(noEntries, numbered(100, 1000), usualLimit, numbered(unmanaged), true).length;
    expect([judged(1), judged(2), judged(30)]).toEqual([0, 1, 1]);
  });

  it("judges each kind, and own and unmanaged entries apart, each with its names", () => {
    const whole = union(numbered(20), websites(5));
    const [own, unmanaged] = [union(numbered(7), websites(2)), bundles("com.x", "com.y")];
    const limits = { removal: usualLimit, whole, isNewlyExclusive: true };
    const both = (some: Entries) => ({ entries: some, names: some });
    expect(judgementsOf(removing(own, unmanaged), limits)).toEqual([
      { of: "own", kind: "appBundles", value: usualLimit, changed: 7, whole: 20, allowed: 6, ...both(numbered(7)) },
      { of: "own", kind: "websites", value: usualLimit, changed: 2, whole: 5, allowed: 1, ...both(websites(2)) },
      { of: "unmanaged", kind: "appBundles", value: usualLimit, changed: 2, whole: 2, allowed: 1, ...both(unmanaged) },
    ]);
  });

  it("has names that neither a removal by somebody else nor the end of a last day changes", () => {
    const update = { ...removing(numbered(7)), absent: bundles("com.gone") };
    const expired = { ...update, remove: { ...update.remove, expired: bundles("com.ended") } };
    const [judgement] = judgementsOf(expired, { removal: usualLimit, whole: numbered(20) });
    expect(judgement).toMatchObject({ changed: 7, whole: 20 });
    expect(judgement?.entries).toEqual(numbered(7));
    expect(count(judgement?.names ?? noEntries)).toBe(9);
  });
});

describe("a removal limit of a resource", () => {
  it.each([
    [0, 1, 3, "0 allows 0 entries; this change removes 1 app bundle"],
    [0, 0, 3],
    ["0%", 1, 3, '"0%" allows 0 of 3; this change removes 1 app bundle'],
    ["10%", 1, 3],
    ["10%", 2, 3, '"10%" allows 1 of 3; this change removes 2 app bundles'],
    [5, 5, 5],
    [3, 3, 3],
    [1000, 5000, 10_000, "1,000 allows 1,000 entries; this change removes 5,000 app bundles"],
    ["100%", 10, 10],
    ["0.5%", 50, 10_000],
    ["0.5%", 51, 10_000, '"0.5%" allows 50 of 10,000; this change removes 51 app bundles'],
  ] as const)("of %s judges the removal of %d of %d entries: %s", (limit, removed, whole, ...over) => {
    const lines = judge(numbered(removed), numbered(whole), limitOf(limit));
    expect(lines).toEqual(over.map((each) => `removalLimit ${each}`));
  });

  it("of a percentage allows exactly that share or one entry, even with decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 8 }), (tenths, hundreds) => {
        const whole = hundreds * 125;
        const allowed = Math.max(1, Math.floor((tenths * whole) / 1000));
        const limit = limitOf(`${(tenths / 10).toFixed(1)}%`);
        expect(judge(numbered(allowed), numbered(whole), limit)).toEqual([]);
        if (allowed < whole) expect(judge(numbered(allowed + 1), numbered(whole), limit)).toHaveLength(1);
      }),
      { examples: [[184, 3]] },
    );
  });

  it.each<[Limit["unit"], most: number, ...(number | string)[]]>([
    ["entries", 500, 500, "500", " 500 "],
    ["entries", 0, 0],
    ["entries", 2 ** 53 - 1, 2 ** 53 - 1, "9007199254740991"],
    ["percent", 40, "40\t%", "40.0%", "040%"],
    ["percent", 12.25, " 12.25% "],
    ["percent", 100, "100%"],
    ["percent", 0, "0%"],
  ])("in %s, %d, may be written as %j", (unit, most, ...written) => {
    for (const limit of written) expect(parseLimit(limit)).toEqual({ unit, most });
  });

  const wrongTexts = "% -1% 101% 100.1% 1e2% 40%% forty 1,000 0x10 x40% 40%x 12.% .5% x500 500x 5.0 9007199254740992";
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "", "40 percent", ...wrongTexts.split(" ")])(
    "may not be written as %j",
    (limit) => {
      expect(parseLimit(limit)).toBeUndefined();
    },
  );
});

it("an addition limit judges new entries of each kind, and none that are added again", () => {
  const update = planOf({ facts: { missing: bundles("com.a") }, intent: { desired: union(numbered(3), websites(1)) } });
  const judged = (addition: Limit, whole = noEntries) =>
    judgementsOf({ ...update, addAgain: numbered(1) }, { addition, whole }).map(reasonOf);
  expect(judged(limitOf(1))).toEqual(["additionLimit 1 allows 1 entry; this change adds 2 app bundles"]);
  expect(judged(limitOf("50%"))).toEqual(['additionLimit "50%" allows 1 of 0; this change adds 2 app bundles']);
  expect(judged(limitOf("50%"), numbered(4))).toEqual([]);
});
