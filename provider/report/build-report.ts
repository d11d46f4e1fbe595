import { parseUrn } from "../common/engine";
import { formatDay } from "../list/expiry";
import { count } from "../list/entries";
import { kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { findNeighbours, listOf, readChanges, type ResourceChange, type Neighbours } from "./changes";
import { findErrors, placeMessages } from "./messages";
import { countTotals, planChange, reportKinds } from "./plan";
import { isAppListEntries, isProvider, type Preview, type PreviewStep } from "./preview";
import { remarksOn } from "./remarks";
import { isNews, type Message, type Report, type ResourceReport } from "./report";

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
export function buildReport(preview: Preview, { now, commit }: Circumstances): Report {
  const { steps, diagnostics } = preview;
  const errors = findErrors(diagnostics);
  const changes = readChanges(preview).filter(
    // The changes of a resource that was only refreshed, or only imported, are unknown after a failure.
    ({ operation }) => errors.length === 0 || (operation !== "same" && operation !== "import"),
  );
  const neighboursOf = findNeighbours(changes);
  const messages = placeMessages(diagnostics, changes);
  const resources = changes.map((change) =>
    reportResource(change, neighboursOf(change), messages.of(change), formatDay(now)),
  );
  return {
    createdAt: now.toISOString(),
    stack: stackIn(steps),
    commit,
    isRefreshed: steps.some(({ op }) => op === "refresh"),
    resources: [...resources.filter(isNews), ...resources.filter((resource) => !isNews(resource))],
    errors,
    messages: messages.others,
    otherResources: otherResources(steps),
  };
}

function reportResource(
  change: ResourceChange,
  neighbours: Neighbours,
  messages: readonly Message[],
  today: string,
): ResourceReport {
  const { urn, name, operation, before, declared } = change;
  const { ownership = nothingManaged, facts, given } = before?.state ?? {};
  const plan = planChange(change, neighbours);
  const known = [change, ...neighbours.same].map((each) => each.before?.state.facts);
  const managedKinds = kinds.filter((kind) => ownership.managed[kind].size > 0);
  const isUnread = facts?.notVerified.length === 0 && messages.some(({ topic }) => topic === "notVerified");
  return {
    name,
    urn,
    operation,
    ...listOf(change),
    listName: known.find((one) => one?.name !== undefined)?.name,
    isExclusive: declared?.given.exclusive ?? given?.exclusive ?? false,
    observation: before === undefined ? "new" : change.isRefreshed ? "read" : "notRead",
    hasAssociatedCampaigns: known.find((one) => one?.hasAssociatedCampaigns !== undefined)?.hasAssociatedCampaigns,
    kinds: reportKinds(change, plan, today),
    totals: countTotals(change, neighbours, plan),
    managed: count(ownership.managed),
    unmanaged: facts?.unmanaged,
    notVerified: isUnread ? managedKinds : (facts?.notVerified ?? []),
    remarks: remarksOn(change, neighbours, plan).map((message) => ({ message })),
    messages,
  };
}

function stackIn(steps: readonly PreviewStep[]): string | undefined {
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
function otherResources(steps: readonly PreviewStep[]): Report["otherResources"] {
  return steps.flatMap(({ op, urn }) => {
    const { type = "resource", name = urn } = parseUrn(urn) ?? {};
    const isOwn = isAppListEntries(urn) || isProvider(urn);
    if (stepsWithoutChange.has(op) || isOwn || type === "pulumi:pulumi:Stack") return [];
    return [{ type, name, operation: op }];
  });
}
