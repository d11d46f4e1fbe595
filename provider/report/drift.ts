import { none } from "./plan";
import { isDrift, isRefusal, withTopic } from "./report";
import type { Message, Report, ResourceReport } from "./report";

/**
 * The drift in a report, without what the program changes: outcome, exit code and texts are about drift alone. A change that
 * is over a limit is no error of it.
 */
export function onlyDrift(report: Report): Report {
  return {
    ...report,
    isDriftOnly: true,
    errors: report.errors.filter((error) => !isRefusal(error)),
    // A resource that the program creates manages nothing yet.
    resources: report.resources.filter(({ observation }) => observation !== "new").map(driftOf),
    messages: aboutDrift(report.messages),
  };
}

function driftOf(resource: ResourceReport): ResourceReport {
  return {
    ...resource,
    operation: "same",
    totals: { ...resource.totals, added: none, removed: none },
    entries: resource.entries.filter(isDrift),
    remarks: [],
    messages: aboutDrift(resource.messages),
  };
}

function aboutDrift(messages: readonly Message[]): readonly Message[] {
  return [...withTopic("drift", messages), ...withTopic("notVerified", messages)];
}
