import { formatCount, formatPart, plural } from "../common/format";
import { quoteList } from "../common/quote";
import { nameList } from "../list/summary";
import { countNotVerified, hasDrift, isChange, reportOutcome, withTopic } from "./report";
import type { JsonReport, Message, Report, ReportedError, ResourceReport, Total, Totals } from "./report";
import { sumTotals } from "./plan";

/** A report as `app-list report --json` prints it. */
export function jsonReport(report: Report): JsonReport {
  const { createdAt, stack, commit, isRefreshed, isApproved, resources, ...rest } = report;
  const [outcome, verdict, counts] = [reportOutcome(report), printHeadline(report), countReport(report)];
  const known = resources.map((resource) => ({ ...resource, totals: knownTotals(resource.totals) }));
  const start = { version: 1, outcome, verdict, createdAt, stack, commit, isRefreshed, isApproved } as const;
  const totals = knownTotals(areNotKnown(report) ? nothingKnown : counts.totals);
  // An exclusive list that was not read loses any number of unmanaged entries.
  const isUnread = resources.some(({ isExclusive, totals }) => isExclusive && totals.removed.bound === "notKnown");
  const ofUnread = isUnread ? { drifting: null, unexpected: null } : {};
  const shown = areNotKnown(report) ? noCounts : { ...counts, ...ofUnread };
  return { ...start, counts: { ...shown, totals }, resources: known, ...rest };
}

/** Whether the counts are not known: a change is refused, and the report does not contain it. */
function areNotKnown(report: Report): boolean {
  return reportOutcome(report) === "refused" && !report.isApproved;
}

const noLists = { lists: null, changing: null, drifting: null, changingWithCampaigns: null };
const noCounts = { ...noLists, missing: null, unexpected: null, kept: null };

const notKnown: Total = { count: null, bound: "notKnown" };
const nothingKnown: Totals = { added: notKnown, removed: notKnown, losable: null };

function knownTotals({ added, removed, losable }: Totals): Totals {
  const known = (total: Total): Total => (total.bound === "notKnown" ? notKnown : total);
  return { added: known(added), removed: known(removed), losable: removed.bound === "notKnown" ? null : losable };
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

/** The removed entries as a share of all: "19 of 10,000 entries (0.2%)"; undefined if none are removed, or not known of how many. */
export function removalShare({ removed, losable }: Totals): string | undefined {
  const { count, bound } = removed;
  if (!count || !losable) return undefined;
  return (bound === "atMost" ? "up to " : "") + formatPart(count, losable);
}

/** A total with a sign, such as "+18" or "up to +18"; an empty text for 0. */
function printTotal(sign: string, { count, bound }: Total): string {
  return counted(`${bound === "atMost" ? "up to " : ""}${sign}`, count ?? 0);
}

export function printError({ message, resources }: ReportedError): string {
  if (resources.length === 0) return message;
  return `resource${resources.length === 1 ? "" : "s"} ${quoteList(resources)}: ${message}`;
}

/** How to see the entries of refused changes, if the report does not contain them. */
export function approvalHint(report: Report): readonly string[] {
  const { errors, isApproved, isRefreshed } = report;
  const printed = errors.flatMap(({ message }) => [...message.matchAll(/APP_LIST_APPROVE=([0-9a-f,]+) pulumi up$/gmu)]);
  const digests = new Set(printed.flatMap(([, value = ""]) => value.split(",")));
  if (isApproved || digests.size === 0) return [];
  const preview = `pulumi preview --json${isRefreshed ? " --refresh" : ""} > approved.json`;
  const commands = [
    `APP_LIST_APPROVE=${[...digests].join(",")} ${preview}`,
    "app-list report preview.json --approved approved.json",
  ];
  return [["To report every entry of what is refused:", ...commands.map((command) => `  ${command}`)].join("\n")];
}

export function describeList({ appListId, listName }: Pick<ResourceReport, "appListId" | "listName">): string {
  return appListId === undefined ? "app list with an ID that is not known yet" : nameList(appListId, listName);
}

/** The outcome with the most important facts, in one line without untrusted text. */
export function printHeadline(report: Report): string {
  const counts = countReport(report);
  const unverified = counted("; ", countNotVerified(report), " not verified");
  const changes = counts.changing === 0 ? "" : printChanges(counts, report.resources);
  const outcome = reportOutcome(report);
  if (report.isDriftOnly === true && outcome !== "error") return printDrift(report, counts.drifting) + unverified;
  switch (outcome) {
    case "error":
      return `The preview failed with ${plural(report.errors.length, "error")}${changes && `; before that: ${changes}`}`;
    case "refused":
      return `Refused by the guard: ${areNotKnown(report) ? "changes not known" : changes}`;
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

function printChanges(counts: ReturnType<typeof countReport>, resources: readonly ResourceReport[]): string {
  const { lists, changing, drifting, changingWithCampaigns, missing, unexpected, kept, totals } = counts;
  const drift = [counted("", missing, " missing"), counted("", unexpected, " unexpected")];
  const details = drift.filter((part) => part !== "").join(", ");
  const parts = [
    printTotals(totals, resources),
    counted("", kept, " kept in the list"),
    counted("drift in ", drifting, details === "" ? "" : ` (${details})`),
  ].filter((part) => part !== "");
  const concerned = changing === 1 ? "" : `${formatCount(changingWithCampaigns)} of them `;
  const campaigns = changingWithCampaigns > 0 ? `; ${concerned}used by campaigns` : "";
  const which = `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")} will change`;
  return `${which}: ${parts.join("; ") || "no entries"}${campaigns}`;
}

/** The totals of resources in a sentence: "+18 −19", "up to +18, −19", "+18 −19 (the list was not read)". */
export function printTotals({ added, removed }: Totals, resources: readonly ResourceReport[]): string {
  const changing = resources.filter(isChange);
  const unread = changing.filter(({ observation }) => observation === "notRead");
  // That the lists were not read implies "up to".
  const isUnread = unread.length > 0 && unread.length === changing.length;
  const isExact = isUnread || [added, removed].every(({ bound }) => bound === "exact");
  const print = (sign: string, total: Total) => (isExact ? counted(sign, total.count ?? 0) : printTotal(sign, total));
  const numbers = [print("+", added), print("−", removed)].filter((part) => part !== "").join(isExact ? " " : ", ");
  const lists = countLists(unread) === 1 ? "list was" : "lists were";
  const which = isUnread ? "the" : formatCount(countLists(unread));
  const source = unread.length === 0 ? "" : ` (${which} ${lists} not read)`;
  const known = numbers === "" ? "" : numbers + source;
  const unknown = [added, removed].filter(({ bound }) => bound === "notKnown");
  const sort = unknown.length > 1 ? "entries" : unknown[0] === added ? "additions" : "removals";
  return [known, unknown.length === 0 ? "" : `${sort} not known yet`].filter((part) => part !== "").join("; ");
}

/** A number between texts, such as "+18"; an empty text for 0. */
export function counted(before: string, number: number, after = ""): string {
  return number === 0 ? "" : `${before}${formatCount(number)}${after}`;
}

/** The hint that drift is not known; undefined if all lists were read. */
export function driftHint({ isRefreshed, resources }: Report): string | undefined {
  const unread = resources.filter(({ observation }) => observation === "notRead").length;
  // A preview without --refresh omits resources without changes.
  if (unread === 0 && (isRefreshed || resources.length > 0)) return undefined;
  return (
    `The preview did not read the lists${isRefreshed ? ` of ${plural(unread, "resource")}` : ""}. The numbers come from ` +
    "the last deployment; drift is unknown. To read the lists: pulumi preview --json --refresh"
  );
}

/** A message of the provider with the mark of its severity. */
export function printMessage({ message, severity }: Message): string {
  return severity === "warning" ? `warning: ${message}` : message;
}
