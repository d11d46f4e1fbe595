import { formatCount, formatPart, plural } from "../common/format";
import { printable, quoteList } from "../common/quote";
import { nameList, printEffects } from "../list/summary";
import { printApproval } from "../resource/notice";
import { countNotVerified, hasDrift, isChange, isOverLimit, reportOutcome } from "./report";
import type { JsonReport, Report, ReportedError, ResourceReport, Total, Totals } from "./report";
import { printShares, printSource } from "./delivery";
import { sumTotals } from "./plan";

/** Who reads a report. In a pipeline, nobody can run its commands. */
export type Audience = "terminal" | "pipeline";

/** The document that `app-list report --json` prints. */
export function jsonReport(report: Report): JsonReport {
  const verdict = printHeadline(report);
  return { version: 1, outcome: reportOutcome(report), verdict, counts: countReport(report), ...report };
}

export function countReport({ resources }: Report) {
  const changing = resources.filter(isChange);
  return {
    lists: countLists(resources),
    changing: countLists(changing),
    drifting: countLists(resources.filter(hasDrift)),
    totals: sumTotals(changing.map(({ totals }) => totals)),
  };
}

/** Several resources may manage one list. A list that is not known yet counts separately. */
function countLists(resources: readonly ResourceReport[]): number {
  const keys = resources.map(({ appListId, provider, urn }) =>
    JSON.stringify(appListId === undefined ? urn : [provider, appListId]),
  );
  return new Set(keys).size;
}

/**
 * The removed entries as a share of the entries at risk: "19 of 10,000 managed (0.2%)"; after "12 expired, " if some have
 * expired. Undefined if none are removed, or the numbers are not known.
 */
export function removalShare({ totals, isExclusive }: ResourceReport): string | undefined {
  const { removed, expired = 0, atRisk } = totals;
  if (!removed.count || atRisk === null) return undefined;
  const ended = expired === 0 ? "" : `${formatCount(expired)} expired`;
  const counted = removed.count - expired;
  if (counted === 0) return ended;
  const whole = isExclusive ? `all ${formatCount(atRisk)} in the list` : `${formatCount(atRisk)} managed`;
  const part = formatPart(counted, atRisk, whole);
  return `${ended === "" ? "" : `${ended}, `}${removed.isAtMost ? "up to " : ""}${part}`;
}

function printError({ message, resources }: ReportedError): string {
  if (resources.length === 0) return message;
  return `resource${resources.length === 1 ? "" : "s"} ${quoteList(resources)}: ${message}`;
}

/** The errors. If the preview was complete, its table and lists show the changes that are over a limit. */
export function printErrors({ errors, isComplete }: Report, reader: Audience): readonly string[] {
  if (reader === "terminal") return errors.map(printError);
  return errors.flatMap((error) => {
    if (!isOverLimit(error)) return printError(error);
    const [effect = ""] = printError(error).split("\n");
    return isComplete && error.resources.length > 0 && error.digest !== undefined ? [] : effect;
  });
}

/** How to go on after a change over a limit: advice without untrusted text, and the lines to copy. */
export interface Approval {
  readonly advice: string;
  readonly lines: readonly string[];
}

/** How to approve the changes that are over a limit; undefined if there are none. */
export function approvalOf({ errors }: Report, reader: Audience): Approval | undefined {
  const approvable = errors.flatMap(({ digest, resources }) => (digest === undefined ? [] : [{ digest, resources }]));
  if (approvable.length === 0) return undefined;
  if (reader === "terminal") {
    const digests = new Set(approvable.map(({ digest }) => digest));
    return { advice: "To approve exactly this:", lines: [`${printApproval([...digests])} pulumi up`] };
  }
  return {
    advice:
      "Not intended? Restore the file or the program. Intended: add " +
      `${approvable.length === 1 ? "this line" : "the lines of these changes"} ` +
      "to the file app-list-approvals beside Pulumi.yaml, in this pull request:",
    lines: approvable.map(({ digest, resources }) => [digest, ...resources].join("  # ")),
  };
}

export function describeList({ appListId, listName }: Pick<ResourceReport, "appListId" | "listName">): string {
  return appListId === undefined ? "app list with an ID that is not known yet" : nameList(appListId, listName);
}

/** The outcome in one sentence, without untrusted text. */
export function printHeadline(report: Report): string {
  const { errors, resources, isDriftOnly, delivery } = report;
  const { lists, changing, drifting, totals } = countReport(report);
  const unverified = countNotVerified(report) === 0 ? "" : `; ${formatCount(countNotVerified(report))} not verified`;
  const outcome = reportOutcome(report);
  const which = `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")}`;
  const shares = delivery && delivery.entries > 0 ? `; ${printShares(delivery, printSource(delivery))}` : "";
  const isOfArguments = resources.filter(isChange).every((each) => each.changedArguments.length > 0);
  const numbers = printTotals(totals, purposeOf(resources), isOfArguments ? "only arguments" : undefined);
  const effect = `change: ${numbers}${shares}`;
  switch (outcome) {
    case "error":
      return `The preview failed with ${plural(errors.length, "error")}`;
    case "overLimit":
      return `Over ${errors.some(isOverLimit) ? "the limit" : "--max-delivery"}; ${which} would ${effect}`;
    case "changes": {
      const drift = `rift in ${plural(drifting, "app list")}`;
      if (isDriftOnly === true) return `D${drift}${unverified}`;
      return changing > 0 ? `${which} will ${effect}` : `No changes, but d${drift}${unverified}`;
    }
    case "notVerified": {
      if (isDriftOnly !== true) return `No changes${unverified}`;
      return `Drift is not known${lists === 0 ? ": the stack has no deployed app list" : unverified}`;
    }
    case "nothing": {
      // A preview omits resources that are not targets.
      const read = report.isRefreshed ? resources.filter(({ observation }) => observation !== "notRead") : [];
      const drift = `no drift in ${plural(countLists(read), "list")}`;
      if (isDriftOnly === true) return `N${drift.slice(1)}`;
      return read.length === 0 ? "No changes" : `No changes, and ${drift}`;
    }
  }
}

/** The outcome in one line, with the first error. */
export function printVerdict(report: Report): string {
  const [error] = reportOutcome(report) === "error" ? report.errors : [];
  const reason = error === undefined ? "" : `: ${printError(error).split("\n", 1)[0] ?? ""}`;
  return printable(printHeadline(report) + reason);
}

/** The purpose of the changing lists, if all have the same. */
function purposeOf(resources: readonly ResourceReport[]): ResourceReport["purpose"] {
  const [purpose, ...others] = new Set(resources.filter(isChange).map((resource) => resource.purpose));
  return others.length === 0 ? purpose : undefined;
}

/**
 * For example "+18, −19", "+18 blocked, up to −19 no longer blocked", "+3; removals not known yet".
 *
 * @param nothing the text if there are none.
 */
export function printTotals(
  { added, removed }: Totals,
  purpose: ResourceReport["purpose"],
  nothing = "no entries",
): string {
  const signed = (sign: string, { count, isAtMost }: Total) =>
    count ? `${isAtMost ? "up to " : ""}${sign}${formatCount(count)}` : "";
  const [plus, minus] = [signed("+", added), signed("−", removed)];
  const numbers = purpose === undefined ? [plus, minus].filter(Boolean).join(", ") : printEffects(plus, minus, purpose);
  const unknown = [added.count === null ? "additions" : "", removed.count === null ? "removals" : ""].filter(Boolean);
  const parts = [numbers, unknown.length === 0 ? "" : `${unknown.join(" and ")} not known yet`];
  return parts.filter((part) => part !== "").join("; ") || nothing;
}

/** What was not read, or the two ways to end drift; undefined if there is neither. */
export function driftHint(report: Report, reader: Audience): string | undefined {
  const { isRefreshed, isDriftOnly, resources, errors } = report;
  const count = (one: ResourceReport["observation"]) =>
    resources.filter(({ observation }) => observation === one).length;
  const [unread, unshown] = [count("notRead"), count("notShown")];
  if (unshown > 0) return `The preview does not show what it read of ${plural(unshown, "resource")}. ${toShow[reader]}`;
  if (isDriftOnly === true && isRefreshed) return reportOutcome(report) === "changes" ? waysOut[reader] : undefined;
  // The headline or the error is the reason.
  if (resources.length === 0 && (isDriftOnly === true || errors.length > 0)) return undefined;
  // A preview without --refresh omits resources without changes.
  if (unread === 0 && (isRefreshed || resources.length > 0)) return undefined;
  const means = {
    terminal: "To read the lists: pulumi preview --json --refresh --show-sames",
    pipeline: "Drift is checked every night.",
  };
  return (
    `The preview did not read the lists${isRefreshed ? ` of ${plural(unread, "resource")}` : ""}. The numbers are from ` +
    `the last deployment, and drift is not known. ${means[reader]}`
  );
}

const toShow = {
  terminal: "To show it: pulumi preview --json --refresh --show-sames",
  pipeline: "Add --show-sames to pulumi preview.",
} as const;

const waysOut = {
  terminal: "To repair drift: pulumi up --refresh. To accept it, declare the lists as they are: app-list pull",
  pipeline:
    "A deployment repairs only the lists that it changes. To repair all, start it by hand, with repair. To accept drift, " +
    "declare the lists as they are (app-list pull) in a pull request.",
} as const;
