import { describe, expect, it } from "vitest";
import { byKind } from "../../provider/list/kinds";
import { listEntry, printListed, type ListedEntry } from "../../provider/list/listed-entries";
import { remarksOnListed } from "../../provider/list/listed-remarks";

const today = "2026-11-21";

function remarksOn(appBundles: readonly (string | ListedEntry)[]): readonly string[] {
  const all = { appBundles, placementIds: [], websites: [] };
  return remarksOnListed(byKind((kind) => printListed(kind, kind, all[kind], today)));
}

describe("the remarks on listed entries", () => {
  it("are none where all is declared as it stands", () => {
    expect(remarksOn(["com.a", { entry: "com.b", until: today }])).toEqual([]);
  });

  it("name the first entries that have expired, with their last day and their place", () => {
    expect(remarksOn([listEntry({ entry: "com.a", until: "2026-11-20" }, { source: "apps.csv:2" })])).toEqual([
      '1 app bundle has expired and is not declared any more: "com.a" (until 2026-11-20, apps.csv:2).',
    ]);
    const five = Array.from({ length: 5 }, (_, index) => ({ entry: `com.app${index}`, until: "2026-01-31" }));
    expect(remarksOn(five).join("")).toMatch(/"com\.app4" \(until 2026-01-31\)\.$/u);
    const many = Array.from({ length: 1207 }, (_, index) => ({ entry: `com.app${index}`, until: "2026-01-31" }));
    expect(remarksOn(many)).toEqual([
      '1,207 app bundles have expired and are not declared any more: "com.app0" (until 2026-01-31), ' +
        '"com.app1" (until 2026-01-31), "com.app2" (until 2026-01-31), "com.app3" (until 2026-01-31), ' +
        '"com.app4" (until 2026-01-31) and 1,202 more.',
    ]);
  });

  it("count the lines that repeat an entry", () => {
    expect(remarksOn(["com.a", "com.a"])).toEqual([
      "1 line repeats app bundles that are listed already; each counts once.",
    ]);
    expect(remarksOn(["com.a", "com.a", "com.b", "com.b"])).toEqual([
      "2 lines repeat app bundles that are listed already; each counts once.",
    ]);
  });
});
