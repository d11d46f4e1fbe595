import { formatCount } from "../common/format";
import { quote } from "../common/quote";
import { formatKindCount, kindName } from "../list/kinds";
import { isNews, withTopic, type Report, type ResourceReport } from "./report";
import {
  approvalHint,
  describeList,
  driftHint,
  printError,
  printHeadline,
  printMessage,
  removalShare,
} from "./summary";

export interface Section {
  readonly id: "errors" | "notVerified" | "expiring" | "messages" | "unchanged";
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  readonly messages: readonly string[];
}

/** A list that changes, or that has drifted. */
export type ListView = ReturnType<typeof viewOf>["lists"][number];

/** The entries of one change and kind. */
export type ChangeGroup = ListView["groups"][number];

/** A report for people: every format prints these parts, in this order, with these words. */
export function viewOf(report: Report) {
  const { errors, messages, resources } = report;
  return {
    headline: printHeadline(report),
    /** Its stack, its commit and its time. */
    origin: originOf(report),
    /** That drift is not known; undefined if it is. */
    hint: driftHint(report),
    before: withMessages([
      { id: "errors", title: "Errors", tone: "alarm", messages: [...errors.map(printError), ...approvalHint(report)] },
      { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
      { id: "expiring", title: "Entries that expire within 14 days", tone: "quiet", messages: expiringEntries(report) },
      { id: "messages", title: "Messages", tone: "quiet", messages: messages.map(printMessage) },
    ]),
    lists: resources.filter(isNews).map((resource) => ({
      resource,
      /** The resource and its operation, with what distinguishes it from others. */
      subject: subjectOf(resource),
      /** The removed entries as a share of all, and that campaigns lose them; undefined if none are removed. */
      removal: removalOf(resource),
      sentences: sentencesOn(resource),
      groups: groupChanges(resource),
    })),
    after: withMessages([{ id: "unchanged", title: "Unchanged", tone: "quiet", messages: unchangedLists(report) }]),
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

function removalOf({ totals, removalLimit, hasAssociatedCampaigns }: ResourceReport): string | undefined {
  const share = removalShare(totals);
  const limit = removalLimit === undefined ? "" : `; limit ${removalLimit}`;
  const campaigns = hasAssociatedCampaigns === true ? "; used by campaigns" : "";
  return share === undefined ? undefined : `removes ${share}${limit}${campaigns}`;
}

/** The reason is that of the provider. A refresh that shows none has the kinds of the state. */
function notVerifiedLists({ isRefreshed, resources }: Report): readonly string[] {
  const lists = isRefreshed ? resources.filter(({ notVerified }) => notVerified.length > 0) : [];
  const messages = lists.flatMap((resource) => {
    const reasons = withTopic("notVerified", resource.messages).map(printMessage);
    const names = new Intl.ListFormat("en").format(resource.notVerified.map((kind) => kindName(kind, 0)));
    return reasons.length > 0 ? reasons : `${describeList(resource)}: not verified: the API did not show its ${names}.`;
  });
  return [...new Set(messages)];
}

/** The earliest first. */
function expiringEntries({ resources }: Report): readonly string[] {
  return resources
    .flatMap((resource) => resource.kinds.map((report) => ({ ...report, list: describeList(resource) })))
    .flatMap(({ list, kind, expiring }) =>
      expiring.map(({ entry, until }) => `${until}: ${kindName(kind, 1)} ${quote(entry)} of ${list}`),
    )
    .toSorted();
}

function unchangedLists({ resources }: Report): readonly string[] {
  return resources
    .filter((resource) => !isNews(resource))
    .map((resource) => {
      const { name, account, kinds: reports } = resource;
      const ofAccount = account === undefined ? "" : `, account ${account}`;
      const managed = formatCount(reports.reduce((sum, { unchanged }) => sum + unchanged, 0));
      const list = `${describeList(resource)} (resource ${name}${ofAccount}, ${managed} managed)`;
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

function groupChanges({ kinds }: ResourceReport) {
  return changes.flatMap(({ change, sign, words }) =>
    kinds
      .filter((report) => report[change].length > 0)
      .map(({ kind, [change]: entries }) => {
        // For example "19 app bundles removed".
        return { change, sign, heading: `${formatKindCount(kind, entries.length)} ${words}`, entries };
      }),
  );
}

/** What is shown about a resource besides its entries; what is not verified has a section of its own. */
function sentencesOn({ remarks, messages }: ResourceReport): readonly string[] {
  return [...remarks, ...messages.filter(({ topic }) => topic !== "notVerified").map(printMessage)];
}

function originOf({ stack, commit, createdAt }: Report): readonly (readonly [name: string, value: string])[] {
  return [
    ...(stack === undefined ? [] : [["stack", stack] as const]),
    ...(commit === undefined ? [] : [["commit", commit.slice(0, 12)] as const]),
    ["time", `${createdAt.slice(0, 16).replace("T", " ")} UTC`] as const,
  ];
}
