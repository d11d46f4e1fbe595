import { formatCount, joinPhrases, plural } from "../common/format";
import { effects } from "../list/summary";
import { printShares } from "./delivery";
import { formatKindCount, kindName, kinds } from "../list/kinds";
import { entryChanges, hasDrift, isChange, isDrift, isNews, isNotVerified, isOverLimit, isLimitError } from "./report";
import type { Report, ResourceReport } from "./report";
import {
  approvalOf,
  type Approval,
  describeList,
  driftHint,
  printErrors,
  printHeadline,
  printTotals,
  removalShare,
  type Audience,
} from "./summary";

/** Messages under a title. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  readonly messages: readonly string[];
  readonly approval?: Approval | undefined;
}

/** A list with changes or drift. */
export type ListView = ReturnType<typeof viewOf>["lists"][number];

/** The entries of one kind with the same change. */
export type EntryGroup = ListView["groups"][number];

/** Whether `pulumi up` makes the changes of a list. None for a report about drift only. */
type Effect = "will" | "would" | "none";

/** The columns of the table of all lists, in the order of the cells of a row. */
export const headings = ["List", "Change", "Removed"] as const;

/** The parts of a report in words. Every format prints them. */
export function viewOf(report: Report, reader: Audience) {
  const { errors, resources } = report;
  const stopped = new Set(errors.filter(isOverLimit).flatMap((error) => error.urns));
  const unchanged = resources.filter((resource) => !isNews(resource));
  const isListed = (resource: ResourceReport) => report.isRefreshed && isNotVerified(resource);
  const warnings = [...report.warnings, ...unchanged.filter((each) => !isListed(each)).flatMap(sentencesOn)];
  const errorsTitle = errors.every(isLimitError) ? "Over the limit" : "Errors";
  const approval = approvalOf(report, reader);
  const sections: readonly Section[] = [
    { id: "errors", title: errorsTitle, tone: "alarm", messages: printErrors(report, reader), approval },
    { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
    { id: "warnings", title: "Warnings", tone: "quiet", messages: warnings },
  ];
  // The most removals first, and before them the unknown numbers.
  const removals = ({ totals }: ResourceReport) => totals.removed.count ?? Number.MAX_SAFE_INTEGER;
  const lists = resources
    .filter(isNews)
    .toSorted((one, other) => removals(other) - removals(one))
    .map((resource) => {
      const isStopped = stopped.has(resource.urn);
      const isNone = report.isDriftOnly === true || !isChange(resource);
      const effect = isNone ? "none" : isStopped ? "would" : "will";
      const limit = limitOf(resource);
      const { delivery } = resource;
      const shares = delivery && report.delivery ? [printShares(delivery, report.delivery.measure)] : [];
      const share = removalShare(resource);
      const unknown = resource.totals.removed.count === null ? "not known yet" : "nothing";
      return {
        resource,
        title: describeList(resource),
        /** The resource, its operation, its account and its provider, and the marks of its list. */
        subject: subjectOf(resource),
        /** Whether entries are removed without a limit. */
        isUnlimited: limit === noLimit,
        /** The purpose of the list, and whether it is exclusive and used by campaigns. */
        marks: marksOf(resource),
        cells: [[changeOf(resource, effect), ...shares].join("; "), (share ?? unknown) + limit],
        /** The share of the removed entries, the shares of delivery, the remarks and the warnings. */
        sentences: [
          ...(share === undefined ? [] : [`${isStopped ? "would remove" : "removes"} ${share}${limit}`]),
          ...shares,
          ...(resource.hasUnnamedDrift === true ? ["has drift in entries that the preview does not show"] : []),
          ...adoptedOf(resource),
          ...sentencesOn(resource),
        ],
        groups: groupChanges(resource, effect),
      };
    });
  return {
    headline: printHeadline(report),
    /** The stack, the commit and the time. */
    origin: originOf(report),
    /** The hint that drift is not known; undefined if it is known. */
    hint: driftHint(report, reader),
    sections: sections.filter(({ messages, approval }) => messages.length > 0 || approval !== undefined),
    lists,
  };
}

/** The parts that there are, in one text. */
function join(separator: string, ...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}

function subjectOf(resource: ResourceReport): string {
  const { name, operation, account, provider } = resource;
  const where = [account && `account ${account}`, provider && `provider ${provider}`];
  return join(", ", `resource ${name}`, operation !== "same" && operation, ...where, marksOf(resource));
}

function marksOf({ purpose, isExclusive, hasAssociatedCampaigns }: ResourceReport): string {
  return join(
    ", ",
    purpose && `${purpose} list`,
    isExclusive && "exclusive",
    hasAssociatedCampaigns && "used by campaigns",
  );
}

/** The entries of the list that the resource did not add, in one sentence. Missing ones are not removed. */
function adoptedOf({ entries }: ResourceReport): readonly string[] {
  const adopted = entries.filter(({ change, origin }) => origin === "adopted" && change !== "missing").length;
  if (adopted === 0) return [];
  return [`adopted, in the list before this resource declared them: ${plural(adopted, "entry", "entries")}`];
}

const noLimit = "; no limit: deleted";

/** The removal limit, to append to the share; empty if nothing is removed or no limit applies. */
function limitOf({ operation, removalLimit, isLimitUnknown, overLimit, totals }: ResourceReport): string {
  if (totals.removed.count === 0) return "";
  if (isLimitUnknown === true) return "; limit not known: deleted";
  if (removalLimit === undefined) return operation === "delete" ? noLimit : "";
  if (overLimit === undefined || overLimit.of === "added") return `; limit ${withUnit(removalLimit)}`;
  const { of, kind, value, changed, whole } = overLimit;
  const numbers = `${formatCount(changed)} of ${formatCount(whole)}${of === "unmanaged" ? " unmanaged" : ""}`;
  return `; over the limit of ${withUnit(value)}: ${numbers} ${kindName(kind, 0)}`;
}

/** A limit in a sentence. Without a percent sign, it is a number of entries. */
function withUnit(limit: string): string {
  return limit.endsWith("%") ? limit : `${limit} ${limit === "1" ? "entry" : "entries"}`;
}

/** For example "+1, −2; drift: 1 missing, 2 unexpected, will be removed". */
function changeOf(resource: ResourceReport, effect: Effect): string {
  const { entries, totals, purpose, overLimit, changedArguments } = resource;
  const nothing = changedArguments.length === 0 ? undefined : `only ${changedArguments.join(", ")}`;
  const unexpected = entries.filter(({ change }) => change === "unexpected").length;
  const missing = entries.filter(isDrift).length - unexpected;
  const drift = join(
    ", ",
    missing > 0 && `${formatCount(missing)} missing`,
    unexpected > 0 && `${formatCount(unexpected)} ${describeUnexpected(effect)}`,
  );
  const isOnlyDrift = drift !== "" && totals.added.count === 0 && totals.removed.count === 0;
  return join(
    "; ",
    effect !== "none" && !isOnlyDrift && printTotals(totals, purpose, nothing),
    effect !== "none" && overLimit?.of === "added" && `over the limit of ${withUnit(overLimit.value)}`,
    drift === "" ? hasDrift(resource) && "drift" : `drift: ${drift}`,
  );
}

function describeUnexpected(effect: Effect): string {
  return `unexpected${effect === "none" ? "" : `, ${effect} be removed`}`;
}

/** The lists that are not verified. The provider's reasons are at its list or, if nothing changes there, follow. */
function notVerifiedLists({ isRefreshed, resources }: Report): readonly string[] {
  const lists = isRefreshed ? resources.filter(isNotVerified) : [];
  const messages = lists.flatMap((resource) => {
    const names = joinPhrases(resource.notVerified.map((kind) => kindName(kind, 0)));
    const who = resource.observation === "notShown" ? "preview" : "API";
    const fact = `${describeList(resource)}: not verified: the ${who} did not show its ${names}.`;
    return isNews(resource) ? fact : [fact, ...sentencesOn(resource)];
  });
  return [...new Set(messages)];
}

const signs = { removed: "-", expired: "-", unexpected: "-", added: "+", missing: "+", gone: " ", kept: " " } as const;

function groupChanges({ entries, purpose }: ResourceReport, effect: Effect) {
  const words = {
    added: "added",
    removed: "removed",
    expired: "expired",
    unexpected: `${describeUnexpected(effect)} (drift)`,
    missing: `missing (drift)${effect === "none" ? "" : ": added again"}`,
    gone: "missing (drift), no longer declared",
    kept: "kept in the list, no longer managed here",
    ...(purpose && effects[purpose]),
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) => {
      const group = entries.filter((entry) => entry.change === change && entry.kind === kind);
      // For example "19 app bundles removed", or "19 app bundles no longer blocked".
      const heading = `${formatKindCount(kind, group.length)} ${words[change]}`;
      // A report about drift only adds and removes nothing.
      const sign = effect === "none" ? " " : signs[change];
      return group.length === 0 ? [] : [{ change, sign, heading, entries: group }];
    }),
  );
}

function sentencesOn({ remarks, warnings }: ResourceReport): readonly string[] {
  return [...remarks, ...warnings];
}

function originOf({ stack, commit, createdAt }: Report): string {
  const when = `${createdAt.slice(0, 16).replace("T", " ")} UTC`;
  return join(" · ", stack && `stack ${stack}`, commit && `commit ${commit.slice(0, 12)}`, when);
}
