import { expect, it } from "vitest";
import { jsonReportSchema } from "../../provider/report/report";
import { jsonReport } from "../../provider/report/summary";
import { everydayReport, numberedEntries, reportWith } from "./sample-reports";

it("is a report for programs: with a version, the outcome, the numbers and every entry", () => {
  const changes = { removed: numberedEntries(19), missing: numberedEntries(2) };
  const counts = { lists: 1, changing: 1, drifting: 1, changingWithCampaigns: 1, missing: 2, unexpected: 0, kept: 0 };
  const report = reportWith(changes, { hasAssociatedCampaigns: true });
  expect(jsonReport(report)).toEqual({
    ...report,
    version: 1,
    outcome: "changes",
    verdict: "1 app list will change: +2 −19; drift in 1 (2 missing); used by campaigns",
    counts: {
      ...counts,
      totals: { added: { count: 2, bound: "exact" }, removed: { count: 19, bound: "exact" }, losable: 10_000 },
    },
  });
  const json: unknown = JSON.parse(JSON.stringify(jsonReport(everydayReport)));
  expect(jsonReportSchema.strict().parse(json)).toEqual(json);
});
