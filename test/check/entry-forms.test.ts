import { describe, expect, it } from "vitest";
import { kinds, type Kind } from "../../provider/list/kinds";
import { findDeclaredProblem, findNoMatch, isFiller } from "../../provider/check/entry-forms";

function reasonOf(kind: Kind | undefined, entry: string): string | undefined {
  const { problem, advice } = findNoMatch(kind, entry) ?? {};
  return advice === undefined ? problem : `${problem}: ${advice}`;
}

describe("an entry that can never match", () => {
  const fillers =
    "total totals Total: TOTAL grand_total GrandTotal Sub-total Total:Account suma Gesamt:Konto sous-total blank " +
    "TBD keine gesamt Summe sum null None n/a N/A na NaN unknown (unknown) undefined other Others true FALSE 0 " +
    "000 - -- ... — / [none] app_bundle Bundle_ID app-id entries website domain note Reason remarks expires " +
    "valid_until App_Name";
  it.each(fillers.split(" "))("is a filler or the name of a column, such as %s, of every kind", (entry) => {
    for (const kind of ["appBundles", "placementIds", "websites", undefined] as const)
      expect(findNoMatch(kind, entry)).toEqual({ problem: "is a filler or the name of a column, and no entry" });
    expect(isFiller(` ${entry} `)).toBe(true);
  });

  it.each<[entry: string, character: string, ids?: string]>([
    ["com.example.a;com.example.b", '";"', '2 entries, one per line: "com.example.a", "com.example.b"'],
    ["com.example.a&hl=en", '"&"', '"com.example.a"'],
    ["com.example.d&amp;", '"&"', '"com.example.d"'],
    ["id=com.example.b", '"="', '"com.example.b"'],
    ["=com.example.b", '"="', '"com.example.b"'],
    ["id343200656?mt=8&pt=118420", '"?"', '"id343200656"'],
    ["com.example.app%20", '"%"'],
    ["Puzzle(id343200656)", '"("', '"id343200656"'],
    ["<com.example.app>", '"<"', '"com.example.app"'],
    ["[343200656]", '"["', '"343200656"'],
    ["com.example.*", '"*"'],
    ["com.example.app*", '"*"'],
    ["com.${name}.app", '"$"'],
    ["{0f8fad5b-d9cb-469f-a165-70867728950e}", '"{"'],
    ["com.example\\app", String.raw`"\\"`],
    ["com.o'reilly.app", `"'"`],
    ["100%", '"%"'],
    ["netflix;hulu", '";"'],
    ["соm.example.puzzle", '"с" (U+0441)'],
    ["com.example.äpp", '"ä" (U+00E4)'],
    ["com.example‑game", '"‑" (U+2011)'],
    ["com.example™", '"™" (U+2122)'],
    ["com.o’reilly.app", '"’" (U+2019)'],
  ])("is an app bundle with a character of a link, a formula, or outside ASCII, which is shown: %s", (...row) => {
    const [entry, character, ids] = row;
    const advice = ids === undefined ? "" : `: write ${ids}`;
    expect(reasonOf("appBundles", entry)).toBe(`contains ${character}, which no app bundle contains${advice}`);
    expect(reasonOf("websites", `${entry}.com`)).toBeUndefined();
  });

  it.each([
    [
      "com.example.e|com.example.f",
      'contains "|", which no app bundle contains: write 2 entries, one per line: "com.example.e", "com.example.f"',
    ],
    ["mobileapp::2-com.example.puzzle", 'has a prefix that no app bundle has: write "com.example.puzzle"'],
    ["343.200.656", 'is a number with separators: write "343200656"'],
    ["1'234'567", 'is a number with separators: write "1234567"'],
    ["1’234’567", 'is a number with separators: write "1234567"'],
    ["com..example", "contains two dots in a row"],
    ["com.example.app.", 'has other characters around its ID: write "com.example.app"'],
    ["mobileapp:2-com.example.a", 'has a prefix that no app bundle has: write "com.example.a"'],
    ["package:com.example.a", 'has a prefix that no app bundle has: write "com.example.a"'],
    ["package:/data/app/base.apk=com.example.a", 'has a prefix that no app bundle has: write "com.example.a"'],
    ["android:com.example.a", 'has a prefix that no app bundle has: write "com.example.a"'],
    ["ios:343200656", 'has a prefix that no app bundle has: write "343200656"'],
    ["google_play:netflix", "has a prefix that no app bundle has"],
    ["com.example.a/.Main$Inner", 'has other characters around its ID: write "com.example.a"'],
    ["com.example.a/com.example.b.Main", 'has other characters around its ID: write "com.example.a"'],
    ["com.example.a@1.2.3-beta", 'has other characters around its ID: write "com.example.a"'],
    ["||com.example.a^", 'has other characters around its ID: write "com.example.a"'],
    ["@@||com.example.a", 'has other characters around its ID: write "com.example.a"'],
    [".com.example.a", 'has other characters around its ID: write "com.example.a"'],
    ["com.example.a/", 'has other characters around its ID: write "com.example.a"'],
    ["+343200656", 'has other characters around its ID: write "343200656"'],
    ["/data/app/base.apk=x", 'contains "=", which no app bundle contains'],
  ])("is an app bundle in the form of another program, in any letter case: %s", (entry, problem) => {
    expect(reasonOf("appBundles", entry)).toBe(problem);
    expect(reasonOf("appBundles", entry.toUpperCase())?.toUpperCase()).toBe(problem.toUpperCase());
    expect(reasonOf("websites", `${entry}.example`)).toBeUndefined();
  });

  it.each(["com", "DE", ".net"])("is a top-level domain alone, such as %s, of app bundles and websites", (entry) => {
    for (const kind of ["appBundles", "websites", undefined] as const)
      expect(reasonOf(kind, entry)).toBe("is a top-level domain alone");
  });
});

it.each([
  ["3.43200656E8", 'write "343200656"'],
  ["343200656.0", 'write "343200656"'],
  ["343200656.5", "enter it again, as text"],
  ["1.5E8", "enter it again, as text"],
  ["1.23457E+09", "enter it again, as text"],
  ["1,23457E+09", "enter it again, as text"],
  ["2E+10", "enter it again, as text"],
  ["1.5E-8", "enter it again, as text"],
])("a number that a spreadsheet may have rounded is an entry of no kind: %s", (entry, advice) => {
  const problem = "is a number with decimals or an exponent";
  for (const kind of kinds) expect(findDeclaredProblem(kind, entry)).toEqual({ problem, advice });
});
