import { describe, expect, it } from "vitest";
import { findNoMatch, isFiller } from "../../provider/list/no-match";

describe("an app bundle that may match", () => {
  const valid: Readonly<Record<string, string>> = {
    android: "com.example.game com.Example.Game air.com.studio.Puzzle a.b de.zeit.online com.example.app_v2 com.x.y1",
    apple: "343200656 id343200656 ID343200656 1234567890 com.example-studio.game com.example.My-App com.a.total",
    televisions:
      "netflix evKhCgZelL PlutoTV 12345 2285 151908 roku:12345 12345_abcdef G12345 G15168009105 3201512006785 " +
      "111299001912 vizio.watchfree com.webos.app.livetv lgappstv:1234 tizen-abc123.Player B00EXAMPLE B0NTIMES01 " +
      "amzn1.devportal.mobileapp.0a1b2c CTV-app tubi youtube sling hulu",
    microsoft:
      "9WZDNCRFJ3TJ 9NBLGGH4NNS1 Microsoft.Name_8wekyb3d8bbwe!App Microsoft.Name_8wekyb3d8bbwe " +
      "4DF9E0F8.Netflix_mcm4njqhnhss8 0f8fad5b-d9cb-469f-a165-70867728950e",
    exchanges:
      "exchange|12345 exchange|com.example.app ca-app-pub-1~2 ca-app-pub-3940256099942544~3347511713 mp/12345 " +
      "DT.987654 smaato-1100042 pub/abc/9 X1:Y2 900001 app@publisher a+b 12E5 5e10 1.2.3 192.168.1 1.23456 nav " +
      "sumo others.app unknown.app nullable totally trueid note.taking site-42 com.example.note 100 x|y",
  };
  const all = Object.entries(valid).flatMap(([store, ids]) => ids.split(" ").map((id) => [id, store] as const));

  it.each(all)("is not named: %s (%s)", (id) => {
    expect(findNoMatch("appBundles", id)).toBeUndefined();
  });
});

describe("an entry that can never match", () => {
  const fillers =
    "total totals Total: TOTAL grand_total GrandTotal gesamt Summe sum null None n/a N/A na NaN unknown (unknown) " +
    "undefined other Others true FALSE 0 000 - -- ... — / [none] app_bundle Bundle_ID app-id entries website domain " +
    "note Reason remarks expires valid_until App_Name";
  it.each(fillers.split(" "))("is a filler or the name of a column, such as %s, of every kind", (entry) => {
    for (const kind of ["appBundles", "placementIds", "websites", undefined] as const)
      expect(findNoMatch(kind, entry)).toBe("is a filler or the name of a column, and no entry");
    expect(isFiller(` ${entry} `)).toBe(true);
  });

  it.each([
    [
      "com.example.a;com.example.b",
      'contains ";", which no app bundle contains: write 2 entries, one per line: "com.example.a", "com.example.b"',
    ],
    ["com.example.d;", 'contains ";", which no app bundle contains: write "com.example.d"'],
    ["com.example.a&hl=en", 'contains "&", which no app bundle contains: write "com.example.a"'],
    ["com.example.d&amp;", 'contains "&", which no app bundle contains: write "com.example.d"'],
    ["id=com.example.b", 'contains "=", which no app bundle contains: write "com.example.b"'],
    ["=com.example.b", 'contains "=", which no app bundle contains: write "com.example.b"'],
    ["details?id=com.example.c&hl=de", 'contains "?", which no app bundle contains: write "com.example.c"'],
    ["id343200656?mt=8&pt=118420", 'contains "?", which no app bundle contains: write "id343200656"'],
    ["com.example.app%20", 'contains "%", which no app bundle contains: write "com.example.app"'],
    ["com%2Eexample%2Eapp", 'contains "%", which no app bundle contains: write "com.example.app"'],
    ["Puzzle(id343200656)", 'contains "(", which no app bundle contains: write "id343200656"'],
    ["<com.example.app>", 'contains "<", which no app bundle contains: write "com.example.app"'],
    ["[343200656]", 'contains "[", which no app bundle contains: write "343200656"'],
    ["com.example.*", 'contains "*", which no app bundle contains'],
    ["com.example.app*", 'contains "*", which no app bundle contains'],
    ["com.${name}.app", 'contains "$", which no app bundle contains'],
    ["{0f8fad5b-d9cb-469f-a165-70867728950e}", 'contains "{", which no app bundle contains'],
    ["com.example\\app", String.raw`contains "\\", which no app bundle contains`],
    ["com.o'reilly.app", `contains "'", which no app bundle contains`],
    ["100%", 'contains "%", which no app bundle contains'],
    ["netflix;hulu", 'contains ";", which no app bundle contains'],
  ])("is an app bundle with a character of a link or a formula: %s", (entry, problem) => {
    expect(findNoMatch("appBundles", entry)).toBe(problem);
    expect(findNoMatch("websites", entry)).toBeUndefined();
  });

  it.each([
    ["соm.example.puzzle", 'contains "с" (U+0441), which no app bundle contains'],
    ["com.example.äpp", 'contains "ä" (U+00E4), which no app bundle contains'],
    ["com.example‑game", 'contains "‑" (U+2011), which no app bundle contains: write "com.example-game"'],
    ["com.example–game2", 'contains "–" (U+2013), which no app bundle contains: write "com.example-game2"'],
    ["com․example.three", 'contains "․" (U+2024), which no app bundle contains: write "com.example.three"'],
    ["ｃom.example.wide", 'contains "ｃ" (U+FF43), which no app bundle contains: write "com.example.wide"'],
    ["com.example™", 'contains "™" (U+2122), which no app bundle contains'],
    ["com.😀.app", 'contains "😀" (U+1F600), which no app bundle contains'],
    ["com.o’reilly.app", 'contains "’" (U+2019), which no app bundle contains'],
  ])("is an app bundle with a character outside ASCII, which is shown: %s", (entry, problem) => {
    expect(findNoMatch("appBundles", entry)).toBe(problem);
    expect(findNoMatch("websites", entry)).toBeUndefined();
  });

  it.each([
    [
      "com.example.e|com.example.f",
      'contains several IDs: write 2 entries, one per line: "com.example.e", "com.example.f"',
    ],
    ["mobileapp::2-com.example.puzzle", 'has the prefix of another platform: write "com.example.puzzle"'],
    ["mobileapp::1-343200656", 'has the prefix of another platform: write "343200656"'],
    ["343.200.656", 'is a number with separators: write "343200656"'],
    ["1'234'567", 'is a number with separators: write "1234567"'],
    ["1’234’567", 'is a number with separators: write "1234567"'],
    ["3.43200656E8", 'is a number with decimals or an exponent: write "343200656"'],
    ["343200656.0", 'is a number with decimals or an exponent: write "343200656"'],
    ["343200656.5", "is a number with decimals or an exponent"],
    ["1.5E8", "is a number with decimals or an exponent"],
    ["1.23457E+09", "is a number with decimals or an exponent"],
    ["2E+10", "is a number with decimals or an exponent"],
    ["1.5E-8", "is a number with decimals or an exponent"],
    ["com..example", "contains two dots in a row"],
    ["com.example...", "contains two dots in a row"],
    ["com.example.app.", 'ends with a dot: write "com.example.app"'],
  ])("is an app bundle in the form of another program: %s", (entry, problem) => {
    expect(findNoMatch("appBundles", entry)).toBe(problem);
    expect(findNoMatch("websites", entry)).toBeUndefined();
  });
});
