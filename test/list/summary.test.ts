import { describe, expect, it } from "vitest";
import { areEqual, noEntries } from "../../provider/list/entries";
import { formatCounts, nameList, describeEntries, summarize, describeExpired } from "../../provider/list/summary";
import { anyText, expectForAll, someEntries } from "./arbitraries";
import { bundles, entries, numbered } from "./entries";
import { byKind } from "../../provider/list/kinds";
import { readListed, type ListedEntry } from "../../provider/list/listed-entries";
import { listedAt } from "./listed-at";

describe("the line about a change", () => {
  it("reports additions, removals, the new total, and the share that is removed", () => {
    const line = "+18 −19 app bundles → 9,981 entries, removes 19 of 9,982 entries (0.2%)";
    expect(summarize(numbered(9982), numbered(9981, 19))).toBe(line);
  });

  it.each([
    [
      "only additions",
      bundles("com.a"),
      bundles("com.a", "com.b", "com.c"),
      '+2 app bundles → 3 entries: +"com.b" +"com.c"',
    ],
    [
      "only removals",
      bundles("com.a", "com.b"),
      bundles("com.a"),
      '−1 app bundle → 1 entry, removes 1 of 2 entries (50%): −"com.b"',
    ],
    ["the first entries", noEntries, numbered(1200), "+1,200 app bundles → 1,200 entries"],
    [
      "the last entries",
      numbered(1200),
      noEntries,
      "−1,200 app bundles → 0 entries, removes 1,200 of 1,200 entries (100%)",
    ],
    [
      "several kinds, of which one stays as it is",
      entries({ appBundles: ["com.a"], placementIds: ["1-a"], websites: ["a.example"] }),
      entries({ appBundles: ["com.a"], placementIds: ["2-b"], websites: ["a.example", "b.example"] }),
      '+1 −1 placement IDs, +1 website → 4 entries, removes 1 of 3 entries (33.3%): +"2-b" −"1-a" +"b.example"',
    ],
  ])("is short for %s", (_, before, after, line) => {
    expect(summarize(before, after)).toBe(line);
  });

  it("names the entries of a small change, up to six of them", () => {
    expect(summarize(bundles("com.a", "com.b"), bundles("com.b", "com.c"), "block")).toBe(
      '+1 app bundle blocked, −1 no longer blocked → 2 entries, removes 1 of 2 entries (50%): +"com.c" −"com.a"',
    );
    expect(summarize(noEntries, numbered(6))).toContain('+"com.app4" +"com.app5"');
    expect(summarize(noEntries, numbered(7))).toBe("+7 app bundles → 7 entries");
  });

  it("names up to six removals of any change", () => {
    const line = '+100 −2 app bundles → 100 entries, removes 2 of 2 entries (100%): −"com.a" −"com.b"';
    expect(summarize(bundles("com.a", "com.b"), numbered(100))).toBe(line);
    expect(summarize(numbered(7), bundles("com.a"))).toBe("+1 −7 app bundles → 1 entry, removes 7 of 7 entries (100%)");
  });

  it("is there exactly when something changes", () => {
    expectForAll(someEntries, someEntries, (before, after) => {
      expect(summarize(before, after) === undefined).toBe(areEqual(before, after));
      expect(summarize(before, before)).toBeUndefined();
    });
  });
});

describe("nameList", () => {
  it("names a list by its ID, and by its name if it has one", () => {
    expect(nameList(4321, undefined)).toBe("app list 4321");
    expect(nameList(4321, "")).toBe("app list 4321");
    expect(nameList(4321, 'the "safe" one')).toBe('app list 4321 "the \\"safe\\" one"');
  });

  it("escapes control and invisible characters of the name", () => {
    expectForAll(anyText, (name) => {
      expect(nameList(1, name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    });
  });
});

describe("formatCounts", () => {
  it.each([
    ["no entries", noEntries],
    ["1 app bundle", bundles("com.a")],
    ["2 app bundles and 1 website", entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] })],
    [
      "1 app bundle, 2 placement IDs, and 1 website",
      entries({ appBundles: ["com.a"], placementIds: ["1-a", "2-b"], websites: ["a.example"] }),
    ],
  ])("prints %s", (words, some) => {
    expect(formatCounts(some)).toBe(words);
  });
});

describe("describeEntries", () => {
  it("counts entries, and names up to five of them in one order", () => {
    expect(describeEntries(noEntries)).toBe("no entries");
    const some = entries({ appBundles: ["com.b", "com.a"], websites: ["a.example"] });
    expect(describeEntries(some)).toBe('2 app bundles and 1 website ("com.a", "com.b", "a.example")');
    expect(describeEntries(some, { most: 1 })).toBe('2 app bundles and 1 website ("com.a" and 2 more)');
    expect(describeEntries(numbered(6))).toContain('"com.app4" and 1 more)');
  });

  it("only counts the secret ones", () => {
    const some = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
    const secret = new Set(["websites"]);
    expect(describeEntries(some, { secret })).toBe('1 app bundle and 2 websites ("com.a"; 2 secret)');
    expect(describeEntries({ ...some, appBundles: noEntries.appBundles }, { secret })).toBe("2 websites (2 secret)");
  });
});

const today = "2026-11-21";

function descriptionOf(appBundles: readonly (string | ListedEntry)[]): readonly string[] {
  const all = { appBundles, placementIds: [], websites: [] };
  return describeExpired(byKind((kind) => readListed(kind, all[kind], today)));
}

describe("describeExpired", () => {
  it("returns nothing if all entries are declared", () => {
    expect(descriptionOf(["com.a", { entry: "com.b", until: today }])).toEqual([]);
  });

  it("names the first expired entries, with their expiry date and their place", () => {
    const expired = (size: number) => Array.from({ length: size }, (_, index) => ({ entry: `com.app${index}`, until }));
    const [until, place] = ["2026-01-31", listedAt("apps.csv:2", { entry: "com.a", until: "2026-11-20" })];
    const one = '1 app bundle has expired and is no longer declared: "com.a" (until 2026-11-20, apps.csv:2).';
    expect(descriptionOf([place])).toEqual([one]);
    const many = "app bundles have expired and are no longer declared:";
    const five = expired(5)
      .map(({ entry }) => `"${entry}" (until 2026-01-31)`)
      .join(", ");
    expect(descriptionOf(expired(5))).toEqual([`5 ${many} ${five}.`]);
    expect(descriptionOf(expired(1207))).toEqual([`1,207 ${many} ${five} and 1,202 more.`]);
  });
});
