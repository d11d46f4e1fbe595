import { formatCount, plural } from "../common/format";
import { quote } from "../common/quote";
import { messageWithCode, type AppListError } from "../common/error";
import { count, difference, intersection, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { byKind, kinds, kindName, type Kind } from "../list/kinds";
import { addedEntries, type Ownership } from "../list/ownership";
import { formatCounts, describeEntries, nameList, summarize } from "../list/summary";
import { seenEntries, unseen, type Views } from "../list/views";
import type { Change } from "../sync/reconcile";
import type { Approvals, Refusal } from "./approval";
import type { Move } from "./identity";
import type { Declared, ValidInputs } from "./inputs";
import type { State } from "./state";
import type { Notice } from "./notice";

/** The list of a resource in a sentence. */
export function listName({ given, facts }: Pick<State, "given" | "facts">): string {
  return nameList(given.appListId, facts.name);
}

/**
 * The notices after a create or an update: the removed, adopted, handed over and unverified entries, and those that a create
 * added. The preview of an update has shown what it adds.
 *
 * @param secret the names of the inputs that are secret: their removed entries are only counted.
 */
export function noticesAfterChange(
  before: Ownership,
  state: State,
  change: Change,
  secret: ReadonlySet<string>,
  isCreate: boolean,
): readonly Notice[] {
  const list = listName(state);
  const newlyAdopted = difference(state.ownership.adopted, before.adopted);
  const maybeBefore = unseen(change.viewsBefore, newlyAdopted);
  const own = intersection(change.removed, union(before.managed, before.unconfirmed.add));
  const added = isCreate ? intersection(change.acknowledged.add, state.ownership.managed) : noEntries;
  return [
    ...about(list, added, (entries) => sentences.added(entries, secret)),
    ...about(list, own, (entries) => sentences.removed(entries, secret)),
    ...about(list, difference(change.removed, own), (entries) => sentences.cleared(entries, secret)),
    ...about(list, difference(newlyAdopted, maybeBefore), sentences.adopted),
    ...about(list, maybeBefore, sentences.adoptedUnseen),
    ...noticesOnHidden(state),
    ...noticesOnRequests(list, change),
  ];
}

/** What the requests of any change have shown, also of a delete. */
function noticesOnRequests(list: string, change: Change): readonly Notice[] {
  const { reason } = change.first;
  return [
    ...about(list, change.vanished, sentences.vanished, "warning"),
    ...aboutKept(list, change.handedOver, change.viewsAfter, sentences.handedOver),
    ...about(list, change.assumedRemoved, sentences.assumedRemoved, "warning"),
    ...noticesOnSentinels(list, change),
    ...(reason === undefined ? [] : [info(list, `the list could not be read before the change: ${reason}.`)]),
  ];
}

/** The notices on sentinels that could not be removed, also after a change that failed before it began. */
export function noticesOnSentinels(list: string, { sentinels }: Change): readonly Notice[] {
  return Array.from(sentinels.appBundles, (sentinel) => {
    const message = `a helper entry is still in the list: ${quote(sentinel)}. It matches no app. The next change removes it.`;
    return { severity: "warning", subject: list, message };
  });
}

/**
 * The notices after a refresh: drift, and unverified entries.
 *
 * @param unexpected the unmanaged entries of an exclusive list.
 */
export function noticesAfterRefresh(before: State, after: State, views: Views, unexpected: Entries): readonly Notice[] {
  const list = listName(after);
  const missing = difference(before.ownership.managed, seenEntries(views));
  const inferred = byKind((kind) => (views[kind].basis === "inferred" ? missing : noEntries)[kind]);
  return [
    ...noticesOnDrift(list, difference(missing, unseen(views, missing)), unexpected),
    ...about(list, inferred, sentences.missingInferred, "info", "drift"),
    ...noticesOnHidden(after),
  ];
}

export function noticesOnDrift(list: string, missing: Entries, unexpected: Entries): readonly Notice[] {
  return [
    ...about(list, missing, sentences.missing, "info", "drift"),
    ...about(list, unexpected, sentences.unexpected, "info", "drift"),
  ];
}

/**
 * The notices after a resource was deleted: the removed entries, and the kept ones with the reason.
 *
 * @param released the entries that other resources of the run can have as added.
 */
export function noticesAfterDelete(state: State, change: Change, released: Entries): readonly Notice[] {
  const list = listName(state);
  const { viewsBefore, viewsAfter, removed } = change;
  const own = difference(addedEntries(state.ownership), change.handedOver);
  const gone = difference(difference(own, unseen(viewsBefore, own)), seenEntries(viewsBefore));
  const adoptedHere = difference(state.ownership.adopted, change.handedOver);
  const absent = difference(difference(adoptedHere, unseen(viewsAfter, adoptedHere)), seenEntries(viewsAfter));
  const remark = state.facts.hasAssociatedCampaigns === true ? `; ${campaigns}` : "";
  return [
    ...about(list, removed, (entries) => `removed ${describeEntries(entries)}${remark}.`),
    ...about(list, gone, sentences.gone),
    ...aboutKept(list, difference(adoptedHere, absent), viewsAfter, sentences.kept),
    ...noticesOnRequests(list, change),
    ...about(list, difference(change.handedOver, released), sentences.adoptedElsewhere),
  ];
}

/** Entries that stay in the list. Those of a kind that the API does not show are named apart. */
function aboutKept(
  list: string,
  kept: Entries,
  views: Views,
  describe: (entries: Entries) => string,
): readonly Notice[] {
  const hidden = unseen(views, kept);
  return [
    ...about(list, difference(kept, hidden), describe),
    ...about(list, hidden, (entries) => `${describe(entries)} Not verified.`),
  ];
}

/** @param hidden the kinds that the API does not show. */
export function noticesAfterImport(state: State, hidden: readonly Kind[]): readonly Notice[] {
  const list = listName(state);
  return [...about(list, state.ownership.managed, sentences.imported), ...hidden.map((kind) => hiddenKind(list, kind))];
}

/** The notices on the entries of an imported list that the program does not declare. */
export function noticesOnUndeclared(state: State, undeclared: Entries): readonly Notice[] {
  return about(listName(state), undeclared, sentences.notDeclared);
}

export function driftUnknown(state: State, reason: string, advice?: string): Notice {
  const end = advice === undefined ? "" : `\n${advice}`;
  return info(listName(state), `${reason}. Drift is not known.${end}`, "notVerified");
}

export function changeUnknown(state: State): Notice {
  return info(listName(state), "not known yet, because some inputs are not known", "plan");
}

/** The resource has another list from now on: at another base URL, or of another account. */
export function moved(state: State, { before, now }: Move): Notice {
  const message =
    `moved from ${before} to ${now}. This is another list: pulumi up reads it, adopts the declared entries that are ` +
    "already there, and removes nothing from the old one. If it is the same list, set claimExisting: true for one pulumi up.";
  return { severity: "warning", subject: listName(state), message };
}

/** A change that the guard stops, for a preview that reports it. */
export function overLimit(state: State, { reason, effect, digest }: Refusal): Notice {
  const unread = digest === undefined ? " It cannot be approved before the list is read: pulumi preview --refresh" : "";
  const message = `this change ${reason}. It would ${effect}.${unread}`;
  return { severity: "warning", subject: listName(state), topic: "overLimit", digest, message };
}

/**
 * A list becomes exclusive, or an exclusive resource gets another list: no state has the number of unmanaged entries, which
 * the change removes.
 */
export function willBeExclusive(
  { given, unknown }: ValidInputs,
  { identity, comparison }: Approvals,
): readonly Notice[] {
  if (given.exclusive !== true || unknown.has("account")) return [];
  const message = `this change removes every entry of the list that is not in the program. To count them first: ${comparison}`;
  return [{ severity: "warning", subject: nameList(identity.appListId, undefined), message }];
}

/**
 * The plan of a change as one line, such as `+1 app bundle → 6 entries: +"com.new"; used by campaigns`, and what else it
 * means, each as a line of its own.
 *
 * @param isCleared whether the unmanaged entries of an exclusive list are removed.
 */
export function noticesBeforeChange(
  state: State,
  { entries: after, given }: Declared,
  isCleared: boolean,
): readonly Notice[] {
  const list = listName(state);
  const { managed, adopted } = state.ownership;
  const { hasAssociatedCampaigns = false, unmanaged: lastRead = 0 } = state.facts;
  const summary = summarize(managed, after, given.purpose);
  const removes = isCleared || !isEmpty(difference(managed, after));
  const remark = removes && hasAssociatedCampaigns ? `; ${campaigns}` : "";
  const isKept = state.given.exclusive === true && given.exclusive !== true;
  const claimed = given.claimExisting === true ? intersection(adopted, after) : noEntries;
  const counted = lastRead === 0 ? "" : ` (${formatCount(lastRead)} when the list was last read)`;
  return [
    ...(summary === undefined ? [] : [info(list, summary + remark, "plan")]),
    ...(isKept ? [info(list, "no longer exclusive, so unmanaged entries stay.")] : []),
    ...(isCleared
      ? [info(list, `exclusive, so unmanaged entries will be removed${counted}${summary === undefined ? remark : ""}.`)]
      : []),
    ...about(list, claimed, sentences.claimed),
  ];
}

/** The engine shows no reason for a failure whose state it loses. */
export function failedWithLongState(error: AppListError): Notice {
  const message =
    `${messageWithCode(error)}\nIf Pulumi prints COMPRESSION_ERROR, the state of this resource was too long to keep. Then the ` +
    "next pulumi up adopts the added entries, and pulumi destroy keeps them, unless claimExisting is true.";
  return { severity: "error", message };
}

/** The notices on entries of a list: none if there are no entries. */
function about(
  list: string,
  entries: Entries,
  describe: (entries: Entries) => string,
  severity: Notice["severity"] = "info",
  topic?: Notice["topic"],
): readonly Notice[] {
  return isEmpty(entries) ? [] : [{ severity, subject: list, ...(topic && { topic }), message: describe(entries) }];
}

function info(subject: string, message: string, topic?: Notice["topic"]): Notice {
  return { severity: "info", subject, ...(topic && { topic }), message };
}

/** The notices on what the API accepted and does not show. */
function noticesOnHidden(state: State): readonly Notice[] {
  const list = listName(state);
  const { managed } = state.ownership;
  const { notVerified } = state.facts;
  const hidden = byKind((kind) => (notVerified.includes(kind) ? managed : noEntries)[kind]);
  const unseen = notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  return [
    ...about(list, hidden, sentences.hidden, "info", "notVerified"),
    ...unseen.map((kind) => hiddenKind(list, kind)),
  ];
}

function hiddenKind(list: string, kind: Kind): Notice {
  return info(list, `the API does not show ${kindName(kind, 0)}, so unmanaged ones may be in the list.`, "notVerified");
}

const campaigns = "used by campaigns";
const staysAdopted = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/** The notices on entries, as sentences. */
const sentences = {
  adopted: (entries) => `adopted ${describeEntries(entries)} already in the list. ${staysAdopted}`,
  adoptedUnseen: (entries) =>
    `adopted ${describeEntries(entries)} that may have been in the list before. ${staysAdopted}`,
  claimed: (entries) =>
    `claims ${plural(count(entries), "adopted entry", "adopted entries")}: pulumi destroy will remove them.`,
  added: (entries, secret) => `added ${describeEntries(entries, { secret })}.`,
  removed: (entries, secret) => `removed ${describeEntries(entries, { secret })}.`,
  cleared: (entries, secret) => `exclusive: removed unmanaged entries: ${describeEntries(entries, { secret })}.`,
  vanished: (entries) =>
    `${describeEntries(entries)} of others disappeared from the list. No request of this change named them.`,
  gone: (entries) => `no longer in the list before this delete: ${describeEntries(entries)} of this resource.`,
  handedOver: (entries) =>
    `kept in the list, because another resource of this program declares them: ${describeEntries(entries)}.`,
  adoptedElsewhere: (entries) =>
    `the other resource adopts ${formatCounts(entries)} of these, so pulumi destroy keeps them. ` +
    "To avoid that, set aliases (for a rename) or claimExisting: true.",
  kept: (entries) => `kept adopted entries in the list: ${describeEntries(entries)}.`,
  assumedRemoved: (entries) =>
    `treated as removed, not verified: ${describeEntries(entries)}. The API refused the removal, as it does for entries ` +
    "that are not in the list.",
  missing: (entries) => drift(entries, "missing", "adds the entries that are still declared"),
  missingInferred: (entries) =>
    `${drift(entries, "missing", "adds the entries that are still declared")} Not verified: the response lacks ` +
    `${entryKinds(entries)}. That counts as none.`,
  unexpected: (entries) => drift(entries, "unexpected", "removes the entries that are not declared"),
  hidden: (entries) => `the API does not show ${formatCounts(entries)} that it accepted.`,
  imported: (entries) =>
    `imported ${describeEntries(entries)}. They count as adopted: pulumi destroy keeps them, unless claimExisting is true.`,
  notDeclared: (entries) =>
    `imported and not declared: ${describeEntries(entries)}. The resource does not manage them, and they stay in the list.`,
} satisfies Readonly<Record<string, (entries: Entries, secret: ReadonlySet<string>) => string>>;

function drift(entries: Entries, which: string, next: string): string {
  return `${describeEntries(entries)} ${which}. The next pulumi up ${next}.`;
}

function entryKinds(entries: Entries): string {
  return kinds
    .filter((kind) => entries[kind].size > 0)
    .map((kind) => kindName(kind, 0))
    .join(" and ");
}
