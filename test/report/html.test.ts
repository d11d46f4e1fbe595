import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printHtml } from "../../provider/report/html/page";
import type { KindReport, Report } from "../../provider/report/report";
import {
  bigReport,
  everydayReport,
  failedReport,
  kindReport,
  numberedEntries,
  quietReport,
  reportOf,
  resourceReport,
  unrefreshedReport,
} from "./sample-reports";

/** The text of the page without its tags. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf("<body>"), html.indexOf("<script"));
  return body.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ");
}

/** The content of an element that occurs once. */
function contentOf(html: string, pattern: RegExp): string {
  const content = pattern.exec(html)?.[1];
  if (content === undefined) throw new Error(`Nothing matches ${pattern.source}.`);
  return content;
}

describe("the headline", () => {
  it.each<[Report, string]>([
    [
      everydayReport,
      "4 of 6 app lists will change: up to +17, up to −13; 2 kept in the list; drift in 2 (3 missing, 3 unexpected); 2 " +
        "of them used by campaigns; 1 not verified",
    ],
    [bigReport(100), "1 app list will change: +80 −20; drift in 1 (1 missing); used by campaigns"],
    [failedReport, "The preview failed with 2 errors; before that: 1 app list will change: up to +3"],
    [quietReport, "No changes, and no drift in 2 lists"],
    [unrefreshedReport, "No changes; 1 not verified"],
  ])("is the outcome of the preview", (report, headline) => {
    expect(contentOf(printHtml(report), /<h1>(.*)<\/h1>/u)).toBe(headline);
  });

  it("counts a list that two resources manage once, and lists of two accounts twice", () => {
    const two = reportOf(resourceReport({ name: "a" }), resourceReport({ name: "b" }));
    expect(printHtml(two)).toContain("<h1>1 app list will change: ");
    const accounts = reportOf(resourceReport({ name: "a" }), resourceReport({ name: "b", account: "eu" }));
    expect(printHtml(accounts)).toContain("<h1>2 app lists will change: ");
  });
});

describe("the page", () => {
  it("shows errors first", () => {
    const html = printHtml(failedReport);
    expect(html.indexOf("would remove 1,106")).toBeLessThan(html.indexOf("Changes by list"));
    expect(textOf(html)).toContain("Nothing was changed.");
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

  it("warns if campaigns are associated with a list that loses entries, and only then", () => {
    const entries = [{ entry: "com.example.app" }];
    const warnsOf = (given: Partial<KindReport>, hasAssociatedCampaigns?: boolean) => {
      const kinds = [kindReport("appBundles", given)];
      const html = printHtml(reportOf(resourceReport({ hasAssociatedCampaigns, kinds })));
      return html.includes("; used by campaigns</p>");
    };
    expect(warnsOf({ removed: entries }, true)).toBe(true);
    expect(warnsOf({ unexpected: entries }, true)).toBe(true);
    expect(warnsOf({ added: entries, missing: entries, kept: entries }, true)).toBe(false);
    expect(warnsOf({ removed: entries }, false)).toBe(false);
    expect(warnsOf({ removed: entries })).toBe(false);
  });

  it("distinguishes unknown drift from no drift", () => {
    expect(textOf(printHtml(unrefreshedReport))).toContain("drift is unknown");
    const allNew = { ...reportOf(resourceReport({ operation: "create" })), isRefreshed: false };
    expect(textOf(printHtml(allNew))).not.toContain("drift is unknown");
    expect(textOf(printHtml(quietReport))).toContain("No changes, and no drift in 2 lists");
  });

  it("shows the share of entries that an update removes", () => {
    const kinds = [kindReport("appBundles", { unchanged: 9, removed: [{ entry: "com.example.app" }] })];
    expect(textOf(printHtml(reportOf(resourceReport({ kinds }))))).toContain("removes 1 of 10 entries (10%)");
  });

  it("shows its origin, and of each list its resource, its account, its campaigns and what is not verified", () => {
    const text = textOf(printHtml(everydayReport));
    for (const part of [
      "stack acme/brand-safety/prod · commit 3f2c1d9e8b7a · 2026-11-19 08:30 UTC",
      "drift in 2 (3 missing, 3 unexpected)",
      "Not verified app list 4321 &#34;Brand safety – global blocklist&#34;: not verified:",
      "Entries that expire within 14 days 2026-11-30: app bundle &#34;com.dealflash.coupons&#34; of app list 4321",
      " resource blockedApps, update ",
      "removes 5 of 1,894 entries (0.3%); used by campaigns",
      " resource premiumNews, update, account eu, exclusive ",
    ]) {
      expect(text).toContain(part);
    }
    expect(textOf(printHtml(unrefreshedReport))).toContain("warning: app-list:password is in the stack");
  });

  it.each([
    ["shows that the ID of a list is not known yet", undefined, "app list with an ID that is not known yet"],
    ["names a list without a known name by its ID", 77, "app list 77"],
  ])("%s", (_, appListId, title) => {
    expect(printHtml(reportOf(resourceReport({ appListId })))).toContain(`>${title}</h3>`);
  });

  it("marks a removed entry that was adopted", () => {
    const removed = [{ entry: "com.example.app", note: "dating", origin: "adopted" as const }];
    const html = printHtml(reportOf(resourceReport({ kinds: [kindReport("appBundles", { removed })] })));
    expect(html).toContain("<td>com.example.app</td><td>dating (adopted)</td>");
  });

  it("has no search without entries", () => {
    expect(printHtml(quietReport)).not.toContain("<search");
    expect(printHtml(reportOf(resourceReport()))).not.toContain("<search");
  });

  it("is the same for the same report", () => {
    expect(printHtml(everydayReport)).toBe(printHtml(everydayReport));
  });
});

describe("untrusted texts", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("</script><script>", "<!--", "\" onload='x'", "&amp;", "\u2028", "\uD800", "]]>", "</style>"),
  );

  it("leave the tags of the page as they are", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(tagsOf(printHtml(spelled(given)))).toEqual(tagsOf(printHtml(spelled("plain"))));
      }),
    );
  });

  it("are cut if they are far longer than any entry", () => {
    expect(printHtml(spelled("x".repeat(1_000_000))).length).toBeLessThan(100_000);
  });
});

/** A report that has one text in every place where others choose the text. */
function spelled(text: string): Report {
  const entries = [{ entry: text, note: `note ${text}` }];
  const changed = resourceReport({
    name: text,
    listName: text === "" ? "plain" : text,
    account: text,
    remarks: [text],
    messages: [
      { message: text, severity: "warning" },
      { message: text, severity: "info", topic: "notVerified" },
    ],
    notVerified: ["appBundles"],
    hasAssociatedCampaigns: true,
    kinds: [kindReport("appBundles", { added: entries, removed: entries, unexpected: entries })],
  });
  const same = resourceReport({ ...changed, operation: "same", kinds: [] });
  return {
    ...reportOf(changed, same),
    stack: text,
    commit: text,
    errors: [{ message: text, resources: [text] }],
    messages: [{ message: text, severity: "warning" }],
  };
}

function tagsOf(html: string): readonly string[] {
  return html.slice(html.indexOf("<body>")).match(/<[^>]*>/gu) ?? [];
}

describe("the content security policy", () => {
  const html = printHtml(everydayReport);
  const policy = contentOf(html, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/u);

  it("allows the style and the script of the page by their hashes, and nothing else", () => {
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const style = contentOf(html, /<style>(.*?)<\/style>/su);
    const script = contentOf(html, /<script>(.*?)<\/script>/su);
    expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("needs no exception: the page has no style or handler in an attribute, and no address but its own", () => {
    expect(html).not.toMatch(/<[^>]*\s(?:style|on\w+)=/u);
    expect(html).not.toMatch(/(?:src|href)="[^#]/u);
    expect(html).not.toMatch(/url\((?!#)/u);
    expect(html).not.toContain("@import");
  });
});

describe("a report of 10,000 changes", () => {
  const html = printHtml(bigReport(10_000));

  it("has a row for each, and opens no group that would be slow to show", () => {
    expect(html.match(/<tr><td>/gu)).toHaveLength(10_000);
    expect(html).not.toMatch(/<details class="group \w+" open>/u);
  });

  it("is a file of under a megabyte", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
  });
});

describe("a report of many lists", () => {
  it("shows at most 300 rows at first, however many lists there are", () => {
    const kinds = [kindReport("appBundles", { added: numberedEntries(100) })];
    const resources = Array.from({ length: 40 }, (_, index) => resourceReport({ appListId: index + 1, kinds }));
    const html = printHtml(reportOf(...resources));
    expect(html).not.toContain('<details class="group added" open>');
    expect(html.match(/<details class="group added"/gu)).toHaveLength(40);
    const few = printHtml(reportOf(...resources.slice(0, 3)));
    expect(few.match(/<details class="group added" open>/gu)).toHaveLength(3);
  });
});
