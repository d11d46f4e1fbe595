import { formatCount } from "../../common/format";
import { quote } from "../../common/quote";
import { count, difference, intersection, isEmpty, noEntries, union, unionAll, type Entries } from "../../list/entries";
import type { EntrySet } from "../../list/entry-set";
import { byKind, kindName, type Kind } from "../../list/kinds";
import { addedEntries, type Ownership } from "../../list/ownership";
import type { Judgement } from "../../list/limits";
import { formatCounts, describeEntries, nameList, summarize, summarizeRemovals } from "../../list/summary";
import { absentEntries, knownEntries, seenViews, unseen, type Views } from "../../list/views";
import { removedEntries, type Update } from "../../list/update";
import type { ChangeResult } from "../../sync/reconcile";
import { printComparison, type ListContext } from "../approval";
import { shownUrl } from "../identity";
import type { CompleteInputs, ValidInputs } from "../inputs";
import { digestOf } from "../judge";
import type { Operation } from "../operation";
import { describeStop } from "./stops";
import type { SharedDeclaration } from "../shared-declarations";
import type { State } from "../state";
import { approvalVariable, type Notice } from "../notice";

/** The name of a resource's list in a sentence. */
export function listName({ given, facts }: Pick<State, "given" | "facts">): string {
  return nameList(given.appListId, facts.name);
}

/** A notice about the list of a resource. Default: an info. */
function notice(state: State, message: string, more: Partial<Notice> = {}): Notice {
  return { severity: "info", subject: listName(state), message, ...more };
}

/**
 * The notices about entries of a list: none if there are no entries.
 *
 * @param views the list at that moment. Entries of kinds that the API does not show have a notice of their own.
 */
function about(
  state: State,
  entries: Entries,
  describe: (names: string) => string,
  { views = seenViews(noEntries), ...more }: Partial<Notice> & { readonly views?: Views } = {},
): readonly Notice[] {
  const hidden = unseen(views, entries);
  const print = (some: Entries, end = "") =>
    isEmpty(some) ? [] : [notice(state, describe(describeEntries(some, state)) + end, more)];
  return [...print(difference(entries, hidden)), ...print(hidden, " Not verified.")];
}

/** The notices after a create or an update: the added, removed, adopted, handed over and unverified entries. */
export function noticesAfterChange(
  before: Ownership,
  state: State,
  change: ChangeResult,
  others: readonly SharedDeclaration[],
): readonly Notice[] {
  const { managed, adopted } = state.ownership;
  const newlyAdopted = difference(adopted, before.adopted);
  // The response to an entry's own addition does not show whether the entry was there before.
  const maybeBefore = union(unseen(change.viewsBefore, newlyAdopted), intersection(newlyAdopted, change.sent.add));
  const added = difference(intersection(change.added, managed), adopted);
  const end = "pulumi destroy keeps adopted entries, unless claimExisting is true.";
  return [
    ...about(state, added, (names) => `added ${names}.`),
    ...about(state, change.removed, (names) => `removed ${names}.`, { views: change.viewsAfter }),
    ...about(state, difference(newlyAdopted, maybeBefore), (names) => `adopted ${names} already in the list. ${end}`),
    ...about(state, maybeBefore, (names) => `adopted ${names} that may have been in the list before. ${end}`),
    ...noticesOnHidden(state),
    ...noticesOnRequests(state, change, others),
  ];
}

/** The notices about the requests of a create, an update or a delete. @param others what other resources declare. */
function noticesOnRequests(
  state: State,
  change: ChangeResult,
  others: readonly SharedDeclaration[],
): readonly Notice[] {
  const { reason } = change.first;
  const vanished = (names: string) =>
    `unmanaged entries disappeared from the list: ${names}. No request of this change named them.`;
  // A resource has several declarations if one of them was rejected.
  const declared = Map.groupBy(others, ({ resource }) => resource?.name);
  const handedOver = ([name, all]: readonly [string | undefined, readonly SharedDeclaration[]]): readonly Notice[] => {
    const entries = unionAll(all.map((each) => each.entries));
    const who = name === undefined ? "another resource" : `resource ${quote(name)}`;
    const kept = (names: string) => `kept in the list, because ${who} declares them: ${names}.`;
    return about(state, intersection(change.handedOver, entries), kept, { views: change.viewsAfter });
  };
  return [
    ...about(state, change.vanished, vanished, { severity: "warning" }),
    ...[...declared].flatMap(handedOver),
    ...noticesOnSentinels(state, change.sentinels.appBundles),
    ...(reason === undefined ? [] : [notice(state, `the list could not be read before the change: ${reason}.`)]),
  ];
}

/** The notices on sentinels that could not be removed. They are printed even if the change failed before it began. */
export function noticesOnSentinels(state: State, sentinels: EntrySet): readonly Notice[] {
  return Array.from(sentinels, (sentinel) => {
    const message = `a helper entry is still in the list: ${quote(sentinel)}. It matches no app. The next change removes it.`;
    return notice(state, message, { severity: "warning" });
  });
}

/**
 * The warning about entries that are in the list again. The last read lacked them, so they are not managed any more.
 *
 * @param missing the entries that the last read lacked.
 * @param views the list now.
 */
export function noticesOnReturned(state: State, missing: Entries, views: Views): readonly Notice[] {
  const returned = (names: string) =>
    `in the list again: ${names}. They were missing when the list was last read, so another writer may have added them, ` +
    "and pulumi destroy keeps them. If nobody else needs them, remove them by hand.";
  return about(state, intersection(missing, knownEntries(views)), returned, { severity: "warning" });
}

/**
 * The notices after a refresh: drift, and unverified entries.
 *
 * @param unexpected the unmanaged entries of an exclusive list.
 */
export function noticesAfterRefresh(before: State, after: State, views: Views, unexpected: Entries): readonly Notice[] {
  const missing = difference(before.ownership.managed, knownEntries(views));
  const isMissing = (names: string) => `drift: ${names} missing. pulumi up adds the entries that are still declared.`;
  const isUnexpected = (names: string) =>
    `drift: ${names} unexpected. While exclusive is true, pulumi up removes the entries that are not declared.`;
  return [
    ...about(after, missing, isMissing),
    ...about(after, unexpected, isUnexpected),
    ...noticesOnReturned(after, difference(before.missing, after.ownership.managed), views),
    ...noticesOnHidden(after),
  ];
}

/** The notices after a resource was deleted: the removed entries, and the others with the reason. */
export function noticesAfterDelete(
  state: State,
  change: ChangeResult,
  others: readonly SharedDeclaration[],
): readonly Notice[] {
  const { viewsBefore, viewsAfter, removed, handedOver } = change;
  const own = difference(addedEntries(state.ownership), handedOver);
  const absentBefore = difference(absentEntries(viewsBefore, own), removed);
  const adoptedHere = difference(state.ownership.adopted, handedOver);
  const absent = absentEntries(viewsAfter, adoptedHere);
  const kept = (names: string) => `kept adopted entries in the list: ${names}.`;
  return [
    ...about(state, removed, (names) => `removed ${names}.`, { views: viewsAfter }),
    ...about(state, absentBefore, (names) => `not in the list, as the API shows it: ${names}.`),
    ...about(state, difference(adoptedHere, absent), kept, { views: viewsAfter }),
    ...noticesOnRequests(state, change, others),
  ];
}

/**
 * @param hidden the kinds that the API does not show.
 * @param leftOut the entries that no program can declare.
 */
export function noticesAfterImport(state: State, hidden: readonly Kind[], leftOut: Entries): readonly Notice[] {
  const imported = (names: string) =>
    `imported ${names}. They count as adopted: pulumi destroy keeps them, unless claimExisting is true.`;
  return [
    ...about(state, state.ownership.managed, imported),
    ...about(state, leftOut, (names) => `left out, because no program can declare them: ${names}.`, {
      severity: "warning",
    }),
    ...hidden.map((kind) => hiddenKind(state, kind)),
  ];
}

/** An approval that stays set would also allow the same removal later. */
export function approvalUsed(state: State, digest: string): Notice {
  return notice(
    state,
    `the approval ${digest} was used. Remove it from ${approvalVariable}, or its line from the file.`,
  );
}

export function driftUnknown(state: State, reason: string, advice: readonly string[] = []): Notice {
  const message = [`not verified: ${reason}. Drift is not known.`, ...advice].join("\n");
  return notice(state, message, { severity: "warning" });
}

/** The warning that the resource has another list from now on, because its base URL is another one. */
export function moved(state: State, baseUrl: string): Notice {
  const message =
    `moved from ${shownUrl(state.baseUrl)} to ${shownUrl(baseUrl)}. This is another list: pulumi up reads it, adopts the declared entries that are ` +
    "already there, and removes nothing from the old one. If it is the same list, set claimExisting: true for one pulumi up.";
  return notice(state, message, { severity: "warning" });
}

/** A change that the guard stops, for a preview that reports it: a notice for each digest. */
export function overLimitNotices(operation: Operation, judgements: readonly Judgement[]): readonly Notice[] {
  const { before, list } = operation;
  const subject = nameList(list.identity.appListId, before?.facts.name);
  return judgements.map((judgement) => {
    const { reason, effect } = describeStop(operation, [judgement]);
    const message = `over the limit [${digestOf(operation, judgement)}]: ${reason}. It would ${effect}.`;
    return { severity: "info", subject, message };
  });
}

/**
 * The warning that a list becomes exclusive, or that an exclusive resource gets another list. The number of unmanaged
 * entries that the change removes is not known.
 */
export function willBeExclusive({ given, unknown }: ValidInputs, list: ListContext): readonly Notice[] {
  if (given.exclusive !== true || unknown.has("account")) return [];
  const message =
    "every entry of the list that is not in the program is removed. To see them, and to approve two or more of a kind: " +
    printComparison(list);
  return [{ severity: "warning", subject: nameList(list.identity.appListId, undefined), message }];
}

/** The plan of a create in one line. Whether some of the entries are in the list already is not known. */
export function noticesBeforeCreate({ entries, given, isSecret }: CompleteInputs, update: Update): readonly Notice[] {
  const message = summarize(update, count(entries), noEntries, { purpose: given.purpose, isSecret });
  const subject = nameList(given.appListId, undefined);
  return message === undefined ? [] : [{ severity: "info", subject, message: `plan: ${message}` }];
}

/** What the list of the state loses because the resource gets another one: what others declare by then stays. */
export function noticesBeforeReplacement(
  state: State,
  { given: { appListId }, isSecret }: ValidInputs,
  update: Update,
): readonly Notice[] {
  const message = `plan: ${summarizeRemovals(update, `, because appListId is ${appListId} now`, isSecret)}`;
  return isEmpty(removedEntries(update)) ? [] : [notice(state, message)];
}

/**
 * The notices before an update: the plan in one line, such as `+1 app bundle → 6 managed: +"com.new"; used by
 * campaigns`, and one line for each other effect.
 */
export function noticesBeforeChange(
  { list, limits }: Pick<Operation, "list" | "limits">,
  state: State,
  { entries: after, given }: CompleteInputs,
  update: Update,
): readonly Notice[] {
  const { adopted } = state.ownership;
  const { hasAssociatedCampaigns = false, unmanaged = 0 } = state.facts;
  const summary = summarize(update, count(after), limits.whole, { purpose: given.purpose, isSecret: state.isSecret });
  // A list that becomes exclusive has a warning of its own.
  const isCleared = given.exclusive === true && state.given.exclusive === true && unmanaged > 0;
  const removes = isCleared || !isEmpty(removedEntries(update));
  // An exclusive list can contain more unmanaged entries than the state shows.
  const unread = given.exclusive === true && list.observed === undefined ? "; the list was not read" : "";
  const remark = (removes && hasAssociatedCampaigns ? "; used by campaigns" : "") + unread;
  const undeclared = state.imported === true ? update.kept : noEntries;
  const claimed = given.claimExisting === true ? intersection(adopted, after) : noEntries;
  const released = (names: string) =>
    `imported, but not declared: ${names}. The resource does not manage these entries, and they stay in the list.`;
  const cleared =
    `exclusive, so unmanaged entries will be removed (${formatCount(unmanaged)} when the list was last read)` +
    `${summary === undefined ? remark : ""}.`;
  return [
    ...(summary === undefined ? [] : [notice(state, `plan: ${summary}${remark}`)]),
    ...(isCleared ? [notice(state, cleared)] : []),
    ...about(
      state,
      claimed,
      (names) => `claimExisting is true, so pulumi destroy will remove adopted entries, too: ${names}.`,
    ),
    ...about(state, undeclared, released),
  ];
}

/** The notices on entries that the API accepted and does not show. */
function noticesOnHidden(state: State): readonly Notice[] {
  const { managed } = state.ownership;
  const { notVerified } = state.facts;
  const hidden = byKind((kind) => (notVerified.includes(kind) ? managed : noEntries)[kind]);
  const unseen = notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  const isHidden = () => `not verified: the API does not show ${formatCounts(hidden)} that it accepted.`;
  return [...about(state, hidden, isHidden), ...unseen.map((kind) => hiddenKind(state, kind))];
}

function hiddenKind(state: State, kind: Kind): Notice {
  const message = `not verified: the API does not show ${kindName(kind, 0)}, so unmanaged ones may be in the list.`;
  return notice(state, message);
}
