import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPart, joinPhrases } from "../../provider/common/format";
import { oneLine, printable, printableUpTo, quote, quoteList, shellWord } from "../../provider/common/quote";
import { anyEntry, anyText, expectForAll } from "../list/arbitraries";

describe("a part of all entries", () => {
  it.each([
    [19, 9982, "19 of 9,982 entries (0.2%)"],
    [1, 3, "1 of 3 entries (33.3%)"],
    [1, 10_000, "1 of 10,000 entries (under 0.1%)"],
    [1, 1000, "1 of 1,000 entries (0.1%)"],
    [0, 0, "0 of 0 entries (0%)"],
  ])("has its share: %d of %d is %j", (part, whole, words) => {
    expect(formatPart(part, whole)).toBe(words);
  });
});

it.each([
  [["1,000 app bundles"], "1,000 app bundles"],
  [["1,000 app bundles", "2 websites"], "1,000 app bundles and 2 websites"],
  [["1,000 app bundles", "3 placement IDs", "2 websites"], "1,000 app bundles, 3 placement IDs, and 2 websites"],
])("joins phrases as a sentence does: %j", (phrases, joined) => {
  expect(joinPhrases(phrases)).toBe(joined);
});

it.each(["prod", "it's", "'; rm -rf /; '", '$(id) `id` "x" \\', ""])("%j is one word of a shell command", (text) => {
  const { stdout } = spawnSync("sh", ["-c", `printf %s-END ${shellWord(text)}`], { encoding: "utf8" });
  expect(stdout).toBe(`${text}-END`);
});

describe("untrusted text", () => {
  const five = '"a", "b", "c", "d", "e"';
  it.each([
    ["is unchanged but for control characters", printable("ä 广告 🎮\u001b[2J"), "ä 广告 🎮\\u{1b}[2J"],
    ["is on one line, well-formed", printable("b\nc\u202ed\u2028e\ud800"), "b\\u{a}c\\u{202e}d\\u{2028}e\ufffd"],
    ["can have its spaces collapsed", oneLine(" a\n\n  b\u001b ", 80), "a b\\u{1b}"],
    ["is cut before it is escaped", printableUpTo(3, "a\nbc"), "a\\u{a}b…"],
    ["is not cut if it is short", printableUpTo(3, "a\nb"), "a\\u{a}b"],
    ["is cut to whole characters", printableUpTo(1, "🎮"), "\ufffd…"],
    ["is quoted", quote('a"b\\'), '"a\\"b\\\\"'],
    ["is quoted with 80 characters", quote("x".repeat(80)), `"${"x".repeat(80)}"`],
    ["is quoted with at most 80 characters", quote("x".repeat(81)), `"${"x".repeat(80)}…"`],
    ["is listed", quoteList(new Set("abcde")), five],
    ["is counted after the fifth", quoteList("abcdef"), `${five} and 1 more`],
    ["is counted after the second", quoteList("ab".padEnd(1002, "x"), 2), '"a", "b" and 1,000 more'],
  ])("%s: %j", (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  it("never moves the cursor or ends its line, and differs from that of another short entry", () => {
    expectForAll(fc.array(anyText), anyEntry("websites"), anyEntry("websites"), (texts, one, other) => {
      const long = texts.join("");
      for (const shown of [printable(long), quote(long), quoteList(texts), oneLine(long, 80)])
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      if (one !== other && Math.max(one.length, other.length) <= 80) expect(quote(one)).not.toBe(quote(other));
    });
  });
});
