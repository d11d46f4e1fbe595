import { describe, expect, it } from "vitest";
import { noEntries, type Entries } from "../../provider/list/entries";
import { kinds } from "../../provider/list/kinds";
import {
  believedViews,
  findLookAlikes,
  knownEntries,
  seenEntries,
  seenViews,
  unmanagedEntries,
  unseen,
  type Views,
} from "../../provider/list/views";
import { expectForAll, someEntries, someViews } from "./arbitraries";
import { bundles, entries } from "./entries";

/** Asserts what holds for each kind of a list, however it is known. */
function expectOf(
  expectation: (
    view: Views[keyof Views],
    of: (all: Entries) => Entries[keyof Entries],
    some: Entries,
    views: Views,
  ) => void,
) {
  expectForAll(someViews, someEntries, (views, some) => {
    for (const kind of kinds) expectation(views[kind], (all) => all[kind], some, views);
  });
}

describe("a list as it is known", () => {
  it("shows the entries of the kinds that were seen, and no others", () => {
    expectOf(({ basis }, of, some, views) => {
      expect(of(seenEntries(views))).toEqual(of(basis === "seen" ? knownEntries(views) : noEntries));
      expect(of(unseen(views, some))).toEqual(of(basis === "seen" ? noEntries : some));
    });
  });

  it("has as unmanaged only what was seen", () => {
    const views = {
      ...seenViews(bundles("com.a", "com.b", "com.c")),
      websites: believedViews(entries({ websites: ["b.example"] })).websites,
    };
    const managed = entries({ appBundles: ["com.b", "com.z"], websites: ["a.example"] });
    expect(unmanagedEntries(views, managed)).toEqual(bundles("com.a", "com.c"));
  });
});

describe("entries that a list contains in another spelling", () => {
  it.each([
    ["letter case", bundles("com.Example.App", "com.gone"), bundles("com.example.app", "com.other"), "com.example.app"],
    ["the prefix of an ID", bundles("id123"), bundles("123"), "123"],
    [
      "scheme and slash",
      entries({ websites: ["https://a.example/"] }),
      entries({ websites: ["a.example"] }),
      "a.example",
    ],
  ])("are found: %s", (_, missing, listed, stored) => {
    expect(findLookAlikes(missing, seenViews(listed)).map(([, other]) => other)).toEqual([stored]);
  });

  it("are not the same entry, nor those of another kind", () => {
    expect(findLookAlikes(bundles("com.a"), seenViews(bundles("com.a")))).toEqual([]);
    expect(findLookAlikes(entries({ websites: ["A.example"] }), seenViews(bundles("a.example")))).toEqual([]);
    expect(findLookAlikes(noEntries, seenViews(bundles("com.a")))).toEqual([]);
  });
});
