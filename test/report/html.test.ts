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
  it("has each entry as the text and the comment have it, with its sign, its share and its note", () => {
    const entries = changedEntries({ removed: [{ entry: "com.a", note: "old" }] });
    const page = printHtml(sampleReport(resourceReport({ entries: entries.map((each) => ({ ...each, share: 0.5 })) })));
    expect(page).toContain('<h3 class="removed">1 app bundle removed</h3>\n<pre>- com.a  (50%)  # old</pre>\n');
  });

  it("has a section of each tone with the name of its heading: before the lists, unless it is quiet", () => {
    const unread = resourceReport({ operation: "same", notVerified: ["websites"], warnings: ["read"] });
    const report = {
      ...sampleReport(resourceReport({}), unread),
      errors: [{ message: "bad", resources: [], urns: [] }],
    };
    const parts = printHtml({ ...report, warnings: ["other"] }).match(/^<(?:section|details) .*>$|^<h2>.*$/gmu);
    expect(parts).toEqual([
      '<section class="notice alarm" aria-label="Errors">',
      "<h2>Errors</h2>",
      '<section class="notice warning" aria-label="Not verified">',
      "<h2>Not verified</h2>",
      '<details class="card" open>',
      '<section class="notice quiet" aria-label="Warnings">',
      "<h2>Warnings</h2>",
    ]);
  });

  it("opens its lists if at most 20 entries change, however many lists there are", () => {
    const entries = changedEntries({ added: numberedEntries(10) });
    const openLists = (lists: number) => {
      const resources = Array.from({ length: lists }, (_, index) => resourceReport({ appListId: index + 1, entries }));
      return printHtml(sampleReport(...resources)).match(/<details class="card" open>/gu)?.length;
    };
    expect([2, 3, 40].map(openLists)).toEqual([2, undefined, undefined]);
  });

  it("is a file of under a megabyte for 10,000 changes", () => {
    expect(Buffer.byteLength(printHtml(bigReport(10_000)))).toBeLessThan(1_000_000);
  });

  it("has a content security policy that allows its style by its hash, and nothing else", () => {
    const everyday = printHtml(everydayReport);
    const [, policy = "", style = ""] =
      /^<meta http-equiv="Content-Security-Policy" content="([^"]*)">.*<style>(.*?)<\/style>/msu.exec(everyday) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
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
