import fc from "fast-check";
import { lexer, walkTokens } from "marked";
import { describe, expect, it } from "vitest";
import { longestMarkdown, printMarkdown } from "../../provider/report/markdown";
import { anyReport } from "./arbitraries";
import { numberedEntries, reportOf, reportWith, resourceWith } from "./sample-reports";

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
        expect(markdown.length).toBeLessThan(longestMarkdown);
        const { text, types } = outsideCode(markdown);
        for (const type of ["link", "image", "def", "list", "blockquote", "hr"]) expect(types).not.toContain(type);
        const withoutMarker = text.replace(/^<!-- pulumi-app-list report: [\w./-]* -->/u, "");
        expect(withoutMarker).not.toMatch(/@|https?:|www\.|evil|script:|onerror/u);
        expect(withoutMarker).not.toMatch(/<(?!\/?(?:details|summary|sub)>)/u);
        for (const name of ["details", "summary", "sub"]) {
          expect(text.split(`<${name}>`)).toHaveLength(text.split(`</${name}>`).length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("starts with the headline, and a marker on one line by which a pipeline finds its comment", () => {
    const report = reportWith({ added: numberedEntries(2) });
    const [marker, , heading] = printMarkdown(report).split("\n");
    expect(marker).toBe("<!-- pulumi-app-list report: brand-safety/dev -->");
    expect(heading).toBe("### 1 app list will change: +2");
    const [escaped] = printMarkdown({ ...report, stack: "a-->\n<script>" }).split("\n");
    expect(escaped).toBe("<!-- pulumi-app-list report: a-____script_ -->");
  });

  it("has a collapsed section with its numbers for each list that changes", () => {
    const changes = { added: numberedEntries(18), removed: numberedEntries(19), missing: numberedEntries(1) };
    const resource = resourceWith(changes, { hasAssociatedCampaigns: true, account: "eu" });
    const report = reportOf(resource, resourceWith({}, { operation: "same", appListId: 2 }));
    const markdown = printMarkdown({ ...report, commit: "3f2c1d9e8b7a6f5e" });
    expect(markdown).toContain("stack `brand-safety/dev` · commit `3f2c1d9e8b7a` · 2027-01-31 12:34 UTC\n");
    expect(markdown).toContain(
      "\n### 1 of 2 app lists will change: +19 −19; drift in 1 (1 missing); used by campaigns\n",
    );
    expect(markdown).toContain(
      "<summary>update · <code>blocked</code> · app list 4321 <code>blocked apps</code> · account <code>eu</code> · " +
        "+19 −19 · removes 19 of 10,000 entries (0.2%); used by campaigns · 1 missing</summary>\n",
    );
    expect(markdown).toContain("\n1 list without changes.\n");
  });

  it("shows every change of a short report, with its note, folded", () => {
    const added = [{ entry: "com.a", note: "dating" }];
    const removed = [{ entry: "com.b", origin: "adopted" as const }];
    const changes = { added, removed, kept: [{ entry: "com.c" }] };
    expect(printMarkdown(reportWith(changes, { remarks: ["A remark."] }))).toContain(`</summary>

\`\`\`diff
# A remark.
# 1 app bundle removed
- com.b  (adopted)
# 1 app bundle added
+ com.a  # dating
# 1 app bundle kept in the list, no longer managed here
  com.c
\`\`\`

</details>`);
  });

  it("shows some entries of every list and change if not all fit, and the command for the whole report", () => {
    const large = { added: numberedEntries(5000), removed: numberedEntries(5000) };
    const small = resourceWith({ added: [{ entry: "com.small" }] }, { name: "small", appListId: 2 });
    const markdown = printMarkdown(reportOf(resourceWith(large), small));
    expect(markdown).toContain("+ com.small\n");
    expect(markdown).toContain("- com.app299  # gambling 299\n");
    expect(markdown).toContain("+ com.app299  # gambling 299\n");
    expect(markdown.match(/^# and [\d,]+ more$/gmu)).toEqual(["# and 4,700 more", "# and 4,700 more"]);
    const hint = "<sub>This report is shortened. Everything: app-list report --all or ";
    expect([markdown, printMarkdown(reportOf(small))].map((text) => text.includes(hint))).toEqual([true, false]);
  });

  it("shows how many lists do not fit", () => {
    const lists = Array.from({ length: 2000 }, (_, index) => resourceWith({}, { appListId: index + 1 }));
    expect(printMarkdown(reportOf(...lists))).toMatch(/^and [\d,]+ more lists that change$/mu);
  });

  it("shows errors with their lines", () => {
    const errors = ["first:\n  a\n  b", "second"].map((message) => ({ message, resources: [] }));
    const markdown = printMarkdown({ ...reportWith({}), resources: [], errors });
    expect(markdown).toContain("**Errors**\n\n```text\nfirst:\n  a\n  b\nsecond\n```\n");
  });
});
