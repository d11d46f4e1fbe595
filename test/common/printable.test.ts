import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, printableUpTo } from "../../provider/common/printable";
import { anyText } from "../list/arbitraries";

describe("a text of others in a line", () => {
  it("is left as it is where everything in it can be seen", () => {
    expect(printable("com.example.ä 广告 🎮")).toBe("com.example.ä 广告 🎮");
  });

  it("has what a terminal acts on, and what nobody sees, written out", () => {
    expect(printable("a\u001b[2Jb\nc\u202ed\u2028e\ud800")).toBe("a\\u{1b}[2Jb\\u{a}c\\u{202e}d\\u{2028}e\ufffd");
  });

  it("never moves the cursor, whatever it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });

  it("is cut where it is longer than allowed, before anything in it is written out", () => {
    expect(printableUpTo(3, "a\nb")).toBe("a\\u{a}b");
    expect(printableUpTo(3, "a\nbc")).toBe("a\\u{a}b…");
    expect(printableUpTo(1, "🎮")).toBe("\ufffd…");
  });
});
