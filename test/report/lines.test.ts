import { expect, it } from "vitest";
import { printableLine, printableLines } from "../../provider/report/lines";

it.each([
  ["com.a", "com.a"],
  ["com.ab", "com.…"],
  ["a\u202eb", "a\\u{…"],
  ["abc😀d", "abc\ufffd…"],
])("a text of at most five characters is shown, with escapes, and a longer one cut: %j", (text, shown) => {
  expect(printableLine(5, text)).toBe(shown);
  expect(printableLines(5, `${text}\r\n\n${text}`)).toEqual([shown, "", shown]);
});
