import { kinds, nameOf } from "../list/kinds";
import { nameList } from "../list/summary";
import { compareKinds } from "./compare";
import { sortDiagnostics, type AboutList, type AboutResource } from "./diagnostics";
import { findNeighbours, listOfChange, type Neighbours } from "./neighbours";
import { othersOf } from "./others";
import type { Preview, Step } from "./read-preview";
import { remarksOn } from "./remarks";
import { isChange, type Report, type ResourceReport } from "./report";
import { readChanges, type ResourceChange } from "./resource-change";
import { parseUrn } from "./urn";

/**
 * Says what a preview means for app lists.
 *
 * @throws {PreviewUnreadableError} where inputs of its resources cannot be read.
 * @throws {StateUnreadableError} where the state of one of them cannot.
 */
export function buildReport({ steps, diagnostics }: Preview): Report {
  const { errors, notVerified, drift, remarks: said, warnings } = sortDiagnostics(diagnostics);
  const isRefreshed = steps.some(({ op }) => op === "refresh");
  const changes = readChanges(steps).filter(
    // After a failure nobody knows what would have become of a resource that was only looked at.
    ({ operation }) => errors.length === 0 || operation !== "same",
  );
  const neighboursOf = findNeighbours(changes);
  // Of what changes, the report has the drift entry by entry.
  const remarks = [...said, ...drift.filter((about) => !changes.some((change) => showsDrift(change, about)))];
  const resources = changes.map((change) => reportResource(change, neighboursOf(change), { remarks, notVerified }));
  const unplaced = remarks.filter((remark) => !changes.some((change) => isAbout(remark, change)));
  const stack = stackOf(steps);
  return {
    ...(stack !== undefined && { stack }),
    isRefreshed,
    resources: [
      ...resources.filter((resource) => isChange(resource)),
      ...resources.filter((resource) => !isChange(resource)),
    ],
    errors,
    notVerified: [
      ...new Set([
        ...notVerified.map(({ sentence }) => sentence),
        ...(isRefreshed ? notSaid(resources, notVerified) : []),
      ]),
    ],
    warnings: [...warnings, ...unplaced.map(namedSentence)],
    others: othersOf(steps),
  };
}

function reportResource(
  change: ResourceChange,
  neighbours: Neighbours,
  said: { readonly remarks: readonly (AboutList | AboutResource)[]; readonly notVerified: readonly AboutList[] },
): ResourceReport {
  const { urn, name, operation, before, declared } = change;
  const { appListId, account } = listOfChange(change);
  const { ownership, facts } = before?.state ?? {};
  const { name: listName, hasAssociatedCampaigns } = neighbours.facts;
  const kindReports = compareKinds(change, neighbours);
  const held = kinds.filter((kind) => (ownership?.held[kind].size ?? 0) > 0);
  const isUnseen = said.notVerified.some(
    (about) => about.appListId === appListId && about.sentence.includes("drift is not known"),
  );
  return {
    name,
    urn,
    operation,
    appListId,
    ...(listName !== undefined && { listName }),
    ...(account !== undefined && { account }),
    isExclusive: declared?.isExclusive ?? before?.state.given.exclusive ?? false,
    ...(hasAssociatedCampaigns !== undefined && { hasAssociatedCampaigns }),
    kinds: kindReports,
    held: kinds.reduce((sum, kind) => sum + (ownership?.held[kind].size ?? 0), 0),
    ...(facts?.unmanaged !== undefined && { unmanaged: facts.unmanaged }),
    notVerified: isUnseen ? held : (facts?.notVerified ?? []),
    remarks: [
      ...remarksOn(change, neighbours, kindReports),
      ...said.remarks.filter((remark) => isAbout(remark, change)).map(({ sentence }) => sentence),
    ],
  };
}

function isAbout(remark: AboutList | AboutResource, change: ResourceChange): boolean {
  return "urn" in remark ? remark.urn === change.urn : remark.appListId === listOfChange(change).appListId;
}

function showsDrift(change: ResourceChange, about: AboutList): boolean {
  return change.operation !== "same" && isAbout(about, change);
}

function namedSentence(remark: AboutList | AboutResource): string {
  return "urn" in remark ? `${parseUrn(remark.urn)?.name ?? remark.urn}: ${remark.sentence}` : remark.sentence;
}

/** What the state says was not verified, of lists about which the provider itself did not say so in this preview. */
function notSaid(resources: readonly ResourceReport[], said: readonly AboutList[]): readonly string[] {
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
