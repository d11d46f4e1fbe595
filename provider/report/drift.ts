import { none } from "./plan";
import { isDrift, isLimitError, withTopic } from "./report";
import type { Message, Report, ResourceReport } from "./report";

/** A report about drift only, without the changes of the program. A change over the limit is not an error in it. */
export function onlyDrift(report: Report): Report {
  return {
    ...report,
    isDriftOnly: true,
    errors: report.errors.filter((error) => !isLimitError(error)),
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
