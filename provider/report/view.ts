import { formatCount } from "../common/format";
import { quote } from "../common/quote";
import { formatKindCount, kindName, kinds } from "../list/kinds";
import { isNews, isNotVerified, type Report, type ReportedEntry, type ResourceReport } from "./report";
import {
  describeList,
  driftHint,
  endangersCampaigns,
  printError,
  printHeadline,
  printMessage,
  removalShare,
} from "./summary";

/** A report for people: every format prints these parts, in this order, with these words. */
export interface View {
  readonly headline: string;
  /** The origin of the report: its stack, its commit and its time. */
  readonly origin: readonly (readonly [name: string, value: string])[];
  /** That drift is not known; undefined if it is. */
  readonly hint: string | undefined;
  readonly before: readonly Section[];
  /** The lists that change, or that have drifted. */
  readonly lists: readonly ListView[];
  readonly after: readonly Section[];
}

export interface Section {
  readonly id: "errors" | "campaigns" | "notVerified" | "expiring" | "messages" | "unchanged" | "others";
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  readonly messages: readonly string[];
}

export interface ListView {
  readonly resource: ResourceReport;
  /** The resource and its operation, with what distinguishes it from others. */
  readonly subject: readonly string[];
  /** The removed entries as a share of all, and that campaigns lose them; undefined if none are removed. */
  readonly removal: string | undefined;
  readonly sentences: readonly string[];
  readonly groups: readonly ChangeGroup[];
}

/** The entries of one change and kind. */
export interface ChangeGroup {
  readonly change: EntryChange;
  readonly sign: "-" | "+" | " ";
  /** For example "19 app bundles removed". */
  readonly heading: string;
  readonly entries: readonly ReportedEntry[];
}

export function viewOf(report: Report): View {
  const { errors, messages, resources, otherResources } = report;
  const losing = resources.filter(endangersCampaigns);
  const others = otherResources.map(({ type, name, operation }) => `${type} ${name} (${operation})`);
  return {
    headline: printHeadline(report),
    origin: originOf(report),
    hint: driftHint(report),
    before: withMessages([
      { id: "errors", title: "Errors", tone: "alarm", messages: errors.map(printError) },
      { id: "campaigns", title: "Lists with campaigns lose entries", tone: "alarm", messages: losing.map(printLoss) },
      { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
      { id: "expiring", title: "Entries that expire within 14 days", tone: "quiet", messages: expiringEntries(report) },
      { id: "messages", title: "Messages", tone: "quiet", messages: messages.map(printMessage) },
    ]),
    lists: resources.filter(isNews).map((resource) => ({
      resource,
      subject: subjectOf(resource),
      removal: removalOf(resource),
      sentences: sentencesOn(resource),
      groups: groupChanges(resource),
    })),
    after: withMessages([
      { id: "unchanged", title: "Unchanged", tone: "quiet", messages: unchangedLists(report) },
      { id: "others", title: "Other resources that change", tone: "quiet", messages: others },
    ]),
  };
}

function withMessages(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ messages }) => messages.length > 0);
}

function subjectOf({ name, operation, account, provider, isExclusive }: ResourceReport): readonly string[] {
  return [
    `resource ${name}`,
    operation,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(provider === undefined ? [] : [`provider ${provider}`]),
    ...(isExclusive ? ["exclusive"] : []),
  ];
}

function removalOf(resource: ResourceReport): string | undefined {
  const share = removalShare(resource.totals);
  const campaigns = endangersCampaigns(resource) ? "; campaigns are associated with this list" : "";
  return share === undefined ? undefined : `removes ${share}${campaigns}`;
}

function printLoss(resource: ResourceReport): string {
  return `${describeList(resource)}: removes ${removalShare(resource.totals) ?? "entries"}`;
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

/** In the order in which they are shown. */
const changes = [
  { change: "removed", sign: "-", words: "removed" },
  { change: "unexpected", sign: "-", words: "unexpected (drift): removed" },
  { change: "added", sign: "+", words: "added" },
  { change: "missing", sign: "+", words: "missing (drift): added again" },
  { change: "kept", sign: " ", words: "kept in the list, no longer managed here" },
] as const;

type EntryChange = (typeof changes)[number]["change"];

/** Groups without entries are left out. */
function groupChanges({ kinds: reports }: ResourceReport): readonly ChangeGroup[] {
  return changes.flatMap(({ change, sign, words }) =>
    kinds
      .flatMap((kind) => reports.filter((report) => report.kind === kind))
      .map(({ kind, [change]: entries }) => {
        return { change, sign, heading: `${formatKindCount(kind, entries.length)} ${words}`, entries };
      })
      .filter(({ entries }) => entries.length > 0),
  );
}

/** What is shown about a resource besides its entries; what is not verified has a section of its own. */
function sentencesOn({ remarks, messages }: ResourceReport): readonly string[] {
  const shown = messages.filter((message) => !isNotVerified(message));
  return [...remarks.map(({ message }) => message), ...shown.map(printMessage)];
}

function originOf({ stack, commit, createdAt }: Report): View["origin"] {
  return [
    ...(stack === undefined ? [] : [["stack", stack] as const]),
    ...(commit === undefined ? [] : [["commit", commit.slice(0, 12)] as const]),
    ["time", `${createdAt.slice(0, 16).replace("T", " ")} UTC`] as const,
  ];
}
