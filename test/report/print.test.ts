import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { lexer, walkTokens } from "marked";
import { describe, expect, it } from "vitest";
import { bounds } from "../../provider/report/bounds";
import { printMarkdown } from "../../provider/report/markdown";
import { jsonReportSchema, type Report, type ResourceReport } from "../../provider/report/report";
import { jsonReport, printHeadline } from "../../provider/report/summary";
import { printHtml } from "../../provider/report/html/page";
import { printText } from "../../provider/report/text";
import { shorten } from "../../provider/report/lines";
import { samples } from "../harness/samples";
import { anyReport } from "./arbitraries";
import { textOf } from "./preview";
import {
  everydayReport,
  exampleReport,
  examplesFolder,
  numberedEntries,
  sampleReport,
  reportWith,
  resourceReport,
  resourceWith,
  type SampleResource,
} from "./sample-reports";

/** The text of a page without its tags, one line per line of the page. */
function shownText(html: string): string {
  const body = html.slice(html.indexOf("<body>"));
  return body
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/\s*\n\s*/gu, "\n");
}

describe.each(["everyday", "over-limit", "unread"])("the example %s", (name) => {
  const report = exampleReport(name);

  it.each([
    ["text", textOf, "txt"],
    ["Markdown", printMarkdown, "md"],
    ["a page", (each: Report) => shownText(printHtml(each)), "page.txt"],
    ["JSON", (each: Report) => `${JSON.stringify(jsonReport(each), undefined, 2)}\n`, "json"],
  ])("is printed as its file shows it, as %s", (_, print, ending) => {
    const path = join(examplesFolder, `${name}.${ending}`);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, print(report));
    expect(print(report), "npm run lab -- docs updates it").toBe(readFileSync(path, "utf8"));
  });

  it("has the shape that programs can rely on", () => {
    const json: unknown = JSON.parse(JSON.stringify(jsonReport(report)));
    expect(jsonReportSchema.strict().parse(json)).toEqual(json);
  });
});

describe("the headline", () => {
  const error = { message: "no", resources: [], urns: [] };
  const quiet = {
    ...everydayReport,
    resources: everydayReport.resources.filter(({ operation }) => operation === "same"),
  };

  it.each([
    [{ ...everydayReport, errors: [error, error] }, "The preview failed with 2 errors"],
    [quiet, "No changes, and no drift in 1 list"],
    [{ ...quiet, isRefreshed: false }, "No changes"],
  ])("is the outcome of the preview", (report, headline) => {
    expect(printHeadline(report)).toBe(headline);
  });

  it("counts a list that two resources manage once, also with two accounts", () => {
    const headlineWith = (given: Partial<ResourceReport>) =>
      printHeadline(sampleReport(resourceReport({ name: "a" }), resourceReport({ name: "b", ...given })));
    expect(headlineWith({})).toMatch(/^1 app list will change: /u);
    expect(headlineWith({ account: "eu" })).toMatch(/^1 app list will change: /u);
  });
});

describe("a list with a purpose", () => {
  const changes = { added: numberedEntries(3), removed: numberedEntries(2) };
  const block = resourceWith(changes, { purpose: "block" });

  it.each([
    [[block], "+3 blocked, −2 no longer blocked"],
    [[resourceWith(changes, { purpose: "allow" })], "+3 allowed, −2 no longer allowed"],
    [[resourceWith({ removed: numberedEntries(2) }, { purpose: "allow" })], "−2 no longer allowed"],
    [[block, resourceWith(changes, { appListId: 2, purpose: "allow" })], "+6, −4"],
    [[block, resourceWith(changes, { appListId: 2 })], "+6, −4"],
  ])("decides the words of the headline, if all changing lists have it", (resources, words) => {
    expect(printHeadline(sampleReport(...resources))).toMatch(new RegExp(`: ${words.replace("+", "\\+")}$`, "u"));
  });
});

const overLimit = {
  of: "own",
  kind: "appBundles",
  value: "20%",
  changed: 4,
  whole: 14,
  allowed: 2,
  digest: "0123456789abcdef",
} as const;

it("a list names what is not known, and what is over a limit, with escaped names", () => {
  const one = (operation: ResourceReport["operation"], given: SampleResource) =>
    resourceWith({ removed: numberedEntries(4) }, { operation, stay: 10, removalLimit: "20%", ...given });
  const unknown = { added: { count: 2, isAtMost: true }, removed: { count: null, isAtMost: false }, atRisk: null };
  const markdown = printMarkdown(
    sampleReport(
      one("delete", { name: "moved", appListId: 1, removalLimit: undefined }),
      one("replace", { name: "moved", appListId: 2, listName: "a | <b>", totals: unknown }),
      one("update", { appListId: 3, overLimit: [overLimit] }),
    ),
  );
  expect(markdown.match(/(?<=<summary>).*?(?=<\/summary>)/gsu)).toEqual([
    "<code>app list 2 &#34;a | &#60;b&#62;&#34;</code> <code>resource moved, replace</code><br>\n" +
      "Change: up to +2; removals not known yet<br>\nRemoved: not known yet; limit 20%",
    expect.stringMatching(/Removed: 4 of 14 managed \(28\.6%\); no limit: deleted$/u),
    expect.stringMatching(/Removed: 4 of 14 managed \(28\.6%\); limit 20%$/u),
  ]);
  expect(markdown).toContain("removalLimit &#34;20%&#34; allows 2 of 14; this change removes 4 app bundles.</code>");
});

describe("a report as text", () => {
  it("is shortened with the number of the rest, unless all is requested", () => {
    const report = reportWith({ added: numberedEntries(3000), removed: numberedEntries(5) });
    const text = textOf(report);
    expect(text).toContain("    - com.app4  # gambling 4\n");
    expect(text).toContain("  and 2,700 more\n");
    expect(text).toContain("\nThis report is shortened. To print all of it, add --all to the command.\n");
    const all = textOf(report, { all: true });
    expect(all).toContain("    + com.app2999  # gambling 2999\n");
    expect(all).not.toContain("more");
  });

  it("has different colors for added and removed entries", () => {
    const removed = [{ entry: "com.b", note: "old", origin: "adopted" as const }];
    const report = reportWith({ added: [{ entry: "com.a", note: "x".repeat(200) }], removed });
    const text = printText(report, { style: (style, text) => `<${style}>${text}</${style}>` });
    expect(text).toContain("<added>    + com.a  # x");
    expect(text).toContain("<removed>    - com.b  # old</removed>");
  });

  it("has the number of adopted entries once per list, and not on every line", () => {
    const adopted = ["com.a", "com.b"].map((entry) => ({ entry, origin: "adopted" as const }));
    const text = textOf(reportWith({ removed: [...adopted, { entry: "com.c" }], missing: adopted }));
    expect(text).toContain("  adopted, in the list before this resource declared them: 2 entries\n");
    expect(text.match(/adopted/gu)).toHaveLength(1);
  });

  it("never contains a control character, and is never longer than 400 lines", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = textOf(report);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(text.split("\n").length).toBeLessThanOrEqual(401);
      }),
      { numRuns: 15 * samples },
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

it("the parts of a report are printed until they are too long, and never all of an endless one", () => {
  const endless = function* () {
    for (;;) yield "line";
  };
  expect(shorten(endless, "See all.", () => 1, 400)).toEqual(["This report is shortened. See all."]);
});

describe("a report in Markdown", () => {
  it("fits into a comment, closes what it opens, and has untrusted texts in code only: no link, mention or markup", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const markdown = printMarkdown(report);
        expect(markdown.length).toBeLessThan(bounds.markdownCharacters);
        expect(markdown).toMatch(/^<!-- pulumi-app-list report: /u);
        const { text, types } = outsideCode(markdown);
        for (const type of ["link", "image", "def", "list", "blockquote", "hr"]) expect(types).not.toContain(type);
        const withoutMarker = text.replace(/^<!-- pulumi-app-list report: [\w./-]* -->/u, "");
        expect(withoutMarker).not.toMatch(/@|https?:|www\.|evil|script:|onerror/u);
        expect(withoutMarker).not.toMatch(/<(?!\/?(?:details|summary|table|tr|th|td|b|p)>|details open>|br>)/u);
        for (const name of ["details", "summary", "table", "tr", "th", "td", "p"]) {
          expect(text.replaceAll("<details open>", "<details>").split(`<${name}>`)).toHaveLength(
            text.split(`</${name}>`).length,
          );
        }
      }),
      { numRuns: 25 * samples },
    );
  });

  it("has each entry in a block of code that no entry can end", () => {
    const unexpected = ["```", "@everyone"].map((entry) => ({ entry }));
    const { text } = outsideCode(printMarkdown(reportWith({ unexpected }, { operation: "same" })));
    expect(text).not.toContain("@everyone");
  });

  it("has its marker and its headline, however long its names and messages are as markup", () => {
    const quotes = '"'.repeat(5000);
    const warnings = Array.from({ length: 20 }, () => quotes);
    const each = { listName: quotes, account: quotes, warnings, notRead: true };
    const lists = Array.from({ length: 9 }, (_, index) =>
      resourceWith({ removed: [{ entry: quotes }] }, { ...each, name: `${index}${quotes}`, appListId: index + 1 }),
    );
    const error = { message: `${quotes}\n`.repeat(20), resources: [], urns: [] };
    const report = { ...sampleReport(...lists), errors: [error], warnings };
    expect(printMarkdown(report).split("\n\n", 2)).toEqual([
      expect.stringMatching(/^<!-- pulumi-app-list report: /u),
      `### ${printHeadline(report)}`,
    ]);
  });

  it("starts with a marker on one line, by which a pipeline finds its comment", () => {
    const [escaped] = printMarkdown({ ...everydayReport, stack: "a-->\n<script>" }).split("\n");
    expect(escaped).toBe("<!-- pulumi-app-list report: a-____script_ -->");
  });

  it("opens its lists if at most 20 entries change", () => {
    const opened = (entries: number) =>
      printMarkdown(reportWith({ added: numberedEntries(entries) })).includes(" open>");
    expect([20, 21].map(opened)).toEqual([true, false]);
  });

  it("shows some entries of every list and change if not all fit, and where the whole report is", () => {
    const large = { added: numberedEntries(5000), removed: numberedEntries(5000) };
    const small = resourceWith({ added: [{ entry: "com.small" }] }, { name: "small", appListId: 2 });
    const markdown = printMarkdown(sampleReport(resourceWith(large), small));
    expect(markdown).toContain("+ com.small\n");
    expect(markdown).toContain("- com.app299  # gambling 299\n");
    expect(markdown).toContain("+ com.app299  # gambling 299\n");
    expect(markdown.match(/^and [\d,]+ more$/gmu)).toEqual(["and 4,700 more", "and 4,700 more"]);
    const hint =
      "This report is shortened. The HTML report has everything. It is an artifact of this run, and expires.";
    expect([markdown, printMarkdown(sampleReport(small))].map((text) => text.includes(hint))).toEqual([true, false]);
    const lists = Array.from({ length: 2000 }, (_, index) => resourceWith({}, { appListId: index + 1 }));
    expect(printMarkdown(sampleReport(...lists))).toMatch(/^and [\d,]+ more lists that change$/mu);
  });
});
