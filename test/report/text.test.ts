import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report, ResourceReport } from "../../provider/report/report";
import { printHeadline } from "../../provider/report/summary";
import { printText } from "../../provider/report/text";
import { viewOf } from "../../provider/report/view";
import { anyReport } from "./arbitraries";
import {
  everydayReport,
  failedReport,
  numberedEntries,
  quietReport,
  reportOf,
  reportWith,
  resourceReport,
  unrefreshedReport,
} from "./sample-reports";

function plain(report: Report, options: { readonly columns?: number; readonly all?: boolean } = {}): string {
  return printText(report, { style: (_, text) => text, ...options });
}

describe("the headline", () => {
  it.each([
    [
      everydayReport,
      "4 of 6 app lists will change: up to +17, up to −13; 2 kept in the list; drift in 2 (3 missing, 3 unexpected); 2 " +
        "of them used by campaigns; 1 not verified",
    ],
    [failedReport, "The preview failed with 2 errors; before that: 1 app list will change: up to +3"],
    [{ ...failedReport, resources: [] }, "The preview failed with 2 errors"],
    [quietReport, "No changes, and no drift in 2 lists"],
    [{ ...quietReport, isRefreshed: false }, "No changes"],
    [unrefreshedReport, "No changes; 1 not verified"],
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

describe("a report for people", () => {
  it("names the campaigns of a list that loses entries, and only then", () => {
    const entries = numberedEntries(1);
    const removalOf = (changes: Parameters<typeof reportWith>[0], hasAssociatedCampaigns: boolean) =>
      viewOf(reportWith({ unchanged: 9, ...changes }, { hasAssociatedCampaigns })).lists[0]?.removal;
    expect(removalOf({ removed: entries }, true)).toBe("removes 1 of 10 entries (10%); used by campaigns");
    expect(removalOf({ unexpected: entries }, false)).toBe("removes 1 of 10 entries (10%)");
    expect(removalOf({ added: entries, missing: entries, kept: entries }, true)).toBeUndefined();
  });
});

describe("a report as text", () => {
  it("shows every one of 37 changes in a list of 10,000, with its note, in at most 60 lines", () => {
    const added = numberedEntries(18, "dating");
    const removed = numberedEntries(19, "gambling");
    const text = plain(reportWith({ added, removed }, { hasAssociatedCampaigns: true }));
    for (const { entry, note } of added) expect(text).toContain(`    + ${entry}  # ${note}\n`);
    for (const { entry, note } of removed) expect(text).toContain(`    - ${entry}  # ${note}\n`);
    expect(text.split("\n").length).toBeLessThanOrEqual(60);
    expect(text.split("\n")[0]).toBe("1 app list will change: +18 −19; used by campaigns");
    expect(text).toContain("removes 19 of 10,000 entries (0.2%); used by campaigns\n");
  });

  it("shows once that drift is not known without a refresh", () => {
    const hint =
      "The preview did not read the lists. The numbers come from the last deployment; drift is unknown. To read the " +
      "lists: pulumi preview --json --refresh";
    const hints = (["read", "notRead", "new"] as const).map((observation) => {
      const report = reportWith({ added: numberedEntries(1) }, { observation });
      return plain({ ...report, isRefreshed: observation === "read" }).split(hint).length - 1;
    });
    expect(hints).toEqual([0, 1, 0]);
  });

  it("is shortened with the number of the rest, unless all is requested", () => {
    const report = reportWith({ added: numberedEntries(3000), removed: numberedEntries(5) });
    const text = plain(report);
    expect(text).toContain("    - com.app4  # gambling 4\n");
    expect(text).toContain("  and 2,700 more\n");
    expect(text).toContain("\n\nThis report is shortened. Everything: app-list report --all or ");
    const all = plain(report, { all: true });
    expect(all).toContain("    + com.app2999  # gambling 2999\n");
    expect(all).not.toContain("more");
  });

  it("has different colours for added and removed entries, and marks those that were adopted", () => {
    const removed = [{ entry: "com.b", note: "old", origin: "adopted" as const }];
    const report = reportWith({ added: [{ entry: "com.a" }], removed });
    const text = printText(report, { style: (style, text) => `<${style}>${text}</${style}>` });
    expect(text).toContain("<added>    + com.a</added>");
    expect(text).toContain("<removed>    - com.b  (adopted)  # old</removed>");
  });

  it("cuts lines of entries to the width of the terminal", () => {
    const text = plain(reportWith({ added: [{ entry: "com.a", note: "x".repeat(200) }] }), { columns: 40 });
    expect(text).toMatch(/^(?=.{40}$) {4}\+ com\.a {2}# x+…$/mu);
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
