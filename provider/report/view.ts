import { formatCount } from "../common/format";
import { quote } from "../common/quote";
import { formatKindCount, kindName } from "../list/kinds";
import { printShares, printUnknown } from "./delivery";
import { effects } from "../list/summary";
import { isNews, isOverLimit, withTopic, type Report, type ResourceReport } from "./report";
import {
  counted,
  countEntries,
  describeList,
  driftHint,
  printErrors,
  printHeadline,
  printMessage,
  printTotals,
  removalShare,
  type Reader,
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
export function viewOf(report: Report, reader: Reader) {
  const { errors, messages, resources } = report;
  const refused = new Set(errors.filter(isOverLimit).flatMap((error) => error.resources));
  const replaced = new Set(resources.filter(({ operation }) => operation === "replace").map(({ name }) => name));
  return {
    headline: printHeadline(report),
    /** Its stack, its commit and its time. */
    origin: originOf(report),
    /** That drift is not known; undefined if it is. */
    hint: driftHint(report, reader),
    before: withMessages([
      { id: "errors", title: "Errors", tone: "alarm", messages: printErrors(report, reader) },
      { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
      { id: "expiring", title: "Entries that expire within 14 days", tone: "quiet", messages: expiringEntries(report) },
      { id: "messages", title: "Messages", tone: "quiet", messages: messages.map(printMessage) },
    ]),
    lists: resources
      .filter(isNews)
      .toSorted(byLoss)
      .map((resource) => ({
        resource,
        /** The resource and its operation, with what distinguishes it from others. */
        subject: subjectOf(resource),
        row: {
          change: (printTotals(resource.totals, [resource]) || "no entries") + shareOf(resource, report),
          lost: lossOf(resource, refused, replaced) ?? lossNotKnown(resource),
          state: stateOf(resource),
        },
        /** The removed entries as a share of all, and that campaigns lose them; undefined if none are removed. */
        removal: removalOf(resource, refused, replaced),
        sentences: [
          ...(shareOf(resource, report) === "" ? [] : [shareOf(resource, report).slice(2)]),
          ...sentencesOn(resource),
        ],
        groups: groupChanges(resource),
      })),
    after: withMessages([{ id: "unchanged", title: "Unchanged", tone: "quiet", messages: unchangedLists(report) }]),
  };
}

function withMessages(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ messages }) => messages.length > 0);
}

/** The shares of delivery in the row of a list. */
function shareOf({ delivery }: ResourceReport, { delivery: source }: Report): string {
  return delivery === undefined || source === undefined
    ? ""
    : `; ${printShares(delivery, source)}${printUnknown(delivery)}`;
}

/** What loses most comes first, and what loses a number that is not known before that. */
function byLoss(one: ResourceReport, other: ResourceReport): number {
  const [lost = 0, otherLost = 0] = [one, other].map(({ totals: { removed } }) =>
    removed.bound === "notKnown" ? Number.MAX_SAFE_INTEGER : (removed.count ?? 0),
  );
  return otherLost - lost;
}

function subjectOf({ name, operation, account, provider, purpose, isExclusive }: ResourceReport): readonly string[] {
  return [
    `resource ${name}`,
    operation,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(provider === undefined ? [] : [`provider ${provider}`]),
    ...(purpose === undefined ? [] : [`${purpose} list`]),
    ...(isExclusive ? ["exclusive"] : []),
  ];
}

/** The removed entries as a share, with the limit that was judged; undefined if none are removed. */
function lossOf(resource: ResourceReport, refused: ReadonlySet<string>, replaced: ReadonlySet<string>) {
  const { name, operation, removalLimit } = resource;
  const share = removalShare(resource);
  const isDeleted = operation === "delete" && !replaced.has(name);
  const judged = refused.has(name) ? "over the limit of" : "limit";
  const limit = isDeleted ? "; no limit: deleted" : removalLimit === undefined ? "" : `; ${judged} ${removalLimit}`;
  return share === undefined ? undefined : share + limit;
}

function lossNotKnown({ totals }: ResourceReport): string {
  return totals.removed.bound === "notKnown" ? "not known yet" : "nothing";
}

function removalOf(resource: ResourceReport, refused: ReadonlySet<string>, replaced: ReadonlySet<string>) {
  const loss = lossOf(resource, refused, replaced);
  const campaigns = resource.hasAssociatedCampaigns === true ? "; used by campaigns" : "";
  const verb = refused.has(resource.name) ? "would remove" : "removes";
  return loss === undefined ? undefined : `${verb} ${loss}${campaigns}`;
}

/** The drift of a list, and whether campaigns use it. */
function stateOf(resource: ResourceReport): string {
  const parts = [
    counted("", countEntries([resource], "missing"), " missing"),
    counted("", countEntries([resource], "unexpected"), " added by hand, will be removed"),
    resource.hasAssociatedCampaigns === true ? "used by campaigns" : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
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
  { change: "unexpected", sign: "-", words: "added by hand, will be removed (drift)" },
  { change: "added", sign: "+", words: "added" },
  { change: "missing", sign: "+", words: "missing (drift): added again" },
  { change: "kept", sign: " ", words: "kept in the list, no longer managed here" },
] as const;

function groupChanges({ kinds, purpose }: ResourceReport) {
  const byPurpose: Readonly<Record<string, string>> = purpose === undefined ? {} : effects[purpose];
  return changes.flatMap(({ change, sign, words }) =>
    kinds
      .filter((report) => report[change].length > 0)
      .map(({ kind, [change]: entries }) => {
        // For example "19 app bundles removed", or "19 app bundles no longer blocked".
        const heading = `${formatKindCount(kind, entries.length)} ${byPurpose[change] ?? words}`;
        return { change, sign, heading, entries };
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
