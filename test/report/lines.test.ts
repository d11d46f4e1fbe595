import { expect, it } from "vitest";
import { entryLines, linesOf, printableLine, printableLines, whole } from "../../provider/report/lines";

it.each([
  ["com.a", "com.a"],
  ["com.ab", "com.…"],
  ["a\u202eb", "a\\u{…"],
  ["abc😀d", "abc\ufffd…"],
])("a text of at most five characters is shown, with escapes, and a longer one cut: %j", (text, shown) => {
  expect(printableLine(5, text)).toBe(shown);
  expect(printableLines(5, `${text}\r\n\n${text}`)).toEqual([shown, "", shown]);
});

it.each([
  [1, "and 1 more line", "and 1 more"],
  [1200, "and 1,200 more lines", "and 1,200 more"],
])("%i lines and entries that are not shown are counted", (more, lines, entries) => {
  const all = Array.from({ length: more + 1 }, (_, index) => `a${index}`);
  expect(linesOf([all.join("\n")], { ...whole, messages: 1 })).toEqual(["a0", lines]);
  const reported = all.map((entry) => ({ kind: "appBundles", change: "added", entry }) as const);
  expect(entryLines("+", reported, { ...whole, entries: 1 })).toEqual(["+ a0", entries]);
});
