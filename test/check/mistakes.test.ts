import { describe, expect, it } from "vitest";
import { findEntryProblem } from "../../provider/list/entry";
import { kinds } from "../../provider/list/kinds";
import type { Problem } from "../../provider/check/finding";
import { findDeclaredProblem } from "../../provider/check/entry-forms";
import { findLikelyMistakes } from "../../provider/check/mistakes";

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
    "ca-app-pub-1~2 ca-app-pub-3940256099942544~3347511713 mp/12345 " +
    "DT.987654 smaato-1100042 pub/abc/9 X1:Y2 900001 app@publisher a+b 12E5 5e10 1.2.3 192.168.1 1.23456 nav " +
    "sumo others.app unknown.app nullable totally trueid note.taking site-42 com.example.note 100",
};

/** The mistakes in lines that are all app bundles, or of other kinds. */
function mistakesIn(lines: readonly Omit<Parameters<typeof findLikelyMistakes>[0][number], "listed">[], note?: string) {
  const listed = lines.map((line) => ({ ...line, listed: { note } }));
  return findLikelyMistakes(listed, "2026-11-21").map(({ source, value, code, problem, advice }) => [
    source ?? value,
    code,
    [problem, advice].filter(Boolean).join(": "),
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
    expect(findDeclaredProblem("appBundles", link)).toEqual({ problem: "is a link", advice: `write ${advice}` });
    expect(findDeclaredProblem("websites", link)).toBeUndefined();
  });

  const comment = { problem: "starts with //, but a comment starts with #" };
  const quotes = { problem: "begins or ends with a quote", advice: 'write "com.a"' };
  const lineBreak = { problem: "contains \\n in place of a line break", advice: "write one entry per line" };
  const lost = {
    problem: "contains U+FFFD, the sign for a character that was lost",
    advice: "enter it again, and save the file as UTF-8",
  };
  const long = { problem: "has more than 2,000 characters", advice: "write one entry per line" };
  it.each<[entry: string, problem: Problem, others?: Problem]>([
    ["//com.a", comment, comment],
    ["com.ok#nospace", { problem: "contains #", advice: "a note starts with a space and #" }],
    ["com.a\\ncom.b", lineBreak, lineBreak],
    ["com.ca\ufffd", lost, lost],
    [`com.${"a".repeat(2000)}`, long, long],
    ...['"com.a"', "'com.a'", "“com.a”", "„com.a“", "«com.a»", "`com.a`", '"com.a', 'com.a"'].map(
      (entry): [string, Problem, Problem] => [entry, quotes, quotes],
    ),
  ])("is an app bundle such as %.20s, which %j; others: %j", (entry, problem, others) => {
    expect(findDeclaredProblem("appBundles", entry)).toEqual(problem);
    expect(findDeclaredProblem("websites", entry)).toEqual(others);
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
    const found = findLikelyMistakes([...lines, ...expired, ...lines, ...inOtherFile], "2026-11-21");
    expect(found.map(({ value, code }) => [value, code])).toEqual(
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

it.each([
  ["343,200,656", 'write "343200656"'],
  ['"0019x.com",', 'write "0019x.com"'],
  [",a.example, ,", 'write "a.example"'],
  [",", undefined],
  ["com.a, com.b,", 'write 2 entries, one per line: "com.a", "com.b"'],
])("an entry with commas is rejected, with the entries to write: %.20s", (entry, advice) => {
  const problem = "contains a comma, the separator in requests";
  for (const kind of kinds) expect(findDeclaredProblem(kind, entry)).toEqual({ problem, advice });
});

describe("websites", () => {
  const codes = (...entries: readonly string[]) =>
    mistakesIn(entries.map((entry) => ({ kind: "websites", entry }))).map(([entry, code]) => `${entry} ${code}`);

  it("have a dot, and no more than a host name", () => {
    expect(codes("Alcohol", "*.example.org", ".example.net", "example.com.", "a.example", "1.2.3.4")).toEqual([
      "Alcohol NO_MATCH",
      "*.example.org NOT_A_HOST",
      ".example.net NOT_A_HOST",
      "example.com. NOT_A_HOST",
    ]);
  });

  it("have other spellings: letter case, a scheme, a dot at the end, and the forms of Unicode and DNS", () => {
    const cafe = ["café.com".normalize("NFC"), "café.com".normalize("NFD"), "xn--caf-dma.com", "CAFÉ.com"];
    expect(codes(...cafe)).toEqual(cafe.slice(1).map((entry) => `${entry} OTHER_SPELLING`));
    expect(codes("example.com", "example.com.")).toEqual(["example.com. NOT_A_HOST", "example.com. OTHER_SPELLING"]);
    expect(codes("café.com", "cafe.com", "xn--.com", "xn--a.com")).toEqual([]);
  });
});

describe("placement IDs", () => {
  it.each(["20418-a|20419-b", "20418-a/20419-b", "20418-a+20419-b", "20418-a:20419-b", "1-a|1-b"])(
    "are not joined: %s",
    (entry) => {
      const ids = entry.split(/[|/+:]/u).map((id) => `"${id}"`);
      const advice = `contains several placement IDs: write 2 entries, one per line: ${ids.join(", ")}`;
      expect(mistakesIn([{ kind: "placementIds", entry }])).toEqual([[entry, "NO_MATCH", advice]]);
    },
  );

  it.each(["20418-banner:320-50", "1234-ad:2024-12", "10038-news/2-col", "20418-x+18-24", "1-a|b", "12-a-12-b"])(
    "may have numbers in their token: %s",
    (entry) => {
      expect(mistakesIn([{ kind: "placementIds", entry }])).toEqual([]);
    },
  );
});

describe("a file in which most lines match nothing", () => {
  const lines = (odd: number, all: number, source?: string) =>
    Array.from({ length: all }, (_, index) => ({
      kind: "appBundles" as const,
      entry: index < odd ? `$${index % 3}` : `com.a${index}`,
      source: source && `${source}:${index + 1}`,
      listed: {},
    }));
  const isRejected = (...all: readonly ReturnType<typeof lines>[]) =>
    findLikelyMistakes(all.flat(), "2026-11-21").flatMap(({ code, source }) => (code === undefined ? [source] : []));

  it("is an error, from ten lines on", () => {
    expect([isRejected(lines(6, 10, "a.txt")), isRejected(lines(5, 10, "a.txt"))]).toEqual([["a.txt"], []]);
    expect(isRejected(lines(9, 9, "a.txt"))).toEqual([]);
  });

  it("is judged by itself, and arrays of a program are not", () => {
    expect(isRejected(lines(8, 10, "a.txt"), lines(0, 99, "b.txt"), lines(9, 9, "c.txt"))).toEqual(["a.txt"]);
    expect(isRejected(lines(10, 10))).toEqual([]);
  });
});
