import { formatCount, formatShare, plural } from "../common/format";
import { quote } from "../common/quote";
import { formatKindCount, kindName, kinds, type Kind } from "../list/kinds";
import { printableLine } from "./fit";
import {
  isChange,
  isNews,
  isNotVerified,
  type Report,
  type ReportedEntry,
  type ResourceReport,
  type Total,
} from "./report";
import {
  countEntries,
  countReport,
  counted,
  describeList,
  driftHint,
  endangersCampaigns,
  printError,
  printHeadline,
  printMessage,
  printTotal,
  removalShare,
} from "./summary";

/** A report for people: every format prints these parts, in this order, with these words. */
export interface View {
  readonly headline: string;
  /** Where the report comes from: its stack, its commit and its time. */
  readonly origin: readonly (readonly [name: string, value: string])[];
  /** That drift is not known; undefined if it is. */
  readonly hint: string | undefined;
  /** Above the figures those with alarms, above the lists those with warnings, below them the others. */
  readonly sections: readonly Section[];
  readonly figures: readonly Figure[];
  /** The lists that change, or that have drifted. */
  readonly lists: readonly ListView[];
}

export interface Section {
  readonly id: "errors" | "campaigns" | "notVerified" | "expiring" | "messages" | "unchanged" | "others";
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  readonly messages: readonly string[];
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly tone: "" | "added" | "removed" | "drift";
}

export interface ListView {
  readonly resource: ResourceReport;
  /** The removed entries as a share of all, if any are removed. */
  readonly removal: string | undefined;
  /** Whether campaigns are associated with the list and it loses entries. */
  readonly isAlarm: boolean;
  readonly sentences: readonly string[];
  readonly groups: readonly ChangeGroup[];
}

/** In the order in which they are shown. */
export const entryChanges = ["removed", "unexpected", "added", "missing", "kept"] as const;

type EntryChange = (typeof entryChanges)[number];

/** The entries of one change, of all kinds that have any. */
export interface ChangeGroup {
  readonly change: EntryChange;
  readonly sign: "-" | "+" | " ";
  /** For example "missing (drift): added again". */
  readonly words: string;
  readonly count: number;
  readonly kinds: readonly {
    readonly kind: Kind;
    /** For example "19 app bundles removed". */
    readonly heading: string;
    readonly entries: readonly ReportedEntry[];
  }[];
}

export function viewOf(report: Report): View {
  return {
    headline: printHeadline(report),
    origin: originOf(report),
    hint: driftHint(report),
    sections: sectionsOf(report),
    figures: figuresOf(report),
    lists: report.resources.filter(isNews).map((resource) => ({
      resource,
      removal: removalShare(resource.totals),
      isAlarm: endangersCampaigns(resource),
      sentences: sentencesOn(resource),
      groups: groupChanges(resource),
    })),
  };
}

function sectionsOf(report: Report): readonly Section[] {
  const all: readonly Section[] = [
    { id: "errors", title: "Errors", tone: "alarm", messages: report.errors.map(printError) },
    {
      id: "campaigns",
      title: "Lists with campaigns lose entries",
      tone: "alarm",
      messages: report.resources.filter(endangersCampaigns).map((resource) => {
        const { removed } = resource.totals;
        const share = removalShare(resource.totals) ?? plural(removed.count, "entry", "entries");
        return `${describeList(resource)}: removes ${share}`;
      }),
    },
    { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
    { id: "expiring", title: "Entries that expire within 14 days", tone: "quiet", messages: expiringEntries(report) },
    { id: "messages", title: "Messages", tone: "quiet", messages: report.messages.map(printMessage) },
    { id: "unchanged", title: "Unchanged", tone: "quiet", messages: unchangedLists(report) },
    {
      id: "others",
      title: "Other resources that change",
      tone: "quiet",
      messages: report.otherResources.map(({ type, name, operation }) => `${type} ${name} (${operation})`),
    },
  ];
  return all.filter(({ messages }) => messages.length > 0);
}

/** The reason is that of the provider. A refresh that shows none has the kinds of the state. */
function notVerifiedLists({ isRefreshed, resources }: Report): readonly string[] {
  const lists = isRefreshed ? resources.filter(({ notVerified }) => notVerified.length > 0) : [];
  const messages = lists.flatMap((resource) => {
    const reasons = resource.messages.filter(isNotVerified).map(printMessage);
    const names = new Intl.ListFormat("en").format(resource.notVerified.map((kind) => kindName(kind, 0)));
    const known = `${describeList(resource)}: not verified: the API did not show its ${names}.`;
    return reasons.length > 0 ? reasons : [known];
  });
  return [...new Set(messages)];
}

function expiringEntries({ resources }: Report): readonly string[] {
  const all = resources.flatMap((resource) =>
    resource.kinds.flatMap(({ kind, expiring }) => expiring.map((entry) => ({ resource, kind, ...entry }))),
  );
  return all
    .toSorted((one, other) => (one.until < other.until ? -1 : one.until > other.until ? 1 : 0))
    .map(({ resource, kind, entry, until }) => {
      return `${until}: ${kindName(kind, 1)} ${quote(entry)} of ${describeList(resource)}`;
    });
}

function unchangedLists({ resources }: Report): readonly string[] {
  return resources
    .filter((resource) => !isNews(resource))
    .map((resource) => {
      const { name, account, managed } = resource;
      const ofAccount = account === undefined ? "" : `, account ${account}`;
      const list = `${describeList(resource)} (resource ${name}${ofAccount}, ${formatCount(managed)} managed)`;
      return [list, ...sentencesOn(resource).map((sentence) => `  ${sentence}`)].join("\n");
    });
}

const changeWords: Readonly<Record<EntryChange, { readonly sign: ChangeGroup["sign"]; readonly words: string }>> = {
  removed: { sign: "-", words: "removed" },
  unexpected: { sign: "-", words: "unexpected (drift): removed" },
  added: { sign: "+", words: "added" },
  missing: { sign: "+", words: "missing (drift): added again" },
  kept: { sign: " ", words: "kept in the list, no longer managed here" },
};

/** Groups without entries are left out. */
function groupChanges({ kinds: reports }: ResourceReport): readonly ChangeGroup[] {
  return entryChanges
    .map((change) => {
      const { sign, words } = changeWords[change];
      const ofKinds = kinds
        .flatMap((kind) => reports.filter((report) => report.kind === kind))
        .map(({ kind, [change]: entries }) => ({
          kind,
          heading: `${formatKindCount(kind, entries.length)} ${words}`,
          entries,
        }))
        .filter(({ entries }) => entries.length > 0);
      return { change, sign, words, kinds: ofKinds, count: countEntries([{ kinds: reports }], change) };
    })
    .filter(({ count }) => count > 0);
}

/** What is shown about a resource besides its entries; what is not verified has a section of its own. */
function sentencesOn({ remarks, messages }: ResourceReport): readonly string[] {
  const shown = messages.filter((message) => !isNotVerified(message));
  return [...remarks.map(({ message }) => message), ...shown.map(printMessage)];
}

/** Marks a removed or kept entry that the resource did not add. */
export const adoptedMark = "(adopted)";

/** An entry with its origin and note, each cut to so many characters. */
export function printEntry({ entry, note, origin: from }: ReportedEntry, longest: number): string {
  const origin = from === "adopted" ? `  ${adoptedMark}` : "";
  const shownNote = note === undefined ? "" : `  # ${printableLine(longest, note)}`;
  return `${printableLine(longest, entry)}${origin}${shownNote}`;
}

function figuresOf(report: Report): readonly Figure[] {
  const { lists, changing, totals } = countReport(report);
  const { added, removed, losable } = totals;
  const changedKinds = report.resources.filter(isChange).flatMap((resource) => resource.kinds);
  const addedKinds = kinds.flatMap((kind) => {
    const ofKind = [{ kinds: changedKinds.filter((one) => one.kind === kind) }];
    const count = countEntries(ofKind, "added") + countEntries(ofKind, "missing");
    return count === 0 ? [] : [formatKindCount(kind, count)];
  });
  const share = `${formatShare(removed.count, losable)} of ${plural(losable, "entry", "entries")}`;
  return [
    { name: "Lists to change", value: formatCount(changing), detail: `of ${formatCount(lists)}`, tone: "" },
    {
      name: "Added",
      value: printTotal("+", added) || noneOf(added).value,
      detail: addedKinds.join(", ") || noneOf(added).detail,
      tone: added.count > 0 ? "added" : "",
    },
    {
      name: "Removed",
      value: printTotal("−", removed) || noneOf(removed).value,
      detail: losable === 0 || removed.count === 0 ? noneOf(removed).detail : share,
      tone: removed.count > 0 ? "removed" : "",
    },
    { name: "Drift", ...driftFigure(report) },
  ];
}

/** The figure of a total of 0. */
function noneOf({ bound }: Total): Pick<Figure, "value" | "detail"> {
  return bound === "notKnown" ? { value: "?", detail: "not known yet" } : { value: "0", detail: "no entries" };
}

function driftFigure(report: Report): Omit<Figure, "name"> {
  const { drifting, entries } = countReport(report);
  const { missing, unexpected } = entries;
  if (missing + unexpected > 0) {
    const detail = [counted("", missing, " missing"), counted("", unexpected, " unexpected")];
    return { value: formatCount(missing + unexpected), detail: detail.filter(Boolean).join(", "), tone: "drift" };
  }
  if (drifting > 0) return { value: "yes", detail: `in ${plural(drifting, "list")}`, tone: "drift" };
  if (driftHint(report) !== undefined) {
    return { value: "?", detail: report.isRefreshed ? "not all lists were read" : "the lists were not read", tone: "" };
  }
  return { value: "0", detail: report.isRefreshed ? "the lists were read" : "nothing was managed before", tone: "" };
}

function originOf({ stack, commit, createdAt }: Report): View["origin"] {
  return [
    ...(stack === undefined ? [] : [["stack", stack] as const]),
    ...(commit === undefined ? [] : [["commit", commit.slice(0, 12)] as const]),
    ["time", `${createdAt.slice(0, 16).replace("T", " ")} UTC`] as const,
  ];
}
