import { formatCount, joinPhrases } from "../common/format";
import { effects } from "../list/summary";
import { printShares } from "./delivery";
import { formatKindCount, kindName, kinds } from "../list/kinds";
import { entryChanges, hasDrift, isNews, isOverLimit, isRefusal, withTopic } from "./report";
import type { Report, ResourceReport } from "./report";
import {
  describeList,
  driftHint,
  printErrors,
  printHeadline,
  printMessage,
  printTotals,
  removalShare,
  type Reader,
} from "./summary";

/** Messages under a title. */
export type Section = ReturnType<typeof viewOf>["sections"][number];

/** A list that changes, or that has drifted. */
export type ListView = ReturnType<typeof viewOf>["lists"][number];

/** The entries of one change and kind. */
export type ChangeGroup = ListView["groups"][number];

/** The columns of the table of all lists, in the order of the cells of a row. */
export const headings = ["List", "Change", "Lost"] as const;

/** A report for people: every format prints these parts with these words. */
export function viewOf(report: Report, reader: Reader) {
  const { errors, resources } = report;
  const refused = new Set(errors.filter(isOverLimit).flatMap((error) => error.resources));
  const replaced = new Set(resources.filter(({ operation }) => operation === "replace").map(({ name }) => name));
  const unchanged = resources.filter((resource) => !isNews(resource));
  const messages = [...report.messages.map(printMessage), ...unchanged.flatMap(sentencesOn)];
  const errorsTitle = errors.every(isRefusal) ? "Refused" : "Errors";
  const sections = [
    { id: "errors", title: errorsTitle, tone: "alarm", messages: printErrors(report, reader) },
    { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
    { id: "messages", title: "Messages", tone: "quiet", messages },
  ] as const;
  // What loses most comes first, and what loses a number that is not known before that.
  const lossOf = ({ totals }: ResourceReport) => totals.removed.count ?? Number.MAX_SAFE_INTEGER;
  const lists = resources
    .filter(isNews)
    .toSorted((one, other) => lossOf(other) - lossOf(one))
    .map((resource) => {
      const isRefused = refused.has(resource.name);
      const limit = limitOf(resource, replaced);
      const { delivery } = resource;
      const shares = delivery && report.delivery ? [printShares(delivery, report.delivery.measure)] : [];
      const share = removalShare(resource, false);
      const lost = resource.totals.removed.count === null ? "not known yet" : "nothing";
      return {
        resource,
        title: describeList(resource),
        /** The resource and its operation, with what distinguishes it from others. */
        subject: subjectOf(resource).join(", "),
        /** What distinguishes the list: what it is for, whether it is exclusive, and whether campaigns use it. */
        marks: marksOf(resource).join(", "),
        cells: [[changeOf(resource, isRefused), ...shares].join("; "), (removalShare(resource, true) ?? lost) + limit],
        /** The removed entries as a share of all, its share of delivery, and what the entries do not show. */
        sentences: [
          ...(share === undefined ? [] : [`${isRefused ? "would remove" : "removes"} ${share}${limit}`]),
          ...shares,
          ...sentencesOn(resource),
        ],
        groups: groupChanges(resource, isRefused),
      };
    });
  return {
    headline: printHeadline(report),
    /** Its stack, its commit and its time. */
    origin: originOf(report).join(" · "),
    /** That drift is not known; undefined if it is. */
    hint: driftHint(report, reader),
    sections: sections.filter(({ messages }) => messages.length > 0),
    lists,
  };
}

function subjectOf(resource: ResourceReport): readonly string[] {
  const { name, operation, account, provider } = resource;
  return [
    `resource ${name}`,
    operation,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(provider === undefined ? [] : [`provider ${provider}`]),
    ...marksOf(resource),
  ];
}

function marksOf({ purpose, isExclusive, hasAssociatedCampaigns }: ResourceReport): readonly string[] {
  return [
    ...(purpose === undefined ? [] : [`${purpose} list`]),
    ...(isExclusive ? ["exclusive"] : []),
    ...(hasAssociatedCampaigns === true ? ["used by campaigns"] : []),
  ];
}

/** The limit of the removed entries, after their share; an empty text if none are removed. */
function limitOf(resource: ResourceReport, replaced: ReadonlySet<string>): string {
  const { name, operation, removalLimit, isOverRemovalLimit, totals } = resource;
  if (totals.removed.count === 0) return "";
  if (operation === "delete" && !replaced.has(name)) return "; no limit: deleted";
  if (removalLimit === undefined) return "";
  return isOverRemovalLimit ? `; over the limit of ${removalLimit}` : `; limit ${removalLimit}`;
}

/** For example "+1, −2; drift: 1 missing, 2 added by hand, will be removed". */
function changeOf(resource: ResourceReport, isRefused: boolean): string {
  const { entries, totals, purpose, additionLimit, isOverRemovalLimit } = resource;
  const count = (change: "missing" | "unexpected") => entries.filter((entry) => entry.change === change).length;
  const [missing, unexpected] = [count("missing"), count("unexpected")];
  const drift = [
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ...(unexpected > 0 ? [`${formatCount(unexpected)} ${addedByHand(isRefused)}`] : []),
  ];
  return [
    printTotals(totals, purpose),
    ...(isRefused && !isOverRemovalLimit ? [`over the limit of ${additionLimit}`] : []),
    ...(drift.length > 0 ? [`drift: ${drift.join(", ")}`] : hasDrift(resource) ? ["drift"] : []),
  ].join("; ");
}

function addedByHand(isRefused: boolean): string {
  return `added by hand, ${isRefused ? "would" : "will"} be removed`;
}

/** The reason is that of the provider. A refresh that shows none has the kinds of the state. */
function notVerifiedLists({ isRefreshed, resources }: Report): readonly string[] {
  const lists = isRefreshed ? resources.filter(({ notVerified }) => notVerified.length > 0) : [];
  const messages = lists.flatMap((resource) => {
    const reasons = withTopic("notVerified", resource.messages).map(printMessage);
    const names = joinPhrases(resource.notVerified.map((kind) => kindName(kind, 0)));
    return reasons.length > 0 ? reasons : `${describeList(resource)}: not verified: the API did not show its ${names}.`;
  });
  return [...new Set(messages)];
}

const signs = { removed: "-", unexpected: "-", added: "+", missing: "+", kept: " " } as const;

function groupChanges({ entries, purpose }: ResourceReport, isRefused: boolean) {
  const words = {
    added: "added",
    removed: "removed",
    unexpected: `${addedByHand(isRefused)} (drift)`,
    missing: "missing (drift): added again",
    kept: "kept in the list, no longer managed here",
    ...(purpose && effects[purpose]),
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) => {
      const group = entries.filter((entry) => entry.change === change && entry.kind === kind);
      // For example "19 app bundles removed", or "19 app bundles no longer blocked".
      const heading = `${formatKindCount(kind, group.length)} ${words[change]}`;
      return group.length === 0 ? [] : [{ change, sign: signs[change], heading, entries: group }];
    }),
  );
}

/** What is shown about a resource besides its entries; what is not verified has a section of its own. */
function sentencesOn({ remarks, messages }: ResourceReport): readonly string[] {
  return [...remarks, ...messages.filter(({ topic }) => topic !== "notVerified").map(printMessage)];
}

function originOf({ stack, commit, createdAt }: Report): readonly string[] {
  return [
    ...(stack === undefined ? [] : [`stack ${stack}`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
    `${createdAt.slice(0, 16).replace("T", " ")} UTC`,
  ];
}
