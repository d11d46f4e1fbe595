import { formatCount, formatPart, plural } from "../common/format";
import { quoteList } from "../common/quote";
import { nameList, printEffects } from "../list/summary";
import { printApproval, readNotice } from "../resource/notice";
import { countNotVerified, hasDrift, isChange, isOverLimit, reportOutcome, withTopic } from "./report";
import type { JsonReport, Message, Report, ReportedError, ResourceReport, Total, Totals } from "./report";
import { printShares, printSource } from "./delivery";
import { sumTotals } from "./plan";

/** Who can run the commands of a report: a person in a terminal, or nobody, as in a pipeline. */
export type Reader = "terminal" | "pipeline";

/** A report as `app-list report --json` prints it. */
export function jsonReport(report: Report): JsonReport {
  const [outcome, verdict] = [reportOutcome(report), printHeadline(report)];
  return { version: 1, outcome, verdict, counts: countReport(report), ...report };
}

export function countReport({ resources, messages }: Report) {
  const [changing, drifting] = [resources.filter(isChange), resources.filter(hasDrift)];
  const ids = withTopic("drift", messages).map(({ message }) => readNotice(message)?.appListId);
  const others = ids.filter((id) => !drifting.some(({ appListId }) => appListId === id));
  return {
    lists: countLists(resources),
    changing: countLists(changing),
    // The message on a list that several resources have is about none of them.
    drifting: countLists(drifting) + new Set(others).size,
    totals: sumTotals(changing.map(({ totals }) => totals)),
  };
}

/** Several resources may manage one list; a list that is not known yet counts by itself. */
function countLists(resources: readonly ResourceReport[]): number {
  const keys = resources.map(({ appListId, account, provider, urn }) =>
    JSON.stringify(appListId === undefined ? urn : [provider, account, appListId]),
  );
  return new Set(keys).size;
}

/**
 * The removed entries as a share of what can be lost: "19 of the 10,000 entries that this program manages (0.2%)"; undefined
 * if none are removed, or not known of how many.
 *
 * @param isShort whether it is for a cell of a table: "19 of 10,000 managed (0.2%)".
 */
export function removalShare({ totals, isExclusive }: ResourceReport, isShort: boolean): string | undefined {
  const { removed, atRisk } = totals;
  if (!removed.count || !atRisk) return undefined;
  const [number, entries] = [formatCount(atRisk), plural(atRisk, "entry", "entries")];
  const [short, long] = isExclusive
    ? [`all ${number} in the list`, `all ${entries} of the list`]
    : [`${number} managed`, `the ${entries} that this program manages`];
  return (removed.isAtMost ? "up to " : "") + formatPart(removed.count, atRisk, isShort ? short : long);
}

function printError({ message, resources }: ReportedError): string {
  if (resources.length === 0) return message;
  return `resource${resources.length === 1 ? "" : "s"} ${quoteList(resources)}: ${message}`;
}

/** The errors, with the way to approve the changes that are over a limit. A pipeline runs no commands. */
export function printErrors({ errors, isComplete }: Report, reader: Reader): readonly string[] {
  if (reader === "pipeline")
    return errors.map((error) => (isOverLimit(error) ? printRefusal(error, isComplete) : printError(error)));
  const digests = errors.flatMap(({ digest }) => digest ?? []);
  const approval = digests.length === 0 ? [] : [`To approve exactly this: ${printApproval(digests)} pulumi up`];
  return [...errors.map(printError), ...approval];
}

/** What to do about a change that is over a limit. The table has the rest, unless the preview failed. */
function printRefusal(error: ReportedError, isComplete: boolean): string {
  const [effect = ""] = printError(error).split("\n");
  const first = isComplete ? "\nTo be able to approve it, first set refresh: true in the workflow." : "";
  if (error.digest === undefined) return effect + first;
  const approve = (what: string) => `To approve exactly ${what}, add this line to app-list-approvals:\n${error.digest}`;
  const isShown = isComplete && error.resources.length > 0;
  return isShown ? approve(`this change of resource ${quoteList(error.resources)}`) : `${effect}\n${approve("this")}`;
}

export function describeList({ appListId, listName }: Pick<ResourceReport, "appListId" | "listName">): string {
  return appListId === undefined ? "app list with an ID that is not known yet" : nameList(appListId, listName);
}

/** The outcome in one sentence without untrusted text. The table below it has what matters of each list. */
export function printHeadline(report: Report): string {
  const { errors, resources, isDriftOnly, delivery } = report;
  const { lists, changing, drifting, totals } = countReport(report);
  const unverified = countNotVerified(report) === 0 ? "" : `; ${formatCount(countNotVerified(report))} not verified`;
  const outcome = reportOutcome(report);
  const which = `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")}`;
  const shares = delivery && delivery.entries > 0 ? `; ${printShares(delivery, printSource(delivery))}` : "";
  const effect = `change: ${printTotals(totals, purposeOf(resources))}${shares}`;
  switch (outcome) {
    case "error":
      return `The preview failed with ${plural(errors.length, "error")}`;
    case "refused":
      return `Refused by ${errors.some(isOverLimit) ? "the guard" : "--max-delivery"}; ${which} would ${effect}`;
    case "changes": {
      const drift = `rift in ${plural(drifting, "app list")}`;
      if (isDriftOnly === true) return `D${drift}${unverified}`;
      return changing > 0 ? `${which} will ${effect}` : `No changes, but d${drift}${unverified}`;
    }
    case "notVerified":
      return `${isDriftOnly === true ? "Drift is not known" : "No changes"}${unverified}`;
    case "nothing": {
      // A preview omits resources that are not among its targets.
      const read = report.isRefreshed ? resources.filter(({ observation }) => observation !== "notRead") : [];
      const drift = `no drift in ${plural(countLists(read), "list")}`;
      if (isDriftOnly === true) return `N${drift.slice(1)}`;
      return read.length === 0 ? "No changes" : `No changes, and ${drift}`;
    }
  }
}

/** What the changing lists are for, if it is the same. */
function purposeOf(resources: readonly ResourceReport[]): ResourceReport["purpose"] {
  const [purpose, ...others] = new Set(resources.filter(isChange).map((resource) => resource.purpose));
  return others.length === 0 ? purpose : undefined;
}

/** For example "+18, −19", "+18 blocked, up to −19 no longer blocked", "+3; removals not known yet", "no entries". */
export function printTotals({ added, removed }: Totals, purpose: ResourceReport["purpose"]): string {
  const signed = (sign: string, { count, isAtMost }: Total) =>
    count ? `${isAtMost ? "up to " : ""}${sign}${formatCount(count)}` : "";
  const [plus, minus] = [signed("+", added), signed("−", removed)];
  const numbers = purpose === undefined ? [plus, minus].filter(Boolean).join(", ") : printEffects(plus, minus, purpose);
  const unknown = [added.count === null ? "additions" : "", removed.count === null ? "removals" : ""].filter(Boolean);
  const parts = [numbers, unknown.length === 0 ? "" : `${unknown.join(" and ")} not known yet`];
  return parts.filter((part) => part !== "").join("; ") || "no entries";
}

/** The hint that drift is not known; undefined if all lists were read. */
export function driftHint({ isRefreshed, resources }: Report, reader: Reader): string | undefined {
  const unread = resources.filter(({ observation }) => observation === "notRead").length;
  // A preview without --refresh omits resources without changes.
  if (unread === 0 && (isRefreshed || resources.length > 0)) return undefined;
  const means = reader === "pipeline" ? "set refresh: true in the workflow" : "pulumi preview --json --refresh";
  return (
    `The preview did not read the lists${isRefreshed ? ` of ${plural(unread, "resource")}` : ""}. The numbers come from ` +
    `the last deployment; drift is unknown. To read the lists: ${means}`
  );
}

/** A message of the provider with the mark of its severity. */
export function printMessage({ message, severity }: Message): string {
  return severity === "warning" ? `warning: ${message}` : message;
}
