import { parseUrn } from "../common/engine-texts";
import { difference, isEmpty, noEntries, union } from "../list/entries";
import { formatDay } from "../list/expiry";
import { kinds } from "../list/kinds";
import { appliedLimit, parseLimit } from "../list/limits";
import { nothingManaged } from "../list/ownership";
import { nameList, printLimit } from "../list/summary";
import { listOf, readChanges, type ResourceChange } from "./changes";
import { findErrors, placeMessages } from "./messages";
import { countTotals, noTotals, planChange, reportEntries, type Plan } from "./plan";
import type { Preview } from "./preview";
import { remarksOn } from "./remarks";
import { isNews, isOverLimit, withTopic, type Message, type Report, type ResourceReport } from "./report";

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
  const messages = placeMessages(diagnostics, changes);
  const planned = changes.map((change) => ({ change, plan: planChange(change, formatDay(now)) }));
  const resources = planned.map(({ change, plan }) => reportResource(change, plan, messages.of(change)));
  const isPrinted = new Set([...approved, ...messages.overLimit.map(({ digest }) => digest)]);
  const deletes = planned
    .flatMap(({ change, plan }) => overLimitOf(change, plan?.stopped))
    .filter(({ digest }) => !isPrinted.has(digest));
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
      ...deletes,
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

/** The error of a delete that `pulumi up` will stop. No preview prints it, as the engine may call no Diff before it. */
function overLimitOf({ name, urns: [urn], before, declared }: ResourceChange, stopped: Plan["stopped"]) {
  if (before === undefined || declared !== undefined || stopped === undefined) return [];
  const { given, facts } = before.state;
  const message = `${nameList(given.appListId, facts.name)}: ${stopped.reason}, because it is replaced or renamed.`;
  return [{ message, code: "CHANGE_LIMIT", resources: [name], urns: [urn], digest: stopped.digest }];
}

function reportResource(
  change: ResourceChange,
  { update, stopped }: Partial<Plan> = {},
  messages: readonly Message[],
): ResourceReport {
  const { urns, name, operation, observation, before, declared, neighbors } = change;
  const { ownership = nothingManaged, facts, given } = before?.state ?? {};
  const { additionLimit, removalLimit } = declared?.given ?? change.replacement ?? {};
  const limit =
    update && (declared ?? change.replacement) && appliedLimit(update, parseLimit(removalLimit) ?? "default");
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
    isExclusive: (declared?.given ?? given)?.exclusive === true,
    purpose: (declared?.given ?? given)?.purpose,
    observation,
    hasAssociatedCampaigns: known.find((one) => one?.hasAssociatedCampaigns !== undefined)?.hasAssociatedCampaigns,
    entries: update === undefined ? [] : reportEntries(change, update),
    removalLimit: limit && printLimit(limit),
    additionLimit: additionLimit === undefined ? undefined : String(additionLimit),
    overLimit: stopped && { ...stopped.judgement, value: printLimit(stopped.judgement.value) },
    totals: update === undefined ? noTotals : countTotals(update),
    notVerified: isUnread ? kinds.filter((kind) => ownership.managed[kind].size > 0) : (facts?.notVerified ?? []),
    remarks: [...remarksOn(change, update)],
    // The report shows the missing and unexpected entries itself.
    messages: isDriftNamed ? messages.filter(({ topic }) => topic !== "drift") : messages,
  };
}
