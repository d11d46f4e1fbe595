import { describe, expect, it } from "vitest";
import { findLikelyMistakes } from "../../provider/check/mistakes";

/** The mistakes in lines that are all app bundles, or of other kinds. */
function mistakesIn(lines: readonly Omit<Parameters<typeof findLikelyMistakes>[0][number], "listed">[]) {
  const listed = lines.map((line) => ({ ...line, listed: {} }));
  return findLikelyMistakes(listed, "2026-11-21").map(({ source, value, code, problem }) => [
    source ?? value,
    code,
    problem,
  ]);
}

describe("entries that look like another kind", () => {
  it.each([
    [1, 9, 1],
    [1, 10, 0],
    [2, 39, 2],
    [2, 40, 0],
    [3, 59, 3],
    [3, 60, 0],
    [10, 10, 10],
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
      Array.from({ length: expected }, (_, index) => [`lake${index}.com`, "OTHER_KIND"]),
    );
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
  ["caf\u00e9.com cafe\u0301.com xn--caf-dma.com CAFÉ.com", "cafe\u0301.com xn--caf-dma.com CAFÉ.com"],
  ["example.com HTTPS://example.com EXAMPLE.com.", "HTTPS://example.com EXAMPLE.com."],
  ["café.com cafe.com xn--.com xn--a.com", ""],
])(
  "websites have other spellings: letter case, a scheme, a dot at the end, and the forms of Unicode and DNS: %s",
  (all, others) => {
    const found = mistakesIn(all.split(" ").map((entry) => ({ kind: "websites", entry })));
    expect(found.flatMap(([entry, code]) => (code === "OTHER_SPELLING" ? [entry] : [])).join(" ")).toBe(others);
  },
);

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
