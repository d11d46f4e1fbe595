import { formatCount, formatPart, formatShare, joinPhrases, plural } from "../common/format";
import { formatKindCount, kindName, kinds } from "../list/kinds";
import { effects, nameList } from "../list/summary";
import { printApproval, printJudgement } from "../resource/texts/stops";
import { bounds } from "./bounds";
import { printShares } from "./delivery";
import { printableLine } from "./lines";
import { entryChanges, isChange, isDrift, isNews, notVerified, reportOutcome } from "./report";
import type { Report, ResourceReport } from "./report";
import { printError, printHeadline, printTotals } from "./summary";

/** Who reads a report. In a pipeline, nobody can run its commands. */
type Audience = "terminal" | "pipeline";

/** Messages under a title. */
export interface Section {
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  /** A sentence before messages that are to be copied. Neither has untrusted text, but for names of resources. */
  readonly advice?: string;
  readonly messages: readonly string[];
}

/** A list with changes or drift. */
export type ListView = ReturnType<typeof viewOf>["lists"][number];

/** The parts of a report in words. Every format prints them. */
export function viewOf(report: Report, reader: Audience) {
  const { errors, resources } = report;
  const unverified = notVerified(report);
  const others = resources.filter((resource) => !isNews(resource) && !unverified.includes(resource));
  const sections: readonly Section[] = [
    { title: "Errors", tone: "alarm", messages: errors.map(printError) },
    { title: "Over the limit", tone: "alarm", ...approvalOf(report, reader) },
    { title: "Not verified", tone: "warning", messages: [...new Set(unverified.flatMap(printNotVerified))] },
    { title: "Warnings", tone: "quiet", messages: [...report.warnings, ...others.flatMap(sentencesOn)] },
  ];
  // The most removals first, and before them the unknown numbers.
  const removals = ({ totals }: ResourceReport) => totals.removed.count ?? Number.MAX_SAFE_INTEGER;
  const lists = resources
    .filter(isNews)
    .toSorted((one, other) => removals(other) - removals(one))
    .map((resource) => ({
      title: describeList(resource),
      subject: subjectOf(resource),
      numbers: [`Change: ${changeOf(resource, report.delivery?.measure)}`, `Removed: ${removalOf(resource)}`],
      sentences: [
        ...resource.overLimit.map((each) => `${printJudgement(each)}.`),
        ...adoptedOf(resource),
        ...sentencesOn(resource),
      ],
      groups: groupChanges(resource),
    }));
  return {
    headline: printHeadline(report),
    /** The stack, the commit and the time. */
    origin: originOf(report),
    hint: hintOn(report, reader),
    sections: sections.filter(({ messages }) => messages.length > 0),
    lists,
    /** Whether the entries of all lists are open at first. */
    isShort: lists.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries)).length <= bounds.openEntries,
  };
}

/** How to approve the changes that are over a limit. */
function approvalOf({ resources }: Report, reader: Audience): Pick<Section, "advice" | "messages"> {
  const over = resources.flatMap(({ name, overLimit }) => overLimit.map(({ digest }) => ({ name, digest })));
  const digests = [...new Set(over.map(({ digest }) => digest))];
  if (reader === "terminal") {
    const command = `${printApproval(digests)} pulumi up`;
    return { advice: "To approve exactly this:", messages: over.length === 0 ? [] : [command] };
  }
  return {
    advice:
      "Not intended? Restore the file or the program. Intended: add " +
      `${over.length === 1 ? "this line" : "the lines of these changes"} ` +
      "to the file app-list-approvals beside Pulumi.yaml, in this pull request:",
    messages: over.map(({ name, digest }) => `${digest}  # ${name}`),
  };
}

/** What the preview does not show, and the two ways to end drift; undefined if there is neither. */
function hintOn(report: Report, reader: Audience): string | undefined {
  const { isRefreshed, isDriftOnly, resources } = report;
  const unread = resources.filter(({ observation }) => observation === "notRead").length;
  const which = isRefreshed ? ` of ${plural(unread, "resource")}` : "";
  const parts = [
    unread > 0 &&
      `The preview did not read the lists${which} (--refresh). The numbers are from the last deployment, and drift is not known.`,
    isDriftOnly === true && reportOutcome(report) === "changes" && repairs[reader],
  ];
  return join(" ", ...parts) || undefined;
}

const repairs = {
  terminal: "To repair drift: pulumi up --refresh. To accept it, declare the lists as they are: app-list pull",
  pipeline:
    "A deployment repairs only the lists that it changes. To repair all, start it by hand, with repair. To accept drift, " +
    "declare the lists as they are (app-list pull) in a pull request.",
} as const;

/** The parts that there are, in one text. */
function join(separator: string, ...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}

function describeList({ appListId, listName }: ResourceReport): string {
  return appListId === undefined ? "app list with an ID that is not known yet" : nameList(appListId, listName);
}

function subjectOf(resource: ResourceReport): string {
  const { name, operation, account, provider, purpose, isExclusive, hasAssociatedCampaigns } = resource;
  const parts = [
    `resource ${name}`,
    operation !== "same" && operation,
    account && `account ${account}`,
    provider && `provider ${provider}`,
    purpose && `${purpose} list`,
    isExclusive && "exclusive",
    hasAssociatedCampaigns && "used by campaigns",
  ];
  return printableLine(bounds.nameCharacters, join(", ", ...parts));
}

/** The entries of the list that the resource did not add, in one sentence. Missing ones are not removed. */
function adoptedOf({ entries }: ResourceReport): readonly string[] {
  const adopted = entries.filter(({ change, origin }) => origin === "adopted" && change !== "missing").length;
  if (adopted === 0) return [];
  return [`adopted, in the list before this resource declared them: ${plural(adopted, "entry", "entries")}`];
}

/** For example "+1, −2; drift: 1 missing, 2 unexpected", and the shares of delivery. */
function changeOf(resource: ResourceReport, measure = ""): string {
  const { entries, totals, purpose, changedArguments, hasUnnamedDrift, delivery } = resource;
  const unexpected = entries.filter(({ change }) => change === "unexpected").length;
  const missing = entries.filter(isDrift).length - unexpected;
  const drift = join(
    ", ",
    missing > 0 && `${formatCount(missing)} missing`,
    unexpected > 0 && `${formatCount(unexpected)} unexpected`,
    hasUnnamedDrift && "entries that the preview does not show",
  );
  const parts = [
    printTotals(totals, purpose),
    changedArguments.length > 0 && `arguments: ${changedArguments.join(", ")}`,
    drift && `drift: ${drift}`,
    delivery && printShares(delivery, measure),
    delivery?.maxDelivery !== undefined && `over --max-delivery ${formatShare(delivery.maxDelivery)}`,
  ];
  return join("; ", ...parts) || "no entries";
}

/**
 * The removed entries as a share of the entries at risk, and the limit: "19 of 10,000 managed (0.2%); limit 30%". Before
 * it "12 expired, " if some have expired.
 */
function removalOf(resource: ResourceReport): string {
  const { isExclusive, operation, removalLimit, totals } = resource;
  const { removed, expired = 0, atRisk } = totals;
  const limit = removalLimit === undefined ? operation === "delete" && "no limit: deleted" : `limit ${removalLimit}`;
  if (removed.count === 0) return "nothing";
  if (removed.count === null || atRisk === null) return join("; ", "not known yet", limit);
  const whole = isExclusive ? `all ${formatCount(atRisk)} in the list` : `${formatCount(atRisk)} managed`;
  const counted = removed.count - expired;
  const share = `${removed.isAtMost ? "up to " : ""}${formatPart(counted, atRisk, whole)}`;
  const numbers = join(", ", expired > 0 && `${formatCount(expired)} expired`, counted > 0 && share);
  return join("; ", numbers, limit);
}

/** A list that is not verified. The provider's reasons are at the list or, if nothing changes there, follow. */
function printNotVerified(resource: ResourceReport): readonly string[] {
  const names = joinPhrases(resource.notVerified.map((kind) => kindName(kind, 0)));
  const fact = `${describeList(resource)}: not verified: the API did not show its ${names}.`;
  return isNews(resource) ? [fact] : [fact, ...sentencesOn(resource)];
}

const signs = { removed: "-", expired: "-", unexpected: "-", added: "+", missing: "+", gone: " ", kept: " " } as const;

function groupChanges(resource: ResourceReport) {
  const { entries, purpose } = resource;
  // Drift alone adds and removes nothing.
  const isApplied = isChange(resource);
  const words = {
    added: "added",
    removed: "removed",
    expired: "expired",
    unexpected: `unexpected (drift)${isApplied ? ": removed" : ""}`,
    missing: `missing (drift)${isApplied ? ": added again" : ""}`,
    gone: "missing (drift), no longer declared",
    kept: "kept in the list, no longer managed here",
    ...(purpose && effects[purpose]),
  };
  return entryChanges.flatMap((change) =>
    kinds.flatMap((kind) => {
      const group = entries.filter((entry) => entry.change === change && entry.kind === kind);
      // For example "19 app bundles removed", or "19 app bundles no longer blocked".
      const heading = `${formatKindCount(kind, group.length)} ${words[change]}`;
      const sign = isApplied ? signs[change] : " ";
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
