import { describe, expect, it } from "vitest";
import { findEntryProblem } from "../../provider/list/entry";
import { findDeclaredProblem, findLikelyMistakes } from "../../provider/check/mistakes";

/** App bundles as stores, televisions and exchanges assign them, odd ones that may match, and placement IDs. */
const identifiers: Readonly<Record<string, string>> = {
  placementIds: "10038-accuweather.com 10038-com.example.puzzle 10064-595558452 1-example.com",
  android: "com.example.game com.Example.Game air.com.studio.Puzzle a.b de.zeit.online com.example.app_v2 com.x.y1",
  androidUnusual: "me.lyft.android com.amazon.shop com.play.google.com app.play.google.pay org.x.y2",
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

/** The mistakes in lines that are all app bundles, or of other kinds. */
function mistakesIn(lines: readonly Omit<Parameters<typeof findLikelyMistakes>[0][number], "listed">[], note?: string) {
  const listed = lines.map((line) => ({ ...line, listed: { note } }));
  return Array.from(findLikelyMistakes(listed, "2026-11-21"), ([{ entry, source }, code, mistake]) => [
    source ?? entry,
    code,
    mistake,
  ]);
}

describe("an identifier", () => {
  const all = Object.entries(identifiers).flatMap(([store, ids]) => ids.split(" ").map((id) => [id, store] as const));

  it.each(all)("such as %s (%s) is valid, without a warning", (entry, store) => {
    const kind = store === "placementIds" ? store : "appBundles";
    expect([findEntryProblem(kind, entry), findDeclaredProblem(kind, entry)]).toEqual([undefined, undefined]);
    expect(mistakesIn([{ kind, entry }])).toEqual([]);
  });
});

describe("an entry that nobody means", () => {
  const ofApple = "the ID of the app as your platform shows it, 1234567890 or id1234567890";
  it.each([
    ["https://play.google.com/store/apps/details?id=com.Example.app&hl=de", '"com.Example.app"'],
    ["play.google.com/store/apps/details?hl=de&id=com.example.app#reviews", '"com.example.app"'],
    ["HTTPS://PLAY.GOOGLE.COM/store/apps/details?id=com.example.app", '"com.example.app"'],
    ["https://play.google.com/store/apps/dev?id=5700313618786177705", "the ID of the app"],
    ["https://play.google.com/store/books/details?id=com.example.app", "the ID of the app"],
    ["https://play.google.com/store/apps/details?id=com.example.app%20", "the ID of the app"],
    ["play.google.com/", "the ID of the app"],
    ["https://apps.apple.com/us/app/some-game/id1234567890?l=en", ofApple],
    ["apps.apple.com/app/id1234567890", ofApple],
    ["itunes.apple.com/de/app/some-game/id1234567890", ofApple],
    ["https://apps.apple.com/us/developer/studio/id1234567890", "the ID of the app"],
    ["https://itunes.apple.com/us/album/songs/id1234567890", "the ID of the app"],
    ["https://www.amazon.com/Some-Game/dp/B0NTIMES01/ref=sr_1", '"B0NTIMES01"'],
    ["www.amazon.co.uk/dp/B0NTIMES01", '"B0NTIMES01"'],
    ["https://www.amazon.com/dp/1234567890", "the ID of the app"],
    ["www.amazon.de", "the ID of the app"],
    ["channelstore.roku.com/details/12345/news", "the ID of the app"],
    ["https://appgallery.huawei.com/app/C100000001", "the ID of the app"],
    ["www.samsung.com/us/apps/G15168009105", "the ID of the app"],
    ["market://details?id=com.example.app", '"com.example.app"'],
    ["android-app://com.example.app/https/example.com", '"com.example.app"'],
    ["itms-apps://itunes.apple.com/app/id1234567890", ofApple],
    ["https://example.com", "the ID of the app"],
  ])("is a link such as %s in place of an app bundle", (link, advice) => {
    expect(findDeclaredProblem("appBundles", link)).toBe(`is a link: write ${advice}`);
    expect(findDeclaredProblem("websites", link)).toBeUndefined();
  });

  const quotes = "begins or ends with a quote: write the entry without quotes";
  it.each<[entry: string, problem: string, others?: string]>([
    ["//com.a", "starts with //, but a comment starts with #", "starts with //, but a comment starts with #"],
    ["com.ok#nospace", "contains #: a note starts with a space and #"],
    ...['"com.a"', "'com.a'", "“com.a”", "„com.a“", "«com.a»", "`com.a`", '"com.a', 'com.a"'].map(
      (entry): [string, string, string] => [entry, quotes, quotes],
    ),
  ])("is an app bundle such as %s, which %s; others: %s", (entry, problem, others) => {
    expect(findDeclaredProblem("appBundles", entry)).toBe(problem);
    expect(findDeclaredProblem("websites", entry)).toBe(others);
    // A state or a list may contain it.
    expect(findEntryProblem("appBundles", entry)).toBeUndefined();
  });
});

describe("entries that look like another kind", () => {
  it.each([
    [1, 9, "OTHER_KIND"],
    [1, 10, "OTHER_FORM"],
    [2, 39, "OTHER_KIND"],
    [2, 40, "OTHER_FORM"],
    [3, 59, "OTHER_KIND"],
    [3, 60, "OTHER_FORM"],
    [10, 10, "OTHER_KIND"],
  ])("are a mistake if they are many, or one of few: %i of %i in a file", (odd, all, expected) => {
    const line = { kind: "appBundles", listed: {} } as const;
    const numbers = Array.from({ length: all }, (_, index) => index);
    const lines = numbers.map((index) => ({ ...line, entry: index < odd ? `lake${index}.com` : `com.lake${index}` }));
    const expired = numbers.map((index) => ({ ...line, entry: `river${index}.com`, until: "2026-11-20" }));
    const inOtherFile = Array.from({ length: 99 }, (_, index) => ({
      ...line,
      entry: `com.r${index}`,
      source: "b.txt:1",
    }));
    const found = Array.from(findLikelyMistakes([...lines, ...expired, ...lines, ...inOtherFile], "2026-11-21"));
    expect(found.map(([{ entry }, code]) => [entry, code])).toEqual(
      Array.from({ length: odd }, (_, index) => [`lake${index}.com`, expected]),
    );
  });
});

describe("the note of an entry", () => {
  const line = { kind: "appBundles", entry: "com.a" } as const;
  it.each([
    ["agreed, fraudde.zeit.online  # x, until 2026-01-31", "fraudde.zeit.online"],
    ["com.b # x # y", "com.b"],
    ["x.y # z", "x.y"],
  ])("contains the next line if a file has no line break at its end: %s", (note, next) => {
    const mistake = `has another entry in its note, at the end of "${next}": put it on its own line`;
    expect(mistakesIn([line], note)).toEqual([["com.a", "NOTE", mistake]]);
  });

  it.each(["see com.b #1", "fraud # agreed", "v1.2", "1.5 #"])("may contain a dot or a number sign: %s", (note) => {
    expect(mistakesIn([line], note)).toEqual([]);
  });

  it.each([
    ["agreed till 2026-11-22", "2026-11-22"],
    ["added 2026-11-01, expires 22.11.2026.", "22.11.2026"],
    ["bis 1.12.2026", "1.12.2026"],
    ["(12/31/2026)", "12/31/2026"],
    ["ends 31/12/2026", "31/12/2026"],
    ["Ablauf: 2027/1/31", "2027/1/31"],
    ["added 2026-11-21", undefined],
    ["since 31.10.2026, v1.12.2026.1", undefined],
    ["12/11/2026", undefined],
    ["OPS-2027, 2027-02-30, 99.01.2027", undefined],
  ])("has a day in the future without until: %s", (note, date) => {
    const mistake = `has the date ${date} in its note, but no until: it never expires`;
    expect(mistakesIn([line], note)).toEqual(date === undefined ? [] : [["com.a", "LAST_DAY", mistake]]);
    expect(mistakesIn([{ ...line, until: "2026-12-31" }], note)).toEqual([]);
  });
});

it.each([false, true])("an entry that never expires because of a second line is named (reversed: %s)", (reversed) => {
  const line = { kind: "appBundles", entry: "com.a" } as const;
  const lines = [
    { ...line, until: "2027-01-31", source: "a.txt:1" },
    { ...line, source: "b.txt:7" },
    { ...line, entry: "com.b" },
    { ...line, kind: undefined },
  ];
  const mistake = "never expires, although it is also listed until 2027-01-31 (a.txt:1)";
  expect(mistakesIn(reversed ? lines.toReversed() : lines)).toEqual([["b.txt:7", "LAST_DAY", mistake]]);
});
