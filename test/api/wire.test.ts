import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { changeBody, join, split } from "../../provider/api/wire";

const entry = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => !text.includes(",") && text.trim() === text);

describe("comma-separated entries", () => {
  it("are split as they were joined", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry), (entries) => {
        expect(split(join(entries))).toEqual(EntrySet.of(entries));
      }),
    );
  });

  it("do not depend on the order of the entries", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry), (entries) => {
        expect(join(entries.toReversed())).toBe(join(entries));
      }),
    );
  });

  it("are sorted by code unit", () => {
    expect(join(["b", "a", "B", "10", "2"])).toBe("10,2,B,a,b");
  });

  it("are split without whitespace and without empty ones", () => {
    expect(split(" com.example.one ,, com.example.two,\n")).toEqual(
      EntrySet.of(["com.example.one", "com.example.two"]),
    );
    expect(split("")).toEqual(EntrySet.none);
  });
});

describe("the body of a change", () => {
  it("has only the kinds that have entries", () => {
    expect(changeBody({ ...noEntries, placementIds: EntrySet.of(["2-b", "1-a"]) })).toEqual({
      placement_ids: "1-a,2-b",
    });
    expect(
      changeBody({
        appBundles: EntrySet.of(["a.b"]),
        placementIds: EntrySet.none,
        websites: EntrySet.of(["example.com"]),
      }),
    ).toEqual({ app_bundles: "a.b", websites: "example.com" });
  });
});
