import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printText } from "../../provider/report/text";
import type { Report } from "../../provider/report/report";
import { anyReport } from "./arbitraries";
import { numberedEntries, reportWith, resourceWith } from "./sample-reports";

function plain(report: Report, options: { readonly columns?: number; readonly all?: boolean } = {}): string {
  return printText(report, { style: (_, text) => text, ...options });
}

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

  it("starts with the most important numbers", () => {
    const drifting = resourceWith({ missing: numberedEntries(1), unexpected: numberedEntries(2) }, { appListId: 2 });
    const same = resourceWith({}, { appListId: 3, operation: "same" });
    const { resources } = reportWith({ added: numberedEntries(2), kept: numberedEntries(1) });
    const report = { ...reportWith({}), resources: [...resources, drifting, same] };
    expect(plain(report).split("\n")[0]).toBe(
      "2 of 3 app lists will change: +3 −2; 1 kept in the list; drift in 1 (1 missing, 2 unexpected)",
    );
  });

  it.each([
    ["no changes", {}, "No changes, and no drift in 1 list"],
    ["no changes, without a refresh", { isRefreshed: false }, "No changes"],
    [
      "not verified",
      { messages: [{ message: "a", severity: "info" as const, topic: "notVerified" as const }] },
      "No changes; 1 not verified",
    ],
    [
      "failed",
      { errors: ["a", "b"].map((message) => ({ message, resources: [] })) },
      "The preview failed with 2 errors",
    ],
  ])("has a headline: %s", (_, members, line) => {
    const report = { ...reportWith({}, { operation: "same" }), ...members };
    expect(plain(report).split("\n")[0]).toBe(line);
  });

  it("shows once that drift is not known without a refresh", () => {
    const hint =
      "The preview did not read the lists. The numbers come from the last deployment; drift is unknown. To read the " +
      "lists: pulumi preview --json --refresh";
    const [read, notRead, created] = (["read", "notRead", "new"] as const).map((observation) =>
      plain({ ...reportWith({ added: numberedEntries(1) }, { observation }), isRefreshed: observation === "read" }),
    );
    expect(notRead?.split(hint)).toHaveLength(2);
    expect(read).not.toContain(hint);
    expect(created).not.toContain(hint);
  });

  it("is shortened with the number of the rest, unless all is requested", () => {
    const report = reportWith({ added: numberedEntries(3000), removed: numberedEntries(5) });
    const text = plain(report);
    expect(text.split("\n").length).toBeLessThanOrEqual(401);
    expect(text).toContain("    - com.app4  # gambling 4\n");
    expect(text).toContain("  and 2,700 more\n");
    expect(text).toContain("\n\nThis report is shortened. Everything: app-list report --all or ");
    const all = plain(report, { all: true });
    expect(all).toContain("    + com.app2999  # gambling 2999\n");
    expect(all).not.toContain("more");
  });

  it("names the entries that expire within 14 days", () => {
    const expiring = [{ entry: "com.a", until: "2027-02-01" }];
    expect(plain(reportWith({ expiring }, { operation: "same" }))).toContain(
      'Entries that expire within 14 days:\n  2027-02-01: app bundle "com.a" of app list 4321 "blocked apps"\n',
    );
  });

  it("marks removed entries that were adopted", () => {
    const text = plain(reportWith({ removed: [{ entry: "com.a", note: "old", origin: "adopted" }] }));
    expect(text).toContain("    - com.a  (adopted)  # old\n");
  });

  it("cuts lines of entries to the width of the terminal", () => {
    const text = plain(reportWith({ added: [{ entry: "com.a", note: "x".repeat(200) }] }), { columns: 40 });
    const line = text.split("\n").find((each) => each.includes("com.a"));
    expect(line).toHaveLength(40);
    expect(line?.endsWith("…")).toBe(true);
  });

  it("has different colours for added and removed entries", () => {
    const report = reportWith({ added: [{ entry: "com.a" }], removed: [{ entry: "com.b" }] });
    const text = printText(report, { style: (style, text) => `<${style}>${text}</${style}>` });
    expect(text).toContain("<added>    + com.a</added>");
    expect(text).toContain("<removed>    - com.b</removed>");
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
