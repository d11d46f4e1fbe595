import { describe, expect, it } from "vitest";
import { byKind, formatKindCount, kinds, kindName } from "../../provider/list/kinds";
import { count, noEntries } from "../../provider/list/entries";
import { entries } from "./entries";

describe("the kinds of entries", () => {
  it("have one value each in what is made by kind, in the order of the kinds", () => {
    expect(Object.entries(byKind((kind) => kind))).toEqual(kinds.map((kind) => [kind, kind]));
  });

  it("are counted together", () => {
    expect(count(noEntries)).toBe(0);
    expect(count(entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] }))).toBe(3);
  });

  it.each([
    ["appBundles", 1, "1 app bundle"],
    ["appBundles", 0, "0 app bundles"],
    ["placementIds", 10_000, "10,000 placement IDs"],
    ["websites", 1, "1 website"],
    ["websites", 2, "2 websites"],
  ] as const)("are named with their number: %s, %d", (kind, count, words) => {
    expect(formatKindCount(kind, count)).toBe(words);
    expect(words.endsWith(kindName(kind, count))).toBe(true);
  });
});
