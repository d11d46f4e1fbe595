import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { printListed, type ListedEntry } from "../../provider/list/listed-entries";
import { describeSkipped } from "../../provider/list/skipped-entries";
import { listedAt } from "./listed-at";

const today = "2026-11-21";

function descriptionOf(appBundles: readonly (string | ListedEntry)[]): readonly string[] {
  const all = { appBundles, placementIds: [], websites: [] };
  return describeSkipped(byKind((kind) => printListed(kind, kind, all[kind], today)));
}

describe("describeSkipped", () => {
  it("returns nothing if all entries are declared", () => {
    expect(descriptionOf(["com.a", { entry: "com.b", until: today }])).toEqual([]);
  });

  it("names the first expired entries, with their expiry date and their place", () => {
    expect(descriptionOf([listedAt("apps.csv:2", { entry: "com.a", until: "2026-11-20" })])).toEqual([
      '1 app bundle has expired and is no longer declared: "com.a" (until 2026-11-20, apps.csv:2).',
    ]);
    const five = Array.from({ length: 5 }, (_, index) => ({ entry: `com.app${index}`, until: "2026-01-31" }));
    expect(descriptionOf(five).join("")).toMatch(/"com\.app4" \(until 2026-01-31\)\.$/u);
    const many = Array.from({ length: 1207 }, (_, index) => ({ entry: `com.app${index}`, until: "2026-01-31" }));
    expect(descriptionOf(many)).toEqual([
      '1,207 app bundles have expired and are no longer declared: "com.app0" (until 2026-01-31), ' +
        '"com.app1" (until 2026-01-31), "com.app2" (until 2026-01-31), "com.app3" (until 2026-01-31), ' +
        '"com.app4" (until 2026-01-31) and 1,202 more.',
    ]);
  });

  it("counts the lines that repeat an entry", () => {
    expect(descriptionOf(["com.a", "com.a"])).toEqual([
      "1 line repeats app bundles of other lines; each is declared once.",
    ]);
    expect(descriptionOf(["com.a", "com.a", "com.b", "com.b"])).toEqual([
      "2 lines repeat app bundles of other lines; each is declared once.",
    ]);
  });
});
