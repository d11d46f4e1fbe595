import { reportOutcome, type Outcome, type Report } from "./report";
import { countReport, type Counts } from "./summary";

/**
 * A report for programs. Public API: members keep their names and meanings as long as `version` is 1; new ones may be
 * added. Members without a value are omitted.
 */
export interface JsonReport extends Report {
  readonly version: 1;
  readonly outcome: Outcome;
  readonly counts: Counts;
}

/** A report as one JSON document's value, with every entry. */
export function jsonReport({ stack, isRefreshed, ...report }: Report): JsonReport {
  const whole = { stack, isRefreshed, ...report };
  return { version: 1, outcome: reportOutcome(whole), stack, isRefreshed, counts: countReport(whole), ...report };
}
