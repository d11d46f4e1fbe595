import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonReportSchema } from "../../provider/report/report";
import { jsonReport } from "../../provider/report/summary";
import { anyReport } from "./arbitraries";
import { numberedEntries, reportWith } from "./sample-reports";

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
});

it("has the form of its schema, whatever it reports", () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      // The largest reports do not fit into memory as JSON.
      const kinds = report.resources.slice(0, 20).flatMap((resource) => resource.kinds);
      const entries = kinds.flatMap((kind) => [kind.added, kind.removed, kind.missing, kind.unexpected, kind.kept]);
      fc.pre(report.resources.length < 20 && entries.flat().length < 300);
      const json: unknown = JSON.parse(JSON.stringify(jsonReport(report)));
      expect(jsonReportSchema.strict().safeParse(json).error).toBeUndefined();
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
