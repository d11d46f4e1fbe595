import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printHtml } from "../../provider/report/html/page";
import {
  bigReport,
  everydayReport,
  failedReport,
  kindReport,
  numberedEntries,
  reportOf,
  reportSpelling,
  resourceReport,
  unrefreshedReport,
} from "./sample-reports";

/** The text of the page without its tags. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf("<body>"), html.indexOf("<script"));
  return body.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ");
}

describe("the page", () => {
  const everyday = printHtml(everydayReport);

  it("shows its origin, and of each list its resource, its account, its campaigns and what is not verified", () => {
    const text = textOf(everyday);
    for (const part of [
      "Preview: nothing changed yet 4 of 6 app lists will change: up to +17, up to −13; 2 kept in the list; drift in 2 (3",
      "stack acme/brand-safety/prod · commit 3f2c1d9e8b7a · 2026-11-19 08:30 UTC",
      "Not verified app list 4321 &#34;Brand safety – global blocklist&#34;: not verified:",
      "Entries that expire within 14 days 2026-11-30: app bundle &#34;com.dealflash.coupons&#34; of app list 4321",
      " resource blockedApps, update ",
      "removes 5 of 1,894 entries (0.3%); used by campaigns",
      " resource premiumNews, update, account eu, exclusive ",
    ]) {
      expect(text).toContain(part);
    }
    expect(everyday).toContain("<td>com.oldtimes.epaper</td><td>contract ended (adopted)</td>");
    expect(printHtml(unrefreshedReport)).toContain("drift is unknown");
  });

  it("shows errors first", () => {
    const html = printHtml(failedReport);
    expect(html.indexOf("would remove 1,106")).toBeLessThan(html.indexOf("Changes by list"));
    expect(html).toContain("APP_LIST_APPROVE=0123456789abcdef pulumi up</li>");
  });

  it("has a search from 20 changes on, and a column of notes if there is one", () => {
    const printWith = (count: number, note?: string) => {
      const added = Array.from({ length: count }, (_, index) => ({ entry: `com.example.app${index}`, note }));
      return printHtml(reportOf(resourceReport({ kinds: [kindReport("appBundles", { added })] })));
    };
    expect([19, 20].map((count) => printWith(count).includes("<search"))).toEqual([false, true]);
    expect([undefined, "gambling"].map((note) => printWith(1, note).includes(">Note</th>"))).toEqual([false, true]);
  });

  it("shows at most 300 rows at first, however many lists there are", () => {
    const kinds = [kindReport("appBundles", { added: numberedEntries(100) })];
    const openGroups = (lists: number) => {
      const resources = Array.from({ length: lists }, (_, index) => resourceReport({ appListId: index + 1, kinds }));
      return printHtml(reportOf(...resources)).match(/<details class="group added" open>/gu)?.length;
    };
    expect([3, 4, 40].map(openGroups)).toEqual([3, undefined, undefined]);
  });

  it("is a file of under a megabyte for 10,000 changes", () => {
    expect(Buffer.byteLength(printHtml(bigReport(10_000)))).toBeLessThan(1_000_000);
  });

  it("has a content security policy that allows its style and its script by their hashes, and nothing else", () => {
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
