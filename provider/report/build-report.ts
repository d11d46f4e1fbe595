import { parseUrn } from "../hosts/engine-texts";
import { count, difference, isEmpty, noEntries, union } from "../list/entries";
import { kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { guardRemovals, parseLimit, printLimit } from "../list/change-guard";
import { listOf, readChanges, type ResourceChange } from "./changes";
import { findErrors, placeMessages } from "./messages";
import { countTotals, planChange, reportEntries } from "./plan";
import type { Preview } from "./preview";
import { remarksOn } from "./remarks";
import { isNews, isOverLimit, withTopic, type Message, type Report, type ResourceReport } from "./report";

/**
 * Builds the report of a preview.
 *
 * @throws {PreviewUnreadableError} if inputs of this package's resources cannot be read.
 * @throws {StateUnreadableError} if the state of one of them cannot be read.
 */
export function buildReport(preview: Preview, now: Date, commit?: string): Report {
  const { steps, diagnostics } = preview;
  const failed = findErrors(diagnostics);
  const changes = readChanges(preview).filter(
    // After a failure, the changes of a resource that was only refreshed or imported are not known.
    ({ operation }) => failed.length === 0 || (operation !== "same" && operation !== "import"),
  );
  const messages = placeMessages(diagnostics, changes);
  const resources = changes.map((change) => reportResource(change, messages.of(change)));
  return {
    createdAt: now.toISOString(),
    stack: stackOf(preview),
    commit,
    isRefreshed: steps.some(({ op }) => op === "refresh"),
    isComplete: failed.length === 0,
    resources: [...resources.filter(isNews), ...resources.filter((resource) => !isNews(resource))],
    // With APP_LIST_OVER_LIMIT=report, the error of a replacement over the limit repeats the notice about it.
    errors: [
      ...messages.overLimit,
      ...failed.filter((error) => messages.overLimit.length === 0 || !isOverLimit(error)),
    ],
    messages: messages.others,
  };
}

/** The project and the stack of a preview; undefined if it has no steps. */
function stackOf({ steps, diagnostics }: Preview): string | undefined {
  const urn = [...steps, ...diagnostics].map((each) => parseUrn(each.urn ?? "")).find((parsed) => parsed !== undefined);
  return urn && `${urn.project}/${urn.stack}`;
}

function reportResource(change: ResourceChange, messages: readonly Message[]): ResourceReport {
  const { urns, name, operation, observation, before, declared, neighbors } = change;
  const { additionLimit } = declared?.given ?? {};
  const { ownership = nothingManaged, facts, given } = before?.state ?? {};
  const plan = planChange(change);
  const totals = countTotals(change, plan);
  const unmanaged = count(plan.unexpected) + plan.unnamed;
  const limit = parseLimit(declared?.given.removalLimit ?? "");
  const known = [change, ...neighbors.same].map((each) => each.before?.state.facts);
  const missing = before?.state.missing ?? noEntries;
  const isDriftNamed =
    !isEmpty(union(missing, plan.unexpected)) &&
    isEmpty(difference(missing, plan.add)) &&
    plan.unnamed + change.hidden.length === 0;
  const isUnread = facts?.notVerified.length === 0 && withTopic("notVerified", messages).length > 0;
  return {
    name,
    urn: urns[0],
    operation,
    ...listOf(change),
    listName: known.find((one) => one?.name !== undefined)?.name,
    isExclusive: declared?.given.exclusive ?? given?.exclusive ?? false,
    purpose: (declared?.given ?? given)?.purpose,
    observation,
    hasAssociatedCampaigns: known.find((one) => one?.hasAssociatedCampaigns !== undefined)?.hasAssociatedCampaigns,
    entries: reportEntries(change, plan),
    removalLimit: declared && printLimit(plan.atRisk, limit, unmanaged),
    additionLimit: additionLimit === undefined ? undefined : String(additionLimit),
    isOverRemovalLimit:
      declared !== undefined && guardRemovals(totals.removed.count ?? 0, plan.atRisk, limit, unmanaged) !== undefined,
    totals,
    notVerified: isUnread ? kinds.filter((kind) => ownership.managed[kind].size > 0) : (facts?.notVerified ?? []),
    remarks: [...remarksOn(change, plan)],
    // The report shows the missing and unexpected entries itself.
    messages: isDriftNamed ? messages.filter(({ topic }) => topic !== "drift") : messages,
  };
}
