import { describe, expect, it } from "vitest";
import { formatCount, formatShare, plural } from "../../provider/common/format";

describe("formatShare", () => {
  it.each([
    [19, 9982, "0.2%"],
    [40, 100, "40%"],
    [1, 3, "33.3%"],
    [1, 10_000, "under 0.1%"],
    [1, 1000, "0.1%"],
    [0, 10, "0%"],
    [0, 0, "0%"],
    [10, 10, "100%"],
  ])("of %d in %d is %s", (part, whole, share) => {
    expect(formatShare(part, whole)).toBe(share);
  });
});

describe("a count", () => {
  it("has separators of thousands, and a noun in its number", () => {
    expect(formatCount(10_000)).toBe("10,000");
    expect(plural(1, "file")).toBe("1 file");
    expect(plural(10_000, "entry", "entries")).toBe("10,000 entries");
  });
});
