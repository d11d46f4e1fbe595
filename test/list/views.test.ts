import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { findLookAlikes, seenViews } from "../../provider/list/views";
import { bundles, entries } from "./entries";

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
