import fc from "fast-check";
import { lexer, walkTokens } from "marked";
import { describe, expect, it } from "vitest";
import { longestMarkdown, printMarkdown } from "../../provider/report/markdown";
import { anyReport, hostileText } from "./arbitraries";
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
  it("is always short enough for a comment", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(printMarkdown(report).length).toBeLessThan(longestMarkdown);
      }),
      { numRuns: 60 },
    );
  });

  it("shows untrusted texts in code only: no link, no image, no mention and no markup", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { text, types } = outsideCode(printMarkdown(report));
        for (const type of ["link", "image", "def", "list", "blockquote", "hr"]) expect(types).not.toContain(type);
        const withoutMarker = text.replace(/^<!-- pulumi-app-list report: [\w./-]* -->/u, "");
        expect(withoutMarker).not.toMatch(/@|https?:|www\.|evil|script:|onerror/u);
        expect(withoutMarker).not.toMatch(/<(?!\/?(?:details|summary|sub)>)/u);
      }),
      { numRuns: 60 },
    );
  });

  it("closes whatever it opens, also if the longest texts are cut", () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 5 }), (texts) => {
        const remarks = texts.map((text) => text.repeat(2000));
        const messages = remarks.map((message) => ({ message, severity: "info" as const }));
        const errors = remarks.map((message) => ({ message, resources: [message] }));
        const markdown = printMarkdown({ ...reportWith({}, { remarks }), errors, messages });
        const { text } = outsideCode(markdown);
        expect(text.match(/<details>/gu)?.length).toBe(text.match(/<\/details>/gu)?.length);
        expect(text.match(/<sub>/gu)?.length).toBe(text.match(/<\/sub>/gu)?.length);
      }),
      { numRuns: 50 },
    );
  });

  it("starts with a marker by which a pipeline finds its comment, and with the headline", () => {
    const [marker, , heading] = printMarkdown(reportWith({ added: numberedEntries(2) })).split("\n");
    expect(marker).toBe("<!-- pulumi-app-list report: brand-safety/dev -->");
    expect(heading).toBe("### 1 app list will change: +2");
  });

  it("keeps the marker on one line, whatever the name of the stack", () => {
    const stack = "a-->\n<script>";
    expect(printMarkdown({ ...reportWith({}), stack }).split("\n")[0]).toMatch(/^<!-- [\w .:/-]+ -->$/u);
  });

  it("has a collapsed section with its numbers for each list that changes", () => {
    const changes = { added: numberedEntries(18), removed: numberedEntries(19), missing: numberedEntries(1) };
    const report = reportWith(changes, { hasAssociatedCampaigns: true, account: "eu" });
    const markdown = printMarkdown({ ...report, commit: "3f2c1d9e8b7a6f5e" });
    expect(markdown).toContain("stack `brand-safety/dev` · commit `3f2c1d9e8b7a` · 2027-01-31 12:34 UTC\n");
    expect(markdown).toContain("\n### 1 app list will change: +19 −19; drift in 1 (1 missing); used by campaigns\n");
    expect(markdown).toContain(
      "<summary>update · <code>blocked</code> · app list 4321 <code>blocked apps</code> · account <code>eu</code> · " +
        "+19 −19 · removes 19 of 10,000 entries (0.2%); used by campaigns · 1 missing</summary>\n",
    );
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

  it("shows some entries of every list and change if not all fit, and the number of the others", () => {
    const large = { added: numberedEntries(5000), removed: numberedEntries(5000) };
    const small = resourceWith({ added: [{ entry: "com.small" }] }, { name: "small", appListId: 2 });
    const markdown = printMarkdown(reportOf(resourceWith(large), small));
    expect(markdown).toContain("+ com.small\n");
    expect(markdown).toContain("- com.app299  # gambling 299\n");
    expect(markdown).toContain("+ com.app299  # gambling 299\n");
    expect(markdown.match(/^# and [\d,]+ more$/gmu)).toEqual(["# and 4,700 more", "# and 4,700 more"]);
  });

  it("names the commands for the whole report if it is shortened, and only then", () => {
    const where = "<sub>This report is shortened. Everything: app-list report --all or ";
    expect(printMarkdown(reportWith({ added: numberedEntries(10_000) }))).toContain(where);
    expect(printMarkdown(reportWith({ added: numberedEntries(10) }))).not.toContain(where);
  });

  it("shows how many lists do not fit", () => {
    const resources = Array.from({ length: 2000 }, (_, index) =>
      resourceWith({ added: numberedEntries(1) }, { appListId: index + 1 }),
    );
    const markdown = printMarkdown(reportOf(...resources));
    expect(markdown).toMatch(/^and [\d,]+ more lists that change$/mu);
  });

  it("shows errors with their lines", () => {
    const errors = ["first:\n  a\n  b", "second"].map((message) => ({ message, resources: [] }));
    const markdown = printMarkdown({ ...reportWith({}), resources: [], errors });
    expect(markdown).toContain("**Errors**\n\n```text\nfirst:\n  a\n  b\nsecond\n```\n");
  });
});
