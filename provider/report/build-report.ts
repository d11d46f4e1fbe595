import { kinds, nameOf } from "../list/kinds";
import { nameList } from "../list/summary";
import { compareKinds } from "./compare";
import type { ParsedNotice } from "../resource/notices";
import { sortDiagnostics, type AboutResource, type Said } from "./diagnostics";
import { driftIn, isShown } from "./drift";
import { leaveBehind } from "./moved";
import { findNeighbours, listOfChange, type Neighbours } from "./neighbours";
import { othersOf } from "./others";
import type { Preview, Step } from "./read-preview";
import { mayChangeMore, remarksOn } from "./remarks";
import { isNews, type Report, type ResourceReport } from "./report";
import { readChanges, type ResourceChange } from "./resource-change";
import { findSubjects, lookedAt } from "./subjects";
import { parseUrn } from "./urn";

/**
 * Says what a preview means for app lists.
 *
 * @throws {PreviewUnreadableError} where inputs of its resources cannot be read.
 * @throws {StateUnreadableError} where the state of one of them cannot.
 */
export function buildReport({ steps, diagnostics }: Preview): Report {
  const { errors, warnings, ...about } = sortDiagnostics(diagnostics);
  const isRefreshed = steps.some(({ op }) => op === "refresh");
  const changes = leaveBehind(readChanges(steps), about.remarks).filter(
    // After a failure nobody knows what would have become of a resource that was only looked at.
    ({ operation }) => errors.length === 0 || operation !== "same",
  );
  const neighboursOf = findNeighbours(changes);
  const subjectsOf = findSubjects(changes);
  const resources = changes.map((change) =>
    reportResource(change, neighboursOf(change), saidOf(change, about, subjectsOf)),
  );
  const drift = about.drift.filter((notice) => subjectsOf(notice).length === 0);
  const unplaced = about.remarks.filter((remark) => subjectsOf(remark).length === 0);
  const stack = stackOf(steps);
  return {
    ...(stack !== undefined && { stack }),
    isRefreshed,
    resources: [
      ...resources.filter((resource) => isNews(resource)),
      ...resources.filter((resource) => !isNews(resource)),
    ],
    ...(drift.length > 0 && { drift: drift.map(({ appListId, line }) => ({ appListId, sentence: line })) }),
    errors,
    notVerified: [
      ...new Set([
        ...about.notVerified.map(({ line }) => line),
        ...(isRefreshed ? notSaid(resources, about.notVerified) : []),
      ]),
    ],
    warnings: [...warnings, ...unplaced.map(namedSentence)],
    others: othersOf(steps),
  };
}

/** What was said of one resource. */
type SaidOfOne = Pick<Said, "notVerified" | "drift" | "remarks">;

function saidOf(change: ResourceChange, said: SaidOfOne, subjectsOf: ReturnType<typeof findSubjects>): SaidOfOne {
  return {
    notVerified: said.notVerified.filter((about) => subjectsOf(about).includes(change)),
    drift: said.drift.filter((about) => lookedAt(subjectsOf(about)).includes(change)),
    remarks: said.remarks.filter((about) => subjectsOf(about).includes(change)),
  };
}

function reportResource(change: ResourceChange, neighbours: Neighbours, said: SaidOfOne): ResourceReport {
  const { urn, name, operation, before, declared } = change;
  const { appListId, account } = listOfChange(change);
  const { ownership, facts } = before?.state ?? {};
  const { name: listName, hasAssociatedCampaigns } = neighbours.facts;
  // With its list everything has gone that the resource held.
  const isGone = operation !== "create" && said.drift.some(({ topic }) => topic === "gone");
  const kindReports = isGone ? [] : compareKinds(change, neighbours);
  const found = driftIn(change);
  const drift = said.drift
    .map(({ line }) => line)
    .filter((line) => !found.some((one) => one.line === line && isShown(one, kindReports)));
  const heldKinds = isGone ? [] : kinds.filter((kind) => (ownership?.managed[kind].size ?? 0) > 0);
  return {
    name,
    urn,
    operation,
    appListId,
    ...(listName !== undefined && { listName }),
    ...(account !== undefined && { account }),
    isExclusive: declared?.isExclusive ?? before?.state.given.exclusive ?? false,
    ...(before !== undefined && { isRefreshed: change.isRefreshed }),
    ...(drift.length > 0 && { drift }),
    ...(hasAssociatedCampaigns !== undefined && { hasAssociatedCampaigns }),
    kinds: kindReports,
    ...(mayChangeMore(change, kindReports) && { mayChangeMore: true }),
    held: heldKinds.reduce((sum, kind) => sum + (ownership?.managed[kind].size ?? 0), 0),
    ...(facts?.unmanaged !== undefined && !isGone && { unmanaged: facts.unmanaged }),
    notVerified: said.notVerified.some(({ topic }) => topic === "driftUnknown")
      ? heldKinds
      : (facts?.notVerified ?? []),
    remarks: [...remarksOn(change, neighbours, kindReports), ...said.remarks.map(({ line }) => line)],
  };
}

function namedSentence(remark: ParsedNotice | AboutResource): string {
  return "urn" in remark ? `${parseUrn(remark.urn)?.name ?? remark.urn}: ${remark.line}` : remark.line;
}

/** What the state says was not verified, of lists about which the provider itself did not say so in this preview. */
function notSaid(resources: readonly ResourceReport[], said: readonly ParsedNotice[]): readonly string[] {
  return resources
    .filter(({ appListId, notVerified }) => {
      return notVerified.length > 0 && !said.some((about) => about.appListId === appListId);
    })
    .map(({ appListId, listName, notVerified }) => {
      const list = appListId === undefined ? "an app list" : nameList(appListId, listName);
      const names = new Intl.ListFormat("en").format(notVerified.map((kind) => nameOf(kind, 0)));
      return `${list}: not verified: its ${names} were not seen.`;
    });
}

function stackOf(steps: readonly Step[]): string | undefined {
  const urn = steps.map((step) => parseUrn(step.urn)).find((parsed) => parsed !== undefined);
  return urn === undefined ? undefined : `${urn.project}/${urn.stack}`;
}
