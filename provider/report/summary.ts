import { formatCount, formatPart, plural } from "../common/format";
import { quoteList } from "../common/quote";
import { nameList, printCounts } from "../list/summary";
import { printApproval } from "../resource/notice";
import { countNotVerified, hasDrift, isChange, isOverLimit, reportOutcome, withTopic } from "./report";
import type { JsonReport, Message, Report, ReportedError, ResourceReport, Total, Totals } from "./report";
import { printShares, printUnknown } from "./delivery";
import { sumTotals } from "./plan";

/** Who can run the commands of a report: a person in a terminal, or nobody, as in a pipeline. */
export type Reader = "terminal" | "pipeline";

/** A report as `app-list report --json` prints it. */
export function jsonReport(report: Report): JsonReport {
  const { createdAt, stack, commit, isRefreshed, isComplete, resources, ...rest } = report;
  const [outcome, verdict, counts] = [reportOutcome(report), printHeadline(report), countReport(report)];
  const known = resources.map((resource) => ({ ...resource, totals: knownTotals(resource.totals) }));
  const start = { version: 1, outcome, verdict, createdAt, stack, commit, isRefreshed, isComplete } as const;
  const totals = knownTotals(areNotKnown(report) ? nothingKnown : counts.totals);
  // An exclusive list that was not read loses any number of unmanaged entries.
  const isUnread = resources.some(({ isExclusive, totals }) => isExclusive && totals.removed.bound === "notKnown");
  const ofUnread = isUnread ? { drifting: null, unexpected: null } : {};
  const shown = areNotKnown(report) ? noCounts : { ...counts, ...ofUnread };
  return { ...start, counts: { ...shown, totals }, resources: known, ...rest };
}

/** Whether the counts are not known: a change is over a limit, and the report does not contain it. */
function areNotKnown(report: Report): boolean {
  return reportOutcome(report) === "refused" && !report.isComplete;
}

const noLists = { lists: null, changing: null, drifting: null, changingWithCampaigns: null };
const noCounts = { ...noLists, missing: null, unexpected: null, kept: null };

const notKnown: Total = { count: null, bound: "notKnown" };
const nothingKnown: Totals = { added: notKnown, removed: notKnown, atRisk: null };

function knownTotals({ added, removed, atRisk }: Totals): Totals {
  const known = (total: Total): Total => (total.bound === "notKnown" ? notKnown : total);
  return { added: known(added), removed: known(removed), atRisk: removed.bound === "notKnown" ? null : atRisk };
}

export function countReport({ resources, messages }: Report) {
  const changing = resources.filter(isChange);
  const withCampaigns = changing.filter(({ hasAssociatedCampaigns }) => hasAssociatedCampaigns === true);
  return {
    lists: countLists(resources),
    changing: countLists(changing),
    drifting: countLists(resources.filter(hasDrift)) + withTopic("drift", messages).length,
    changingWithCampaigns: countLists(withCampaigns),
    totals: sumTotals(changing.map(({ totals }) => totals)),
    missing: countEntries(resources, "missing"),
    unexpected: countEntries(resources, "unexpected"),
    kept: countEntries(resources, "kept"),
  };
}

export function countEntries(
  resources: readonly Pick<ResourceReport, "kinds">[],
  change: "missing" | "unexpected" | "kept",
): number {
  return resources.flatMap(({ kinds }) => kinds).reduce((sum, report) => sum + report[change].length, 0);
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
 */
export function removalShare({ totals, isExclusive }: ResourceReport): string | undefined {
  const { removed, atRisk } = totals;
  const { count, bound } = removed;
  if (!count || !atRisk) return undefined;
  const entries = plural(atRisk, "entry", "entries");
  const whole = isExclusive ? `all ${entries} of the list` : `the ${entries} that this program manages`;
  return (bound === "atMost" ? "up to " : "") + formatPart(count, atRisk, whole);
}

/** A total with a sign, such as "+18" or "up to +18"; an empty text for 0. */
function printTotal(sign: string, { count, bound }: Total): string {
  return counted(`${bound === "atMost" ? "up to " : ""}${sign}`, count ?? 0);
}

export function printError({ message, resources }: ReportedError): string {
  if (resources.length === 0) return message;
  return `resource${resources.length === 1 ? "" : "s"} ${quoteList(resources)}: ${message}`;
}

/** The errors, with the way to approve the changes that are over a limit. */
export function printErrors({ errors, isComplete }: Report, reader: Reader): readonly string[] {
  const digests = errors.flatMap(({ digest }) => digest ?? []);
  const approval = (digest: string | undefined): readonly string[] =>
    digest === undefined || reader === "terminal"
      ? []
      : ["To approve exactly this change, add this line to app-list-approvals:", digest];
  return [
    ...errors.map((error) => [printError(error), ...approval(error.digest)].join("\n")),
    ...(digests.length > 0 && reader === "terminal"
      ? [`To approve exactly this: ${printApproval(digests)} pulumi up`]
      : []),
    ...(errors.some((error) => isOverLimit(error) && error.digest === undefined) && !isComplete
      ? ["To report the entries, too: APP_LIST_OVER_LIMIT=report pulumi preview --json > preview.json"]
      : []),
  ];
}

export function describeList({ appListId, listName }: Pick<ResourceReport, "appListId" | "listName">): string {
  return appListId === undefined ? "app list with an ID that is not known yet" : nameList(appListId, listName);
}

/** The outcome with the most important facts, in one line without untrusted text. */
export function printHeadline(report: Report): string {
  const counts = countReport(report);
  const unverified = counted("; ", countNotVerified(report), " not verified");
  const outcome = reportOutcome(report);
  const verb = outcome === "refused" ? "would" : "will";
  const { delivery } = report;
  const isShared = delivery !== undefined && delivery.entries > 0;
  const shares = isShared ? `; ${printShares(delivery, delivery)}${printUnknown(delivery)}` : "";
  const changes = counts.changing === 0 ? "" : printChanges(counts, report.resources, verb) + shares;
  if (report.isDriftOnly === true && outcome !== "error") return printDrift(report, counts.drifting) + unverified;
  switch (outcome) {
    case "error":
      return `The preview failed with ${plural(report.errors.length, "error")}${changes && `; before that: ${changes}`}`;
    case "refused":
      return `Refused by ${report.errors.some(isOverLimit) ? "the guard" : "--max-delivery"}: ${areNotKnown(report) ? "changes not known" : changes}`;
    case "changes":
      return (changes || `No changes, but drift in ${plural(counts.drifting, "app list")}`) + unverified;
    case "notVerified":
      return `No changes${unverified}`;
    case "nothing": {
      // A preview omits resources that are not among its targets.
      const read = report.isRefreshed ? report.resources.filter(({ observation }) => observation !== "notRead") : [];
      return read.length === 0 ? "No changes" : `No changes, and no drift in ${plural(countLists(read), "list")}`;
    }
  }
}

/** The outcome of a report about drift alone. */
function printDrift(report: Report, drifting: number): string {
  if (drifting > 0) return `Drift in ${plural(drifting, "app list")}`;
  if (reportOutcome(report) === "notVerified") return "Drift is not known";
  return `No drift in ${plural(countLists(report.resources), "list")}`;
}

function printChanges(
  counts: ReturnType<typeof countReport>,
  resources: readonly ResourceReport[],
  verb: "will" | "would",
): string {
  const { lists, changing, drifting, changingWithCampaigns, missing, unexpected, kept, totals } = counts;
  const drift = [counted("", missing, " missing"), counted("", unexpected, " unexpected")];
  const details = drift.filter((part) => part !== "").join(", ");
  const concerned = changing === 1 ? "" : `${formatCount(changingWithCampaigns)} of them `;
  const parts = [
    printTotals(totals, resources) || counted("", kept, " kept in the list") || "no entries",
    changingWithCampaigns > 0 ? `${concerned}used by campaigns` : "",
    counted("drift in ", drifting, details === "" ? "" : ` (${details})`),
  ].filter((part) => part !== "");
  const which = `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")} ${verb} change`;
  return `${which}: ${parts.join("; ")}`;
}

/** The totals of resources in a sentence: "+18 −19", "up to +18, −19", "+18 −19 (the list was not read)". */
export function printTotals({ added, removed }: Totals, resources: readonly ResourceReport[]): string {
  const changing = resources.filter(isChange);
  const unread = changing.filter(({ observation }) => observation === "notRead");
  // That the lists were not read implies "up to".
  const isUnread = unread.length > 0 && unread.length === changing.length;
  const isExact = isUnread || [added, removed].every(({ bound }) => bound === "exact");
  const print = (sign: string, total: Total) => (isExact ? counted(sign, total.count ?? 0) : printTotal(sign, total));
  const [plus, minus] = [print("+", added), print("−", removed)];
  const [purpose, ...others] = new Set(changing.map((resource) => resource.purpose));
  const isNeutral = purpose === undefined || others.length > 0;
  const numbers =
    isNeutral && !isExact
      ? [plus, minus].filter((part) => part !== "").join(", ")
      : printCounts(plus, minus, isNeutral ? undefined : purpose);
  const lists = countLists(unread) === 1 ? "list was" : "lists were";
  const which = isUnread ? "the" : formatCount(countLists(unread));
  const source = unread.length === 0 ? "" : ` (${which} ${lists} not read)`;
  const known = numbers === "" ? "" : numbers + source;
  const unknown = [added, removed].filter(({ bound }) => bound === "notKnown");
  const noun = unknown.length > 1 ? "entries" : unknown[0] === added ? "additions" : "removals";
  return [known, unknown.length === 0 ? "" : `${noun} not known yet`].filter((part) => part !== "").join("; ");
}

/** A number between texts, such as "+18"; an empty text for 0. */
export function counted(before: string, number: number, after = ""): string {
  return number === 0 ? "" : `${before}${formatCount(number)}${after}`;
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
