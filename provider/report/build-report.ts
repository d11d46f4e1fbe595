import { parseUrn } from "../common/engine-texts";
import type { Entries } from "../list/entries";
import { formatDay } from "../list/expiry";
import { kinds, type Kind } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { nameList, printLimit } from "../list/summary";
import { digestOf } from "../resource/judge";
import { describeStop } from "../resource/texts/stops";
import { listOf, readChanges, type ResourceChange } from "./changes";
import { findErrors, placeWarnings } from "./messages";
import { driftOf, noTotals, planChange, reportEntries, type Plan } from "./plan";
import type { Preview } from "./preview";
import { argumentsChangedBy, remarksOn } from "./remarks";
import { isNews, type Report, type ReportedError, type ResourceReport } from "./report";

/**
 * Builds the report of a preview.
 *
 * @param approved the digests of changes that are approved.
 * @throws {PreviewUnreadableError} if inputs of this package's resources cannot be read.
 * @throws {StateUnreadableError} if the state of one of them cannot be read.
 */
export function buildReport(
  preview: Preview,
  now: Date,
  commit?: string,
  approved: ReadonlySet<string> = new Set(),
): Report {
  const { steps, diagnostics } = preview;
  const failed = findErrors(diagnostics);
  const changes = readChanges(preview).filter(
    // After a failure, the changes of a resource that was only refreshed or imported are not known.
    ({ operation }) => failed.length === 0 || (operation !== "same" && operation !== "import"),
  );
  const warnings = placeWarnings(diagnostics, changes);
  const planned = changes.map((change) => {
    const plan = planChange(change, formatDay(now), approved);
    return { plan, resource: reportResource(change, plan, warnings.of(change)) };
  });
  const resources = planned.map(({ resource }) => resource);
  return {
    createdAt: now.toISOString(),
    stack: stackOf(preview),
    commit,
    isRefreshed: steps.some(({ op }) => op === "refresh"),
    isComplete: failed.length === 0,
    resources: [...resources.filter(isNews), ...resources.filter((resource) => !isNews(resource))],
    errors: [...planned.flatMap(({ resource, plan }) => stopsOf(resource, plan)), ...failed],
    warnings: warnings.others,
  };
}

/** The project and the stack of a preview; undefined if it has no steps. */
function stackOf({ steps, diagnostics }: Preview): string | undefined {
  const urn = [...steps, ...diagnostics].map((each) => parseUrn(each.urn ?? "")).find((parsed) => parsed !== undefined);
  return urn && `${urn.project}/${urn.stack}`;
}

/** The errors of a change that `pulumi up` will stop. */
function stopsOf({ name, urn, appListId, listName }: ResourceReport, plan: Plan | undefined): readonly ReportedError[] {
  if (plan === undefined) return [];
  return plan.judgements.map((judgement) => {
    const { reason, effect } = describeStop({ operation: plan.operation, judgements: [judgement] });
    const message = `${nameList(appListId ?? 0, listName)}: ${reason}. It would ${effect}.`;
    const digest = digestOf(plan.operation, judgement);
    return { message, code: "CHANGE_LIMIT", resources: [name], urns: [urn], digest };
  });
}

const mayBeAsked =
  "The preview omits resources without changes (--show-sames). If one of them declares this list, pulumi up asks for the " +
  "approval ";

function reportResource(change: ResourceChange, plan: Plan | undefined, warnings: readonly string[]): ResourceReport {
  const { urns, name, operation, observation, before, declared, neighbors } = change;
  const { ownership = nothingManaged, facts, given } = before?.state ?? {};
  const { update, operation: planned, judgements = [] } = plan ?? {};
  const { additionLimit } = declared?.given ?? change.replacement ?? {};
  const undecided = plan?.undecided;
  const limit = undecided === undefined ? planned?.limits.removal : undefined;
  const known = [change, ...neighbors.same].map((each) => each.before?.state.facts);
  const drift = driftOf(change);
  return {
    name,
    urn: urns[0],
    operation,
    ...listOf(change),
    listName: known.find((one) => one?.name !== undefined)?.name,
    isExclusive: (declared?.given ?? given)?.exclusive === true,
    purpose: (declared?.given ?? given)?.purpose,
    observation,
    hasAssociatedCampaigns: known.find((one) => one?.hasAssociatedCampaigns !== undefined)?.hasAssociatedCampaigns,
    entries: reportEntries(change, update, drift),
    removalLimit: limit && printLimit(limit),
    isLimitUnknown: undecided && true,
    additionLimit: additionLimit === undefined ? undefined : String(additionLimit),
    overLimit: judgements.map(({ names: _, entries: __, value, ...numbers }) => ({
      ...numbers,
      value: printLimit(value),
    }))[0],
    totals: plan?.totals ?? noTotals,
    hasUnnamedDrift: drift.hasUnnamed || undefined,
    changedArguments: argumentsChangedBy(change),
    notVerified: observation === "notShown" ? managedKinds(ownership.managed) : (facts?.notVerified ?? []),
    remarks: [
      ...remarksOn(change, update),
      ...(undecided ?? []).map((each) => `${mayBeAsked}${planned === undefined ? "" : digestOf(planned, each)}.`),
    ],
    warnings,
  };
}

/** The kinds of which something could be missing: all if the resource manages nothing. */
function managedKinds(managed: Entries): readonly Kind[] {
  const some = kinds.filter((kind) => managed[kind].size > 0);
  return some.length > 0 ? some : kinds;
}
