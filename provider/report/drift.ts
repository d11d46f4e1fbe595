import { kinds } from "../list/kinds";
import { noTotals } from "./plan";
import { isDrift, isLimitError, type Report, type ResourceReport } from "./report";

/**
 * A report about drift only, without the changes of the program. A change over the limit is not an error in it, unless
 * it ended the preview before all lists were compared.
 */
export function onlyDrift(report: Report): Report {
  return {
    ...report,
    isDriftOnly: true,
    errors: report.errors.filter((error) => !report.isComplete || !isLimitError(error)),
    // A resource that the program creates manages nothing yet.
    resources: report.resources.filter((resource) => resource.observation !== "new" || hasMoved(resource)).map(driftOf),
  };
}

/** Whether the resource is deployed at another list, because of another base URL. */
function hasMoved({ observation, operation }: ResourceReport): boolean {
  return observation === "new" && (operation === "update" || operation === "same");
}

function driftOf(resource: ResourceReport): ResourceReport {
  const isMoved = hasMoved(resource);
  return {
    ...resource,
    observation: isMoved ? "notRead" : resource.observation,
    // Nothing was read at the old base URL.
    notVerified: isMoved ? kinds : resource.notVerified,
    operation: "same",
    totals: { ...noTotals, atRisk: resource.totals.atRisk },
    entries: resource.entries.filter(isDrift),
    changedArguments: [],
    remarks: [],
  };
}
