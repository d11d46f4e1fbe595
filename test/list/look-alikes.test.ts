import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { noEntries } from "../../provider/list/entries";
import { findLookAlikes } from "../../provider/list/look-alikes";
import { bundles, entries } from "./entries";

describe("findLookAlikes", () => {
  it("finds missing entries that are in the list in another letter case", () => {
    const observed = entries({ appBundles: ["com.example.app", "com.other"], websites: ["A.example"] });
    const missing = entries({ appBundles: ["com.Example.App", "com.gone"], websites: ["a.example"] });
    expect(findLookAlikes(missing, observed)).toEqual([
      ["com.Example.App", "com.example.app"],
      ["a.example", "A.example"],
    ]);
  });

  it("does not look for an entry among those of another kind nor if the list is not shown", () => {
    expect(findLookAlikes(entries({ websites: ["A.example"] }), bundles("a.example"))).toEqual([]);
    expect(
      findLookAlikes(
        bundles("com.A"),
        byKind(() => undefined),
      ),
    ).toEqual([]);
    expect(findLookAlikes(noEntries, bundles("com.a"))).toEqual([]);
  });
});
