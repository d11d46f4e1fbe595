import { expect, it } from "vitest";
import { jsonReport } from "../../provider/report/json";
import { numberedEntries, reportWith } from "./reports";

it("is a report for programs: with a version, the outcome, the numbers and every entry", () => {
  const report = reportWith(
    { added: numberedEntries(1), missing: numberedEntries(2) },
    { hasAssociatedCampaigns: true },
  );
  expect(jsonReport(report)).toEqual({
    version: 1,
    outcome: "changes",
    stack: "brand-safety/dev",
    isRefreshed: true,
    counts: {
      lists: 1,
      changing: 1,
      drifting: 1,
      changingWithCampaigns: 1,
      totals: {
        added: { count: 3, mayBeFewer: false, mayBeMore: false },
        removed: { count: 0, mayBeFewer: false, mayBeMore: false },
        losable: 10_000,
        isByState: false,
      },
      entries: { unchanged: 9981, added: 1, removed: 0, missing: 2, unexpected: 0, kept: 0 },
    },
    resources: report.resources,
    drift: [],
    errors: [],
    notVerified: [],
    warnings: [],
    otherResources: [],
  });
});
