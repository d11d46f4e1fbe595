import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appliedLimit, overLimit, parseLimit, type Limit } from "../../provider/list/limits";
import { printJudgement } from "../../provider/list/summary";
import type { Update } from "../../provider/list/update";
import { updateWith } from "./updates";

function limitOf(limit: number | string): Limit {
  const parsed = parseLimit(limit);
  if (parsed === undefined) throw new Error(`${limit} is no limit`);
  return parsed;
}

/** The judgement of an update in words, by a removal limit; "allowed" if it is within it. */
function judge(update: Update, removal: number | string = "default"): string {
  const judgement = overLimit(update, { removal: removal === "default" ? "default" : limitOf(removal) });
  return judgement === undefined ? "allowed" : printJudgement(judgement);
}

/** Removes some entries of one kind; others of the kind stay declared. */
const removing = (own: number, atRisk: number, unmanaged = 0): Update =>
  updateWith({ appBundles: { own, unmanaged, atRisk, kept: 1 } });

describe("the default removal limit", () => {
  it.each([
    [9, 0, 9, "allowed"],
    [10, 0, 10, 'removalLimit "30%" allows 3 of 10; this change removes 10'],
    [3, 0, 10, "allowed"],
    [4, 0, 10, 'removalLimit "30%" allows 3 of 10; this change removes 4'],
    [3001, 0, 10_000, 'removalLimit "30%" allows 3,000 of 10,000; this change removes 3,001'],
    [0, 0, 0, "allowed"],
    // Unmanaged entries of a short list count always.
    [0, 8, 9, 'removalLimit "30%" allows 2 of 9; this change removes 8 unmanaged'],
    [0, 1, 3, 'removalLimit "30%" allows 0 of 3; this change removes 1 unmanaged'],
    [0, 1, 4, "allowed"],
    [4, 2, 9, "allowed"],
    [3, 3, 9, 'removalLimit "30%" allows 2 of 9; this change removes 3 unmanaged'],
    [4, 2, 10, 'removalLimit "30%" allows 3 of 10; this change removes 6'],
  ] as const)("judges the removal of %d managed and %d unmanaged entries of %d: %s", (...row) => {
    const [own, unmanaged, atRisk, expected] = row;
    expect(judge(removing(own, atRisk, unmanaged))).toBe(expected);
  });

  it.each<[what: string, parts: Parameters<typeof updateWith>[0], expected: string]>([
    [
      "80 placement IDs beside 200 app bundles, which are 28.6% of all",
      { appBundles: { atRisk: 200, kept: 200 }, placementIds: { own: 80, atRisk: 80 } },
      'removalLimit "30%" allows 24 of 80; this change removes 80 placement IDs',
    ],
    [
      "25 of 80 placement IDs beside 200 app bundles",
      { appBundles: { atRisk: 200, kept: 200 }, placementIds: { own: 25, atRisk: 80, kept: 55 } },
      'removalLimit "30%" allows 24 of 80; this change removes 25 placement IDs',
    ],
    [
      "5 of 9 websites, too few for a share, beside 200 app bundles",
      { appBundles: { atRisk: 200, kept: 200 }, websites: { own: 5, atRisk: 9, kept: 4 } },
      "allowed",
    ],
    [
      "all 8 app bundles of a list of 8",
      { appBundles: { own: 8, atRisk: 8 } },
      'removalLimit "30%" never allows all app bundles; this change removes 8 of 8',
    ],
    [
      "all 2 websites beside 200 app bundles",
      { appBundles: { atRisk: 200, kept: 200 }, websites: { own: 2, atRisk: 2 } },
      'removalLimit "30%" never allows all websites; this change removes 2 of 2',
    ],
    ["the only website", { appBundles: { atRisk: 200, kept: 200 }, websites: { own: 1, atRisk: 1 } }, "allowed"],
    ["7 of 8 app bundles of a list of 8", { appBundles: { own: 7, atRisk: 8, kept: 1 } }, "allowed"],
  ])("judges an update that removes %s", (_, parts, expected) => {
    expect(judge(updateWith(parts))).toBe(expected);
  });

  it("does not know the kinds of the unmanaged entries of a list that was not read", () => {
    const parts = { appBundles: { atRisk: 200, kept: 200 }, placementIds: { own: 30, atRisk: 80, kept: 50 } };
    expect(judge(updateWith(parts))).toContain("placement IDs");
    expect(judge(updateWith(parts, { isKnownByKind: false }))).toBe("allowed");
    const unnamed = { least: 60, most: 70 };
    expect(judge(updateWith(parts, { isKnownByKind: false, unnamed }))).toBe("allowed");
    expect(judge(updateWith(parts, { isKnownByKind: false, unnamed: { least: 90, most: 90 } }))).toBe(
      'removalLimit "30%" allows 111 of 370; this change removes 120',
    );
  });

  it("applies to unmanaged entries alone if a list is short", () => {
    const updates = [removing(1, 9), removing(0, 9, 1), removing(1, 10)];
    expect(updates.map((update) => appliedLimit(update, "default")?.most)).toEqual([undefined, 30, 30]);
    expect(appliedLimit(removing(1, 9), limitOf(500))).toEqual(limitOf(500));
  });
});

describe("a removal limit of a resource", () => {
  it.each([
    [0, 1, 3, "removalLimit 0 allows 0 entries; this change removes 1"],
    [0, 0, 3, "allowed"],
    ["0%", 1, 3, 'removalLimit "0%" allows 0 of 3; this change removes 1'],
    [5, 5, 5, "allowed"],
    [1000, 5000, 10_000, "removalLimit 1,000 allows 1,000 entries; this change removes 5,000"],
    ["100%", 10, 10, "allowed"],
    ["0.5%", 50, 10_000, "allowed"],
    ["0.5%", 51, 10_000, 'removalLimit "0.5%" allows 50 of 10,000; this change removes 51'],
  ] as const)("of %s judges the removal of %d of %d entries: %s", (limit, removed, atRisk, expected) => {
    expect(judge(removing(removed, atRisk), limit)).toBe(expected);
  });

  it("counts as written: it allows all entries of a kind within its share, and holds for each kind of ten", () => {
    const websites = (size: number) =>
      updateWith({ appBundles: { atRisk: 200, kept: 200 }, websites: { own: size, atRisk: size } });
    expect(judge(websites(9), "30%")).toBe("allowed");
    expect(judge(websites(10), "30%")).toBe('removalLimit "30%" allows 3 of 10; this change removes 10 websites');
    expect(judge(websites(10), 10)).toBe("allowed");
  });

  it("of a percentage allows exactly that share, even with decimals", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 100 }), (tenths, hundreds) => {
        const atRisk = hundreds * 125;
        const allowed = Math.floor((tenths * atRisk) / 1000);
        const limit = `${(tenths / 10).toFixed(1)}%`;
        expect(judge(removing(allowed, atRisk), limit)).toBe("allowed");
        if (allowed < atRisk) expect(judge(removing(allowed + 1, atRisk), limit)).not.toBe("allowed");
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
