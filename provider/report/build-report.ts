import { parseUrn } from "../common/urn";
import { formatDay } from "../list/expiry";
import { kinds, kindName } from "../list/kinds";
import { nameList } from "../list/summary";
import type { ParsedNotice } from "../resource/parse-notice";
import { compareKinds } from "./compare";
import { selectMessages, type ResourceMessage } from "./messages";
import { findNeighbours, listOfChange, type Neighbours } from "./neighbours";
import { isAppListEntries, isProvider } from "./own-resources";
import type { Preview, Step } from "./preview";
import { remarksOn } from "./remarks";
import { isNews, type Message, type Report, type ResourceReport } from "./report";
import { readChanges, type ResourceChange } from "./resource-change";
import { findDrift, isReported, leaveBehind, findSubjects } from "./subjects";
import { countTotals } from "./totals";

interface Circumstances {
  readonly now: Date;
  readonly commit?: string | undefined;
}

/**
 * Finds out what a preview means for app lists.
 *
 * @throws {PreviewUnreadableError} if inputs of this package's resources cannot be read.
 * @throws {StateUnreadableError} if the state of one of them cannot be read.
 */
export function buildReport({ steps, diagnostics }: Preview, { now, commit }: Circumstances): Report {
  const { errors, warnings, notices, remarks } = selectMessages(diagnostics);
  const isRefreshed = steps.some(({ op }) => op === "refresh");
  const changes = leaveBehind(readChanges(steps), notices).filter(
    // The changes of a resource that was only refreshed, or only imported, are unknown after a failure.
    ({ operation }) => errors.length === 0 || (operation !== "same" && operation !== "import"),
  );
  const neighboursOf = findNeighbours(changes);
  const placed = notices.map((notice) => ({ notice, subjects: findSubjects(notice, changes) }));
  const resources = changes.map((change) => {
    const about = placed.filter(({ subjects }) => subjects.includes(change)).map(({ notice }) => notice);
    const ownRemarks = remarks.filter(({ urn }) => urn === change.urn || urn === change.formerUrn);
    return reportResource(change, neighboursOf(change), about, ownRemarks, formatDay(now));
  });
  const unplaced = placed.filter(({ subjects }) => subjects.length === 0).map(({ notice }) => notice);
  const isPlaced = new Set(changes.flatMap(({ urn, formerUrn }) => [urn, formerUrn]));
  const unplacedRemarks = remarks.filter(({ urn }) => !isPlaced.has(urn));
  const notVerified = notices.filter(isNotVerified);
  return {
    createdAt: now.toISOString(),
    stack: stackIn(steps),
    commit,
    isRefreshed,
    resources: [...resources.filter(isNews), ...resources.filter((resource) => !isNews(resource))],
    drift: unplaced.filter(isDrift).map(({ appListId, line }) => ({ appListId, message: line })),
    errors,
    notVerified: [
      ...new Set(notVerified.map(({ line }) => line)),
      ...(isRefreshed ? notVerifiedBefore(resources, notVerified) : []),
    ].map(toMessage),
    warnings: [
      ...warnings,
      ...unplaced.filter(isRemark).map(({ line }) => line),
      ...unplacedRemarks.map(({ urn, line }) => `${parseUrn(urn)?.name ?? urn}: ${line}`),
    ].map(toMessage),
    otherResources: otherResources(steps),
  };
}

function toMessage(message: string): Message {
  return { message };
}

function isDrift({ topic }: ParsedNotice): boolean {
  return topic === "drift";
}

function isNotVerified({ topic }: ParsedNotice): boolean {
  return topic === "notVerified" || topic === "driftUnknown";
}

function isRemark(notice: ParsedNotice): boolean {
  return !isDrift(notice) && !isNotVerified(notice);
}

function reportResource(
  change: ResourceChange,
  neighbours: Neighbours,
  notices: readonly ParsedNotice[],
  remarks: readonly ResourceMessage[],
  today: string,
): ResourceReport {
  const { urn, name, operation, before, declared } = change;
  const { ownership, facts, given } = before?.state ?? {};
  const { appListId, account, provider } = listOfChange(change);
  const reports = compareKinds(change, neighbours, today);
  const reportedDrift = new Set(
    findDrift(change)
      .filter((drift) => isReported(drift, reports))
      .map(({ line }) => line),
  );
  const managedKinds = kinds.filter((kind) => (ownership?.managed[kind].size ?? 0) > 0);
  const isUnseen = notices.some(({ topic }) => topic === "driftUnknown");
  return {
    name,
    urn,
    operation,
    appListId,
    listName: neighbours.facts.name,
    account,
    provider,
    isExclusive: declared?.isExclusive ?? given?.exclusive ?? false,
    observation: before === undefined ? "new" : change.isRefreshed ? "read" : "notRead",
    drift: notices
      .filter((notice) => isDrift(notice) && !reportedDrift.has(notice.line))
      .map(({ line }) => toMessage(line)),
    hasAssociatedCampaigns: neighbours.facts.hasAssociatedCampaigns,
    kinds: reports,
    totals: countTotals(change, neighbours, reports, change.isRefreshed && !isUnseen),
    managed: managedKinds.reduce((sum, kind) => sum + (ownership?.managed[kind].size ?? 0), 0),
    unmanaged: facts?.unmanaged,
    notVerified: isUnseen ? managedKinds : (facts?.notVerified ?? []),
    remarks: [
      ...remarksOn(change, neighbours, reports),
      ...[...notices.filter(isRemark), ...remarks].map(({ line }) => line),
    ].map(toMessage),
  };
}

/** The kinds that are not verified according to the state, of lists without such a notice in this preview. */
function notVerifiedBefore(resources: readonly ResourceReport[], notices: readonly ParsedNotice[]): readonly string[] {
  return resources
    .filter(({ appListId, notVerified }) => {
      return notVerified.length > 0 && !notices.some((notice) => notice.appListId === appListId);
    })
    .map(({ appListId, listName, notVerified }) => {
      const list = appListId === undefined ? "an app list" : nameList(appListId, listName);
      const names = new Intl.ListFormat("en").format(notVerified.map((kind) => kindName(kind, 0)));
      return `${list}: not verified: the API did not show its ${names}.`;
    });
}

function stackIn(steps: readonly Step[]): string | undefined {
  const urn = steps.map((step) => parseUrn(step.urn)).find((parsed) => parsed !== undefined);
  return urn === undefined ? undefined : `${urn.project}/${urn.stack}`;
}

/** Steps that change nothing, or that are parts of a replacement. */
const stepsWithoutChange: ReadonlySet<string> = new Set([
  "same",
  "refresh",
  "read",
  "create-replacement",
  "delete-replaced",
]);

/** The resources of other types that `pulumi up` changes. */
function otherResources(steps: readonly Step[]): Report["otherResources"] {
  return steps.flatMap(({ op, urn }) => {
    const { type = "resource", name = urn } = parseUrn(urn) ?? {};
    const isOwn = isAppListEntries(urn) || isProvider(urn);
    if (stepsWithoutChange.has(op) || isOwn || type === "pulumi:pulumi:Stack") return [];
    return [{ type, name, operation: op }];
  });
}
