import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntryProblem, reservedAppBundlePrefix } from "../../provider/list/entry";
import { anyKind, anyText, expectForAll } from "./arbitraries";

describe("an accepted entry", () => {
  const accepted =
    "com.example.app com.Example.App 123456789 id123456789 B00ABCDEFG roku:12345 G15168009105 a#b äpp.😀 __proto__ " +
    "constructor invalid.pulumiapplister";
  it.each(accepted.split(" "))("may be an app bundle or a website such as %s", (entry) => {
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

  it("contains nothing that separates entries, lines or notes", () => {
    expectForAll(anyKind, anyText, (kind, text) => {
      if (findEntryProblem(kind, text) !== undefined) return;
      expect(text).not.toBe("");
      expect(text).not.toMatch(/[\s,\p{Cc}\p{Cs}]/u);
    });
  });
});

describe("a rejected entry", () => {
  const space = "contains whitespace; a note starts with a space and #, or is the note of { entry, note }";
  it.each([
    ["appBundles", "is empty", [""]],
    ["appBundles", "contains a comma, the separator in requests", ["com.a,com.b", "343,200", ",", "a.example,"]],
    ["appBundles", "contains a line break: write one entry per line", ["com.a\ncom.b", "com.a\r"]],
    ["appBundles", "has whitespace at its beginning or end", [" com.a", "com.a\t", "\ufeffcom.a", "com.a\u00a0", " "]],
    ["appBundles", space, ["com a", "com\u2028a"]],
    ["appBundles", "contains an invisible character", ["com.\u200ba"]],
    ["websites", "starts with #, the start of a note", ["#a.example"]],
    ["appBundles", "contains a control character", ["com\u0000a", "com.a\u007f", "com.a\u0085"]],
    ["appBundles", "contains half of a surrogate pair, so it is not valid Unicode", ["com\ud800a"]],
    ["websites", "contains half of a surrogate pair, so it is not valid Unicode", ["\udc00"]],
    ["placementIds", "does not have the form <number>-<token>", ["1001", "1001-", "-a", "x1-a", "١-a"]],
    ["appBundles", "starts with invalid.pulumiapplist., the prefix for reading lists", [`${reservedAppBundlePrefix}x`]],
  ] as const)("of %s %s: %j", (kind, problem, all) => {
    for (const entry of all) expect([entry, findEntryProblem(kind, entry)]).toEqual([entry, problem]);
  });
});
