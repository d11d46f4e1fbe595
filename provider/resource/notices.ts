import { formatCount } from "../common/format";
import { quoteList } from "../common/quote";
import { count, type Entries } from "../list/entries";
import { kinds, kindName, type Kind } from "../list/kinds";
import { formatCounts, nameList, formatNames, summarise } from "../list/summary";
import { shownUrl, type Move } from "./move";

export interface ListLabel {
  readonly appListId: number;
  /** The list's name on the ad platform, if the API has shown it. */
  readonly name: string | undefined;
}

/** A fact about a list that the provider prints, as data. */
export type Notice = { readonly list: ListLabel } & (
  | { readonly kind: "missing" | "unexpected"; readonly entries: Entries }
  | { readonly kind: "changeUnknown" }
  | { readonly kind: "driftUnknown" | "unverifiedBefore"; readonly reason: string }
  | ({ readonly kind: "moved" } & Move)
  | { readonly kind: "hiddenEntries" | "assumedRemoved"; readonly entries: Entries }
  | { readonly kind: "hiddenKind"; readonly hidden: Kind }
  | ({ readonly kind: "change" } & PlannedChange)
  | { readonly kind: "adopted"; readonly entries: Entries; readonly isVerified: boolean }
  | {
      readonly kind: "cleared" | "handedOver" | "adoptedElsewhere" | "kept" | "sentinelLeft";
      readonly entries: Entries;
    }
  | { readonly kind: "removed"; readonly entries: Entries; readonly hasAssociatedCampaigns: boolean }
  | { readonly kind: "imported" | "notDeclared"; readonly entries: Entries }
);

interface PlannedChange {
  /** The managed entries now, and after the change. */
  readonly before: Entries;
  readonly after: Entries;
  /** The effect on unmanaged entries, if the change has one. */
  readonly unmanaged?: "kept" | { readonly removed: number } | undefined;
  /** How many adopted entries count as added from now on. */
  readonly claimed: number;
  /** Whether campaigns are associated with the list and it loses entries. */
  readonly endangersCampaigns: boolean;
}

/** The data of a printed notice, for `app-list report`. */
export interface ParsedNotice {
  readonly topic: Topic;
  readonly appListId: number;
  /** The line itself. Two notices with the same line are the same. */
  readonly line: string;
  /** Of a list that is read at another base URL or through another account from now on: the old one, as printed. */
  readonly from?: string | undefined;
}

/** The topics that the report distinguishes. */
export type Topic = "drift" | "driftUnknown" | "notVerified" | "change" | "moved" | "other";

/** How the text of a topic starts; no start is the start of another one that follows it. */
const starts = {
  drift: "drift: ",
  driftUnknown: "not verified, so drift is not known: ",
  notVerified: "not verified",
  moved: "warning: moved from ",
  change: "update: ",
} as const satisfies Partial<Record<Topic, string>>;

export function printNotice(notice: Notice): string {
  return `${nameList(notice.list.appListId, notice.list.name)}: ${printBody(notice)}`;
}

/** Recognises a line of {@link printNotice}. A line about a list with an unknown start has the topic "other". */
export function parseNotice(line: string): ParsedNotice | undefined {
  const [, id, body] = /^app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?: (.*)$/su.exec(line) ?? [];
  if (id === undefined || body === undefined) return undefined;
  const appListId = Number(id);
  // A change with entries starts with their number, as in "+1 −2 app bundles".
  if (/^[+−]\d/u.test(body)) return { topic: "change", appListId, line };
  const topic = topics.find((candidate) => body.startsWith(starts[candidate])) ?? "other";
  if (topic !== "moved") return { topic, appListId, line };
  const from = /^(?:the default account|(?:account )?"(?:[^"\\]|\\.)*")/u.exec(body.slice(starts.moved.length))?.[0];
  return { topic, appListId, line, from };
}

/** Marks a notice as a warning, as {@link printNotice} does: a host whose log has severities removes the mark. */
export function markWarning(line: string): string {
  return line.replace(/^(app list \d{1,15}(?: "(?:[^"\\]|\\.)*")?): (?!warning: )/u, "$1: warning: ");
}

/** Whether a notice is about a list that was at this base URL until now. */
export function isMoveFrom({ topic, from }: ParsedNotice, baseUrl: string): boolean {
  return topic === "moved" && from === shownUrl(baseUrl);
}

const topics = ["drift", "driftUnknown", "notVerified", "moved", "change"] as const;

function printBody(notice: Notice): string {
  switch (notice.kind) {
    case "missing":
      return `${starts.drift}${formatCounts(notice.entries)} missing (${examples(notice.entries)}). The next pulumi up adds the entries that are still declared.`;
    case "unexpected":
      return `${starts.drift}${formatCounts(notice.entries)} unexpected (${examples(notice.entries)}). The next pulumi up removes the entries that are not declared.`;
    case "driftUnknown":
      return `${starts.driftUnknown}${notice.reason}.`;
    case "unverifiedBefore":
      return `${starts.notVerified} before the change: ${notice.reason}.`;
    case "hiddenEntries":
      return `${starts.notVerified}: the API does not show ${formatCounts(notice.entries)} that it accepted.`;
    case "hiddenKind":
      return `${starts.notVerified}: the API does not show ${kindName(notice.hidden, 0)}, so unmanaged ones may be in the list.`;
    case "assumedRemoved":
      return (
        `warning: the API refused to remove ${formatCounts(notice.entries)} (${examples(notice.entries)}), as it refuses to ` +
        "remove absent entries, and it does not show them. " +
        `${count(notice.entries) === 1 ? "It counts" : "They count"} as removed, which is not verified.`
      );
    case "moved":
      return (
        `${starts.moved}${notice.before} to ${notice.now}. This is another list: pulumi up reads it, adopts the declared ` +
        "entries that are already there, and removes nothing from the old one. If it is the same list, set " +
        "claimExisting: true for one pulumi up."
      );
    case "changeUnknown":
      return `${starts.change}not known yet, because some inputs are not known`;
    case "change":
      return printChange(notice);
    case "adopted":
      return (
        (notice.isVerified
          ? `adopted ${formatNames(notice.entries)} already in the list. `
          : `adopted ${formatCounts(notice.entries)} (${examples(notice.entries)}) that may have been in the list before. `) +
        "pulumi destroy keeps adopted entries, unless claimExisting is true."
      );
    case "adoptedElsewhere":
      return (
        `the other resource adopts ${formatCounts(notice.entries)} of these. ` +
        "To make them that resource's own, set aliases (for a rename) or claimExisting: true."
      );
    case "cleared":
      return `exclusive: removed unmanaged entries: ${formatNames(notice.entries)}.`;
    case "handedOver":
      return `kept in the list, because another resource of this program declares them: ${formatNames(notice.entries)}.`;
    case "kept":
      return `kept adopted entries in the list: ${formatNames(notice.entries)}.`;
    case "imported":
      return (
        `imported ${formatCounts(notice.entries)} (${examples(notice.entries)}). They count as adopted: pulumi destroy keeps ` +
        "them, unless claimExisting is true."
      );
    case "notDeclared":
      return (
        `${formatCounts(notice.entries)} of the imported list (${examples(notice.entries)}) ${count(notice.entries) === 1 ? "is" : "are"} not ` +
        "declared. The resource no longer manages them, and they stay in the list."
      );
    case "sentinelLeft":
      return `warning: ${formatNames(notice.entries)} could not be removed, which the provider had added to read the list. The next change of the list removes ${count(notice.entries) === 1 ? "it" : "them"}.`;
    case "removed":
      return `removed ${formatNames(notice.entries)}${notice.hasAssociatedCampaigns ? `; ${campaigns}` : ""}.`;
  }
}

const campaigns = "campaigns are associated with this list";

/** A change as one line, such as `+1 −1 app bundles → 5 (removes 16.7%): +"com.new" −"com.old"; …`. */
function printChange({ before, after, unmanaged, claimed, endangersCampaigns }: PlannedChange): string {
  const summary = summarise(before, after);
  const remarks = [
    ...(unmanaged === undefined ? [] : [printUnmanaged(unmanaged)]),
    ...(claimed > 0 ? [printClaimed(claimed)] : []),
    ...(endangersCampaigns ? [campaigns] : []),
  ];
  return summary === undefined ? starts.change + remarks.join("; ") : [summary, ...remarks].join("; ");
}

function printClaimed(claimed: number): string {
  const [noun, pronoun] = claimed === 1 ? ["entry", "it"] : ["entries", "them"];
  return `claims ${formatCount(claimed)} adopted ${noun}, so pulumi destroy will remove ${pronoun}`;
}

function printUnmanaged(unmanaged: NonNullable<PlannedChange["unmanaged"]>): string {
  if (unmanaged === "kept") return "no longer exclusive, so unmanaged entries stay";
  const { removed } = unmanaged;
  const known = removed === 0 ? "" : ` (${formatCount(removed)} when the list was last read)`;
  return `exclusive, so unmanaged entries will be removed${known}`;
}

/** The first entries, in one order, however the API sorts them. */
function examples(entries: Entries): string {
  return quoteList(kinds.flatMap((kind) => [...entries[kind]].toSorted()));
}
