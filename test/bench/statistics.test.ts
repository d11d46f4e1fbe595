import { describe, expect, it } from "vitest";
import { growthExponent, pairRounds, spreadOf } from "../../bench/figures/statistics";

describe("spreadOf", () => {
  it("finds the middle value, the least and the most in any order", () => {
    expect(spreadOf([10, 9, 1])).toEqual({ median: 9, least: 1, most: 10 });
  });

  it("takes the mean of the two middle values of an even number", () => {
    expect(spreadOf([4, 1, 3, 100]).median).toBe(3.5);
  });

  it("refuses no values", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe("pairRounds", () => {
  it("combines the values of the same round, as far as both have one", () => {
    expect(pairRounds([5, 7, 9], [1, 2], (left, right) => left - right)).toEqual([4, 5]);
  });
});

describe("growthExponent", () => {
  it("is the power of a power law", () => {
    const power = (exponent: number) => [10, 100, 1000].map((size) => [size, 3 * size ** exponent] as const);
    expect(growthExponent(power(1))).toBeCloseTo(1);
    expect(growthExponent(power(2))).toBeCloseTo(2);
  });

  it("is the slope that all sizes together have", () => {
    expect(
      growthExponent([
        [1, 1],
        [10, 1],
        [100, 100],
      ]),
    ).toBeCloseTo(1);
  });

  it("is unknown with one size, or with a cost below the floor", () => {
    expect(
      growthExponent([
        [10, 1],
        [10, 2],
      ]),
    ).toBeUndefined();
    expect(
      growthExponent([
        [10, -0.1],
        [100, 2],
      ]),
    ).toBeUndefined();
  });
});
