import { describe, expect, it } from "vitest";
import { differencesOf, spreadOf } from "../../bench/figures/statistics";

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

it("differencesOf compares the values of the same round, as far as both have one", () => {
  expect(differencesOf([5, 7, 9], [1, 2])).toEqual([4, 5]);
});
