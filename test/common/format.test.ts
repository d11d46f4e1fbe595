import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPart, joinPhrases } from "../../provider/common/format";
import { listFirst, oneLine, printable, printableUpTo, shellWord } from "../../provider/common/quote";
import { anyText } from "../list/arbitraries";

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

it("prints as many items as fit, and counts the others", () => {
  expect(listFirst(["a", "b"], String, 2)).toBe("a, b");
  expect(listFirst(["a", "b", "c"], String, 2)).toBe("a, b and 1 more");
});

it.each(["prod", "it's", "'; rm -rf /; '", '$(id) `id` "x" \\', ""])("%j is one word of a shell command", (text) => {
  const { stdout } = spawnSync("sh", ["-c", `printf %s-END ${shellWord(text)}`], { encoding: "utf8" });
  expect(stdout).toBe(`${text}-END`);
});

describe("untrusted text", () => {
  it("can be printed on one line", () => {
    expect(oneLine(" a\n\n  b\u001b ", 80)).toBe("a b\\u{1b}");
  });

  it("is unchanged but for control characters and invisible ones, which are escaped", () => {
    expect(printable("com.example.ä 广告 🎮")).toBe("com.example.ä 广告 🎮");
    expect(printable("a\u001b[2Jb\nc\u202ed\u2028e\ud800")).toBe("a\\u{1b}[2Jb\\u{a}c\\u{202e}d\\u{2028}e\ufffd");
  });

  it("never moves the cursor", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });

  it("is cut to its longest length before it is escaped", () => {
    expect(printableUpTo(3, "a\nb")).toBe("a\\u{a}b");
    expect(printableUpTo(3, "a\nbc")).toBe("a\\u{a}b…");
    expect(printableUpTo(1, "🎮")).toBe("\ufffd…");
  });
});
