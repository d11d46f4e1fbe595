import { countReport, type Counts } from "./counts";
import { outcomeOf, type ListDrift, type Outcome, type Report, type ResourceReport } from "./report";

/**
 * A report for programs. Public API: members keep their names and meanings as long as `version` is 1; new ones may
 * come. What is not known is left out. The members of the resources are those of {@link ResourceReport}.
 */
export interface JsonReport {
  readonly version: 1;
  readonly outcome: Outcome;
  readonly stack?: string;
  readonly isRefreshed: boolean;
  readonly counts: Counts;
  readonly resources: readonly ResourceReport[];
  readonly drift: readonly ListDrift[];
  readonly errors: readonly string[];
  readonly notVerified: readonly string[];
  readonly warnings: readonly string[];
  readonly others: readonly string[];
}

/** A report as one JSON document's value, with every entry. */
export function jsonReport(report: Report): JsonReport {
  const { stack, isRefreshed, resources, drift = [], errors, notVerified, warnings = [], others } = report;
  return {
    version: 1,
    outcome: outcomeOf(report),
    ...(stack !== undefined && { stack }),
    isRefreshed,
    counts: countReport(report),
    resources,
    drift,
    errors,
    notVerified,
    warnings,
    others,
  };
}
