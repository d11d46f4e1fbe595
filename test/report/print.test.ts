import fc from "fast-check";
import { lexer, walkTokens } from "marked";
import { describe, expect, it } from "vitest";
import { bounds } from "../../provider/report/bounds";
import { printMarkdown } from "../../provider/report/markdown";
import { jsonReportSchema, type Report, type ResourceReport } from "../../provider/report/report";
import { jsonReport, printHeadline } from "../../provider/report/summary";
import { printHtml } from "../../provider/report/html/page";
import { printText } from "../../provider/report/text";
import { viewOf } from "../../provider/report/view";
import { anyReport } from "./arbitraries";
import {
  exampleReport,
  failedReport,
  numberedEntries,
  quietReport,
  reportOf,
  reportWith,
  resourceReport,
  resourceWith,
} from "./sample-reports";

function plain(report: Report, options: { readonly columns?: number; readonly all?: boolean } = {}): string {
  return printText(report, { style: (_, text) => text, ...options });
}

/** The text of a page without its tags, one line per line of the page. */
function shownText(html: string): string {
  const body = html.slice(html.indexOf("<body>"), html.indexOf("<script"));
  return body
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/\s*\n\s*/gu, "\n");
}

// `vitest run --project fast test/report/print.test.ts --update` writes the files.
describe.each(["everyday", "failed", "unrefreshed"])("the example %s", (name) => {
  const report = exampleReport(name);

  it.each([
    ["text", plain, "txt"],
    ["Markdown", printMarkdown, "md"],
    ["a page", (each: Report) => shownText(printHtml(each)), "page.txt"],
    ["JSON", (each: Report) => `${JSON.stringify(jsonReport(each), undefined, 2)}\n`, "json"],
  ])("is printed as its file shows it, as %s", async (_, print, ending) => {
    await expect(print(report)).toMatchFileSnapshot(`examples/${name}.${ending}`);
  });

  it("has the shape that programs can rely on", () => {
    const json: unknown = JSON.parse(JSON.stringify(jsonReport(report)));
    expect(jsonReportSchema.strict().parse(json)).toEqual(json);
  });
});

describe("the headline", () => {
  it.each([
    [{ ...failedReport, resources: [] }, "The preview failed with 2 errors"],
    [quietReport, "No changes, and no drift in 2 lists"],
    [{ ...quietReport, isRefreshed: false }, "No changes"],
  ])("is the outcome of the preview", (report, headline) => {
    expect(printHeadline(report)).toBe(headline);
  });

  it("counts a list that two resources manage once, and lists of two accounts twice", () => {
    const headlineWith = (given: Partial<ResourceReport>) =>
      printHeadline(reportOf(resourceReport({ name: "a" }), resourceReport({ name: "b", ...given })));
    expect(headlineWith({})).toMatch(/^1 app list will change: /u);
    expect(headlineWith({ account: "eu" })).toMatch(/^2 app lists will change: /u);
  });
});

it("a report names the campaigns of a list that loses entries, and only then", () => {
  const entries = numberedEntries(1);
  const removalOf = (changes: Parameters<typeof reportWith>[0], hasAssociatedCampaigns: boolean) =>
    viewOf(reportWith({ unchanged: 9, ...changes }, { hasAssociatedCampaigns }), "terminal").lists[0]?.removal;
  expect(removalOf({ removed: entries }, true)).toBe(
    "removes 1 of the 10 entries that this program manages (10%); used by campaigns",
  );
  expect(removalOf({ unexpected: entries }, false)).toBe("removes 1 of the 10 entries that this program manages (10%)");
  expect(removalOf({ added: entries, missing: entries, kept: entries }, true)).toBeUndefined();
});

describe("a list with a purpose", () => {
  const changes = { added: numberedEntries(3), removed: numberedEntries(2) };
  const block = resourceWith(changes, { purpose: "block" });

  it.each([
    [[block], "+3 blocked, −2 no longer blocked"],
    [[resourceWith(changes, { purpose: "allow" })], "+3 allowed, −2 no longer allowed"],
    [[resourceWith({ removed: numberedEntries(2) }, { purpose: "allow" })], "−2 no longer allowed"],
    [[block, resourceWith(changes, { appListId: 2, purpose: "allow" })], "+6 −4"],
    [[block, resourceWith(changes, { appListId: 2 })], "+6 −4"],
  ])("decides the words of the headline, if all changing lists have it", (resources, words) => {
    expect(printHeadline(reportOf(...resources))).toMatch(new RegExp(`: ${words.replace("+", "\\+")}$`, "u"));
  });

  it("has the words in the table and at its entries", () => {
    const markdown = printMarkdown(reportOf(block, resourceWith(changes, { appListId: 2 })));
    expect(markdown).toContain("(4321) block list</td><td>+3 blocked, −2 no longer blocked</td>");
    expect(markdown).toContain("**2 app bundles no longer blocked**");
    expect(markdown).toContain("**2 app bundles removed**");
  });
});

it("what loses most comes first, and what is deleted has no limit", () => {
  const one = (appListId: number, removed: number, given: Partial<ResourceReport>) =>
    resourceWith(
      { removed: numberedEntries(removed), unchanged: 10 },
      { appListId, name: `list${appListId}`, ...given },
    );
  const markdown = printMarkdown(
    reportOf(
      one(1, 1, { removalLimit: "30%" }),
      one(2, 4, { operation: "delete", listName: "a | b" }),
      one(3, 2, { operation: "delete" }),
      one(3, 0, { operation: "replace" }),
    ),
  );
  expect(markdown.match(/^<tr><td>.*$/gmu)).toEqual([
    "<tr><td><code>a &#124; b</code> (2)</td><td>−4</td>" +
      "<td>4 of the 14 entries that this program manages (28.6%); no limit: deleted</td><td></td></tr>",
    expect.stringContaining("<td>2 of the 12 entries that this program manages (16.7%)</td>"),
    expect.stringContaining("<td>1 of the 11 entries that this program manages (9.1%); limit 30%</td>"),
    expect.stringContaining("<td>no entries</td><td>nothing</td>"),
  ]);
});

it("a refused change is one that would happen, and has the line that approves it in place of a command", () => {
  const message = "app list 4321: this change would remove 9 of 12 entries (75%), more than the limit of 30% at once.";
  const refused = resourceWith({ removed: numberedEntries(9), unchanged: 3 }, { name: "apps", removalLimit: "30%" });
  const errors = [{ message, code: "CHANGE_LIMIT", resources: ["apps"], digest: "0123456789abcdef" }];
  const report = { ...reportOf(refused), errors };
  const shown = printMarkdown(report);
  expect(shown).toContain("Refused by the guard: 1 app list would change: −9");
  expect(shown).toContain("would remove 9 of the 12 entries that this program manages (75%); over the limit of 30%");
  expect(shown).toContain(
    "To approve exactly this change, add this line to app-list-approvals:`  \n`0123456789abcdef`\n",
  );
  expect(shown + printHtml(report)).not.toContain("APP_LIST_APPROVE");
  expect(plain(report)).toContain("APP_LIST_APPROVE=0123456789abcdef pulumi up");
});

describe("a report as text", () => {
  it("is shortened with the number of the rest, unless all is requested", () => {
    const report = reportWith({ added: numberedEntries(3000), removed: numberedEntries(5) });
    const text = plain(report);
    expect(text).toContain("    - com.app4  # gambling 4\n");
    expect(text).toContain("  and 2,700 more\n");
    expect(text).toContain("\n\nThis report is shortened. The HTML report has everything");
    const all = plain(report, { all: true });
    expect(all).toContain("    + com.app2999  # gambling 2999\n");
    expect(all).not.toContain("more");
  });

  it("has different colors for added and removed entries, and cuts their lines to the width of the terminal", () => {
    const removed = [{ entry: "com.b", note: "old", origin: "adopted" as const }];
    const report = reportWith({ added: [{ entry: "com.a", note: "x".repeat(200) }], removed });
    const text = printText(report, { style: (style, text) => `<${style}>${text}</${style}>` });
    expect(text).toContain("<added>    + com.a  # x");
    expect(text).toContain("<removed>    - com.b  (adopted)  # old</removed>");
    expect(plain(report, { columns: 40 })).toMatch(/^(?=.{40}$) {4}\+ com\.a {2}# x+…$/mu);
  });

  it("never contains a control character, and is never longer than 400 lines", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = plain(report);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(text.split("\n").length).toBeLessThanOrEqual(401);
      }),
      { numRuns: 60 },
    );
  });
});

/** The token types of a Markdown document, and its text and HTML outside code. */
function outsideCode(markdown: string): { readonly text: string; readonly types: ReadonlySet<string> } {
  const texts: string[] = [];
  const types = new Set<string>();
  void walkTokens(lexer(markdown), (token) => {
    types.add(token.type);
    if ((token.type === "text" && !("tokens" in token)) || token.type === "html") texts.push(token.raw);
  });
  return { text: texts.join("").replaceAll(/<code>[^<]*<\/code>/gu, ""), types };
}

describe("a report in Markdown", () => {
  it("fits into a comment, closes what it opens, and has untrusted texts in code only: no link, mention or markup", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const markdown = printMarkdown(report);
        expect(markdown.length).toBeLessThan(bounds.markdownCharacters);
        const { text, types } = outsideCode(markdown);
        for (const type of ["link", "image", "def", "list", "blockquote", "hr"]) expect(types).not.toContain(type);
        const withoutMarker = text.replace(/^<!-- pulumi-app-list report: [\w./-]* -->/u, "");
        expect(withoutMarker).not.toMatch(/@|https?:|www\.|evil|script:|onerror/u);
        expect(withoutMarker).not.toMatch(/<(?!\/?(?:details|summary|sub|table|tr|th|td)>|details open>)/u);
        for (const name of ["details", "summary", "sub", "table", "tr", "th", "td"]) {
          expect(text.replaceAll("<details open>", "<details>").split(`<${name}>`)).toHaveLength(
            text.split(`</${name}>`).length,
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  it("starts with a marker on one line, by which a pipeline finds its comment", () => {
    const [escaped] = printMarkdown({ ...quietReport, stack: "a-->\n<script>" }).split("\n");
    expect(escaped).toBe("<!-- pulumi-app-list report: a-____script_ -->");
  });

  it("shows some entries of every list and change if not all fit, and the command for the whole report", () => {
    const large = { added: numberedEntries(5000), removed: numberedEntries(5000) };
    const small = resourceWith({ added: [{ entry: "com.small" }] }, { name: "small", appListId: 2 });
    const markdown = printMarkdown(reportOf(resourceWith(large), small));
    expect(markdown).toContain("+ com.small\n");
    expect(markdown).toContain("- com.app299  # gambling 299\n");
    expect(markdown).toContain("+ com.app299  # gambling 299\n");
    expect(markdown.match(/^and [\d,]+ more$/gmu)).toEqual(["and 4,700 more", "and 4,700 more"]);
    const hint = "<sub>This report is shortened. The HTML report has everything";
    expect([markdown, printMarkdown(reportOf(small))].map((text) => text.includes(hint))).toEqual([true, false]);
    const lists = Array.from({ length: 2000 }, (_, index) => resourceWith({}, { appListId: index + 1 }));
    expect(printMarkdown(reportOf(...lists))).toMatch(/^and [\d,]+ more lists that change$/mu);
  });
});
