import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectForAll } from "./arbitraries";
import { bundles } from "./entries";
import { countAtRisk, guardRemovals, parseLimit, type Limit } from "../../provider/list/change-guard";

function limitOf(limit: number | string): Limit {
  const parsed = parseLimit(limit);
  if (parsed === undefined) throw new Error(`${limit} is no limit`);
  return parsed;
}

/** How many entries a change removes of how many: never more than there are. */
const removal = fc
  .tuple(fc.nat(200_000), fc.nat(200_000))
  .map(([one, other]) => ({ removed: Math.min(one, other), managed: Math.max(one, other) }));

const anyLimit: fc.Arbitrary<Limit | undefined> = fc.option(
  fc.oneof(
    fc.nat(1000).map((most): Limit => ({ unit: "entries", most })),
    fc.nat(100).map((most): Limit => ({ unit: "percent", most })),
  ),
  { nil: undefined },
);

function outcomeOf(reason: string | undefined): "allowed" | "overLimit" {
  return reason === undefined ? "allowed" : "overLimit";
}

describe("the usual removal limit", () => {
  it.each([
    [9, 9, "allowed"],
    [10, 10, "overLimit"],
    [3, 10, "allowed"],
    [4, 10, "overLimit"],
    [30, 100, "allowed"],
    [31, 100, "overLimit"],
    [3000, 10_000, "allowed"],
    [3001, 10_000, "overLimit"],
    [0, 10, "allowed"],
    [0, 0, "allowed"],
  ] as const)("decides on the removal of %d of %d entries: %s", (removed, managed, expected) => {
    expect(outcomeOf(guardRemovals(removed, managed, undefined))).toBe(expected);
  });

  it.each([
    [8, 9, 8, "overLimit"],
    [1, 3, 1, "overLimit"],
    [1, 4, 1, "allowed"],
    [5, 9, 0, "allowed"],
    [6, 9, 2, "allowed"],
    [6, 9, 3, "overLimit"],
    [6, 10, 2, "overLimit"],
  ] as const)(
    "decides on %d of %d entries, %d of the removed ones unmanaged: %s",
    (removed, atRisk, unmanaged, expected) => {
      expect(outcomeOf(guardRemovals(removed, atRisk, undefined, unmanaged))).toBe(expected);
    },
  );

  it("reports the share that a change over the limit removes", () => {
    expect(guardRemovals(4100, 10_000, undefined)).toBe(
      "would remove 4,100 of 10,000 entries (41%), more than the limit of 30% at once",
    );
  });
});

describe("a removal limit of a resource", () => {
  it.each([
    [0, 1, 3, "overLimit"],
    [0, 0, 3, "allowed"],
    ["0%", 1, 3, "overLimit"],
    [5, 5, 5, "allowed"],
    [5, 6, 10_000, "overLimit"],
    ["50%", 1, 2, "allowed"],
    ["50%", 2, 3, "overLimit"],
    ["100%", 10, 10, "allowed"],
    ["0.5%", 50, 10_000, "allowed"],
    ["0.5%", 51, 10_000, "overLimit"],
  ] as const)("of %s decides on the removal of %d of %d entries: %s", (limit, removed, managed, expected) => {
    expect(outcomeOf(guardRemovals(removed, managed, limitOf(limit)))).toBe(expected);
  });

  it("names itself in the reason", () => {
    const refusals = [limitOf(1000), limitOf("12.25%")].map((limit) => guardRemovals(5000, 10_000, limit));
    expect(refusals).toEqual([
      "would remove 5,000 of 10,000 entries (50%), more than the limit of 1,000 at once",
      "would remove 5,000 of 10,000 entries (50%), more than the limit of 12.25% at once",
    ]);
  });

  it("of a percentage allows exactly that share, also with decimals", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 100 }), (tenths, hundreds) => {
        const managed = hundreds * 125;
        const removed = Math.floor((tenths * managed) / 1000);
        const limit = limitOf(`${(tenths / 10).toFixed(1)}%`);
        expect(guardRemovals(removed, managed, limit)).toBeUndefined();
        if (removed < managed) expect(guardRemovals(removed + 1, managed, limit)).toBeDefined();
      }),
      { examples: [[184, 3]] },
    );
  });

  it.each([
    [500, { unit: "entries", most: 500 }],
    [0, { unit: "entries", most: 0 }],
    [2 ** 53 - 1, { unit: "entries", most: 2 ** 53 - 1 }],
    ["500", { unit: "entries", most: 500 }],
    [" 500 ", { unit: "entries", most: 500 }],
    ["999999999999999", { unit: "entries", most: 999_999_999_999_999 }],
    ["40\t%", { unit: "percent", most: 40 }],
    [" 12.5% ", { unit: "percent", most: 12.5 }],
    ["12.25%", { unit: "percent", most: 12.25 }],
    ["100%", { unit: "percent", most: 100 }],
    ["0%", { unit: "percent", most: 0 }],
  ] as const)("may be written as %j", (limit, parsed) => {
    expect(parseLimit(limit)).toEqual(parsed);
  });

  const wrongTexts =
    "% -1% 101% 100.1% 1e2% 40%% forty 1,000 0x10 x40% 40%x 12.% .5% x500 500x 5.0 0050% 1234567890123456";
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "", "40 percent", ...wrongTexts.split(" ")])(
    "may not be written as %j",
    (limit) => {
      expect(parseLimit(limit)).toBeUndefined();
    },
  );
});

describe("the removal guard", () => {
  it("allows whatever is less than what it allows", () => {
    expectForAll(removal, anyLimit, fc.nat(), ({ removed, managed }, limit, less) => {
      if (guardRemovals(removed, managed, limit) !== undefined) return;
      expect(guardRemovals(Math.max(0, removed - less), managed, limit)).toBeUndefined();
    });
  });

  it("allows a change that removes nothing, whatever the limit", () => {
    expectForAll(fc.nat(), anyLimit, (managed, limit) => {
      expect(guardRemovals(0, managed, limit)).toBeUndefined();
    });
  });
});

it.each<[exclusive: boolean, listed: readonly string[], unmanaged: number | undefined, atRisk: number]>([
  [false, ["com.a", "com.x"], 5, 2],
  [true, [], undefined, 2],
  [true, ["com.a", "com.x"], undefined, 3],
  // One of those that were unmanaged has gone, or cannot be named.
  [true, ["com.a", "com.x"], 2, 4],
  [true, ["com.a", "com.x", "com.y"], 1, 4],
])(
  "at risk are the own entries, and all of an exclusive list (%j), named or counted",
  (exclusive, listed, unmanaged, atRisk) => {
    expect(countAtRisk(bundles("com.a", "com.b"), exclusive, bundles(...listed), unmanaged)).toBe(atRisk);
  },
);
