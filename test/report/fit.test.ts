import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allot } from "../../provider/report/fit";

const sizes = fc.array(fc.nat(1000), { maxLength: 30 });

describe("a budget", () => {
  it("gives no part more than its size, and all together at most the budget", () => {
    fc.assert(
      fc.property(sizes, fc.nat(5000), (all, budget) => {
        const shares = allot(all, budget);
        expect(shares).toHaveLength(all.length);
        shares.forEach((share, index) => expect(share).toBeLessThanOrEqual(all[index] ?? 0));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("gives every part its size if it suffices", () => {
    fc.assert(
      fc.property(sizes, (all) => {
        expect(
          allot(
            all,
            all.reduce((sum, size) => sum + size, 0),
          ),
        ).toEqual(all);
      }),
    );
  });

  it("gives small parts all they need and large ones equal shares", () => {
    expect(allot([1000, 5, 2000], 105)).toEqual([50, 5, 50]);
  });
});
