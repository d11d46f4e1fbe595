import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteList, quote } from "../../provider/common/quote";
import { findEntryProblem, reservedAppBundlePrefix } from "../../provider/list/entry";
import { join, split } from "../../provider/api/app-list";
import { anyEntry, anyKind, anyText, expectForAll } from "./arbitraries";

const notPrintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe("an accepted entry", () => {
  it.each([
    "com.example.app",
    "com.Example.App",
    "123456789",
    "id123456789",
    "B00ABCDEFG",
    "roku:12345",
    "G15168009105",
    "a#b",
    "äpp.😀",
    "__proto__",
    "constructor",
    "invalid.pulumiapplister",
  ])("may be an app bundle or a website such as %s", (entry) => {
    expect(findEntryProblem("appBundles", entry)).toBeUndefined();
    expect(findEntryProblem("websites", entry)).toBeUndefined();
  });

  it("may be a website that begins as the app bundles do that are reserved", () => {
    expect(findEntryProblem("websites", `${reservedAppBundlePrefix}x`)).toBeUndefined();
  });

  it.each(["1001-a1b2c3", "0-x", "12-a-b", "7-😀"])("may be a placement ID such as %s", (entry) => {
    expect(findEntryProblem("placementIds", entry)).toBeUndefined();
  });

  it("is accepted by the rules for any characters", () => {
    const text = fc.string({ unit: fc.constantFrom(..."invalid.pulumiapplist.INV-_/:?=&%~,# 019") });
    expectForAll(anyKind, fc.oneof(text, anyText), (kind, entry) => {
      // The last letter is none of those that are known to be harmless.
      if (findEntryProblem(kind, entry) === undefined) expect(findEntryProblem(kind, `${entry}ä`)).toBeUndefined();
    });
  });

  it("survives a request unchanged, alone and among others", () => {
    const some = anyKind.chain((kind) => fc.array(anyEntry(kind)));
    expectForAll(some, (entries) => {
      expect([...split(join(new Set(entries)))]).toEqual([...new Set(entries)].toSorted());
    });
  });

  it("survives UTF-8 and JSON unchanged", () => {
    const survives = (entry: string): void => {
      expect(new TextDecoder().decode(new TextEncoder().encode(entry))).toBe(entry);
      expect(JSON.parse(JSON.stringify(entry))).toBe(entry);
    };
    expectForAll(anyKind.chain(anyEntry), survives);
  });

  it("contains nothing that separates entries, lines or notes", () => {
    expectForAll(anyKind, anyText, (kind, text) => {
      if (findEntryProblem(kind, text) !== undefined) return;
      expect(text).not.toBe("");
      expect(text).not.toMatch(/[\s,\p{Cc}\p{Cs}]/u);
    });
  });
});

describe("a refused entry", () => {
  it.each([
    ["appBundles", "", "is empty"],
    ["appBundles", "com.a,com.b", "contains a comma, which separates entries in a request: write two entries"],
    ["websites", ",", "contains a comma, which separates entries in a request: write two entries"],
    ["appBundles", "com.a\ncom.b", "contains a line break: write one entry per line"],
    ["appBundles", "com.a\r", "contains a line break: write one entry per line"],
    ["appBundles", " com.a", "has whitespace at its beginning or end"],
    ["appBundles", "com.a\t", "has whitespace at its beginning or end"],
    ["appBundles", "\ufeffcom.a", "has whitespace at its beginning or end"],
    ["appBundles", "com.a\u00a0", "has whitespace at its beginning or end"],
    ["appBundles", " ", "has whitespace at its beginning or end"],
    ["appBundles", "com a", "contains whitespace; a note starts with a space and #, or is the note of { entry, note }"],
    [
      "appBundles",
      "com\u2028a",
      "contains whitespace; a note starts with a space and #, or is the note of { entry, note }",
    ],
    ["appBundles", "com.\u200ba", "contains an invisible character"],
    ["websites", "#a.example", "starts with #, which starts a note"],
    ["appBundles", "com\u0000a", "contains a control character"],
    ["appBundles", "com.a\u007f", "contains a control character"],
    ["appBundles", "com.a\u0085", "contains a control character"],
    ["appBundles", "com\ud800a", "contains half of a surrogate pair, so it is not valid Unicode"],
    ["websites", "\udc00", "contains half of a surrogate pair, so it is not valid Unicode"],
    ["placementIds", "1001", "does not have the form <number>-<token>"],
    ["placementIds", "1001-", "does not have the form <number>-<token>"],
    ["placementIds", "-a", "does not have the form <number>-<token>"],
    ["placementIds", "x1-a", "does not have the form <number>-<token>"],
    ["placementIds", "١-a", "does not have the form <number>-<token>"],
    [
      "appBundles",
      `${reservedAppBundlePrefix}x`,
      "starts with invalid.pulumiapplist., which is reserved for reading lists",
    ],
  ] as const)("of %s, %j, has a reason", (kind, entry, problem) => {
    expect(findEntryProblem(kind, entry)).toBe(problem);
  });
});

describe("quote", () => {
  it("shows a plain entry in quotes, and escapes what a terminal would act on", () => {
    expect(quote("com.example.App")).toBe('"com.example.App"');
    expect(quote('a"b\\')).toBe('"a\\"b\\\\"');
    expect(quote("a\nb\u001b[2J")).toBe('"a\\u{a}b\\u{1b}[2J"');
    expect(quote("a\u2028b\u2029")).toBe('"a\\u{2028}b\\u{2029}"');
    expect(quote("a\u009b2J\u202eb\u200b")).toBe('"a\\u{9b}2J\\u{202e}b\\u{200b}"');
  });

  it("shortens a long entry", () => {
    expect(quote("x".repeat(80))).toBe(`"${"x".repeat(80)}"`);
    expect(quote("x".repeat(81))).toBe(`"${"x".repeat(80)}…"`);
  });

  it("never lets a control character, an invisible one or a broken one through", () => {
    const long = fc.array(anyText, { minLength: 20 }).map((parts) => parts.join(""));
    expectForAll(fc.oneof(anyText, long), (text) => {
      expect(quote(text)).not.toMatch(notPrintable);
    });
  });

  it("shows different short entries differently", () => {
    expectForAll(anyKind.chain(anyEntry), anyKind.chain(anyEntry), (one, other) => {
      if (one === other || Math.max(one.length, other.length) > 80) return;
      expect(quote(one)).not.toBe(quote(other));
    });
  });
});

describe("quoteList", () => {
  it("names the first few and counts the others", () => {
    expect(quoteList([])).toBe("");
    expect(quoteList(["com.a"])).toBe('"com.a"');
    expect(quoteList(new Set(["a", "b", "c", "d", "e"]))).toBe('"a", "b", "c", "d", "e"');
    expect(quoteList(["a", "b", "c", "d", "e", "f"])).toBe('"a", "b", "c", "d", "e" and 1 more');
    expect(quoteList(["0", "1", ...Array.from({ length: 1000 }, () => "x")], 2)).toBe('"0", "1" and 1,000 more');
  });

  it("stays on one line whatever the entries are", () => {
    expectForAll(fc.array(anyText), (texts) => {
      expect(quoteList(texts)).not.toMatch(notPrintable);
    });
  });
});
