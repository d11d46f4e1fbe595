import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printHtml } from "../../provider/report/html/page";
import {
  bigReport,
  changedEntries,
  everydayReport,
  numberedEntries,
  sampleReport,
  reportSpelling,
  resourceReport,
} from "./sample-reports";

describe("the page", () => {
  it("has a search from 20 changes on, and a column of notes if there is one", () => {
    const printWith = (count: number, note?: string) => {
      const added = Array.from({ length: count }, (_, index) => ({ entry: `com.example.app${index}`, note }));
      return printHtml(sampleReport(resourceReport({ entries: changedEntries({ added }) })));
    };
    expect([19, 20].map((count) => printWith(count).includes("<search"))).toEqual([false, true]);
    expect([undefined, "gambling"].map((note) => printWith(1, note).includes(">Note</th>"))).toEqual([false, true]);
  });

  it("shows at most 300 rows at first, however many lists there are", () => {
    const entries = changedEntries({ added: numberedEntries(100) });
    const openGroups = (lists: number) => {
      const resources = Array.from({ length: lists }, (_, index) => resourceReport({ appListId: index + 1, entries }));
      return printHtml(sampleReport(...resources)).match(/<details class="group added" open>/gu)?.length;
    };
    expect([3, 4, 40].map(openGroups)).toEqual([3, undefined, undefined]);
  });

  it("is a file of under a megabyte for 10,000 changes", () => {
    expect(Buffer.byteLength(printHtml(bigReport(10_000)))).toBeLessThan(1_000_000);
  });

  it("marks the rows of lists that lose entries without a limit", () => {
    expect(printHtml(everydayReport).match(/<tr class="unlimited">.*?<\/tr>/gsu)).toEqual([
      expect.stringContaining("no limit: deleted"),
    ]);
  });

  it("has a content security policy that allows its style and its script by their hashes, and nothing else", () => {
    const everyday = printHtml(everydayReport);
    const [, policy = "", style = "", script = ""] =
      /^<meta http-equiv="Content-Security-Policy" content="([^"]*)">.*<style>(.*?)<\/style>.*<script>(.*?)<\/script>/msu.exec(
        everyday,
      ) ?? [];
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    // It needs no exception: no style or handler in an attribute, and no address but its own.
    expect(everyday).not.toMatch(/<[^>]*\s(?:style|on\w+)=|(?:src|href)="[^#]|url\((?!#)|@import/u);
  });
});

describe("untrusted texts", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("</script><script>", "<!--", "\" onload='x'", "&amp;", "\u2028", "\uD800", "]]>", "</style>"),
  );
  const tagsOf = (html: string) => html.slice(html.indexOf("<body>")).match(/<[^>]*>/gu);

  it("leave the tags of the page as they are, and are cut if they are far longer than any entry", () => {
    const tags = tagsOf(printHtml(reportSpelling("plain")));
    fc.assert(
      fc.property(text, (given) => {
        expect(tagsOf(printHtml(reportSpelling(given)))).toEqual(tags);
      }),
    );
    expect(printHtml(reportSpelling("x".repeat(1_000_000))).length).toBeLessThan(100_000);
  });
});
