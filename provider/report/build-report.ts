import { parseUrn } from "../hosts/engine-texts";
import { difference, isEmpty, noEntries, union } from "../list/entries";
import { formatDay } from "../list/expiry";
import { kinds } from "../list/kinds";
import { appliedLimit, parseLimit } from "../list/limits";
import { nothingManaged } from "../list/ownership";
import { printLimit } from "../list/summary";
import { listOf, readChanges, type ResourceChange } from "./changes";
import { findErrors, placeMessages } from "./messages";
import { countTotals, noTotals, planChange, reportEntries } from "./plan";
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
  const resources = changes.map((change) => reportResource(change, messages.of(change), formatDay(now)));
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

function reportResource(change: ResourceChange, messages: readonly Message[], today: string): ResourceReport {
  const { urns, name, operation, observation, before, declared, neighbors } = change;
  const { ownership = nothingManaged, facts, given } = before?.state ?? {};
  const { update, overLimit } = planChange(change, today) ?? {};
  const { additionLimit, removalLimit } = declared?.given ?? {};
  const limit = update && declared && appliedLimit(update, parseLimit(removalLimit) ?? "default");
  const known = [change, ...neighbors.same].map((each) => each.before?.state.facts);
  const missing = before?.state.missing ?? noEntries;
  const isDriftNamed =
    update !== undefined &&
    !isEmpty(union(missing, update.remove.unmanaged)) &&
    isEmpty(difference(missing, update.add)) &&
    update.unnamed.most + change.hidden.length === 0;
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
    entries: update === undefined ? [] : reportEntries(change, update),
    removalLimit: limit && printLimit(limit),
    additionLimit: additionLimit === undefined ? undefined : String(additionLimit),
    overLimit: overLimit && { ...overLimit, value: printLimit(overLimit.value) },
    totals: update === undefined ? noTotals : countTotals(update),
    notVerified: isUnread ? kinds.filter((kind) => ownership.managed[kind].size > 0) : (facts?.notVerified ?? []),
    remarks: [...remarksOn(change, update?.takenOver ?? noEntries)],
    // The report shows the missing and unexpected entries itself.
    messages: isDriftNamed ? messages.filter(({ topic }) => topic !== "drift") : messages,
  };
}
