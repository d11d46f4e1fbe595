import { describe, expect, it } from "vitest";
import { byKind, formatKindCount } from "../../provider/list/kinds";

describe("the kinds of entries", () => {
  it("are named with their number", () => {
    const words = [1, 0, 10_000].map((count) => byKind((kind) => formatKindCount(kind, count)));
    expect(words).toEqual([
      { appBundles: "1 app bundle", placementIds: "1 placement ID", websites: "1 website" },
      { appBundles: "0 app bundles", placementIds: "0 placement IDs", websites: "0 websites" },
      { appBundles: "10,000 app bundles", placementIds: "10,000 placement IDs", websites: "10,000 websites" },
    ]);
  });
});
