import { parseUrn } from "../common/engine-texts";
import { formatDay } from "../list/expiry";
import { printLimit } from "../list/summary";
import { digestOf } from "../resource/judge";
import { listOf, readChanges, type ResourceChange } from "./changes";
import { findErrors, placeWarnings } from "./messages";
import { driftOf, noTotals, planChange, reportEntries, type Plan } from "./plan";
import type { Preview } from "./preview";
import { changedArgumentsOf, remarksOn } from "./remarks";
import { isNews, type Report, type ResourceReport } from "./report";

interface ReportOptions {
  readonly commit?: string | undefined;
  /** The digests of changes that are approved. Default: none. */
  readonly approved?: ReadonlySet<string>;
  /** Whether to report drift without the changes of the program. Default: false. */
  readonly isDriftOnly?: boolean;
}

/**
 * Builds the report of a preview.
 *
 * @throws {PreviewUnreadableError} if inputs of this package's resources cannot be read.
 * @throws {StateUnreadableError} if the state of one of them cannot be read.
 */
export function buildReport(
  preview: Preview,
  now: Date,
  { commit, approved = new Set(), isDriftOnly = false }: ReportOptions = {},
): Report {
  const { steps, diagnostics } = preview;
  const errors = findErrors(diagnostics);
  // After a failure, the changes of a resource that was only imported are not known.
  const changes = readChanges(preview, isDriftOnly).filter(
    ({ operation }) => errors.length === 0 || operation !== "import",
  );
  const warnings = placeWarnings(diagnostics, changes);
  const resources = changes.map((change) =>
    reportResource(change, planChange(change, formatDay(now), approved), warnings.of(change)),
  );
  return {
    createdAt: now.toISOString(),
    stack: stackOf(preview),
    commit,
    isRefreshed: steps.some(({ op }) => op === "refresh"),
    resources: [...resources.filter(isNews), ...resources.filter((resource) => !isNews(resource))],
    isDriftOnly: isDriftOnly || undefined,
    errors,
    warnings: warnings.others,
  };
}

/** The project and the stack of a preview; undefined if it has no steps. */
function stackOf({ steps, diagnostics }: Preview): string | undefined {
  const urn = [...steps, ...diagnostics].map((each) => parseUrn(each.urn ?? "")).find((parsed) => parsed !== undefined);
  return urn && `${urn.project}/${urn.stack}`;
}

function reportResource(change: ResourceChange, plan: Plan | undefined, warnings: readonly string[]): ResourceReport {
  const { urns, name, operation, observation, before, declared } = change;
  const { facts, given } = before?.state ?? {};
  const removalLimit = plan?.operation.limits.removal;
  const drift = driftOf(change);
  return {
    name,
    urn: urns[0],
    operation,
    ...listOf(change),
    listName: facts?.name,
    isExclusive: (declared?.given ?? given)?.exclusive === true,
    purpose: (declared?.given ?? given)?.purpose,
    observation,
    hasAssociatedCampaigns: facts?.hasAssociatedCampaigns,
    entries: reportEntries(change, plan?.update, drift),
    removalLimit: removalLimit && printLimit(removalLimit),
    overLimit: plan?.judgements.map((judgement) => overLimitOf(plan, judgement)) ?? [],
    totals: plan?.totals ?? noTotals,
    hasUnnamedDrift: drift.hasUnnamed || undefined,
    changedArguments: changedArgumentsOf(change),
    notVerified: facts?.notVerified ?? [],
    remarks: remarksOn(change),
    warnings,
  };
}

function overLimitOf({ operation }: Plan, judgement: Plan["judgements"][number]): ResourceReport["overLimit"][number] {
  const { of, kind, value, changed, whole, allowed } = judgement;
  return { of, kind, value: printLimit(value), changed, whole, allowed, digest: digestOf(operation, judgement) };
}
