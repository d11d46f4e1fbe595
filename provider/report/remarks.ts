import { formatCount } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { count, difference, isEmpty, noEntries } from "../list/entries";
import { byKind, kinds, kindName } from "../list/kinds";
import { formatCounts } from "../list/summary";
import { EntrySet } from "../list/entry-set";
import { hiddenKinds, observedAgain } from "./compare";
import type { Neighbours } from "./neighbours";
import type { KindReport } from "./report";
import type { ResourceChange } from "./resource-change";
import { removesAny, unconfirmedEntries } from "./totals";

/** Remarks on a change, besides its entries, as sentences. */
export function remarksOn(
  change: ResourceChange,
  neighbours: Neighbours,
  reports: readonly KindReport[],
): readonly string[] {
  return [
    ...remarksOnHidden(change),
    ...remarksOnMove(change),
    ...remarksOnEntries(change, neighbours),
    ...remarksOnOtherProviders(neighbours, reports),
    ...remarksOnExclusive(change, reports),
    ...remarksOnArguments(change),
    ...remarksOnOwnership(change),
  ];
}

const reasonsForHiding = {
  unknown: "are outputs of another resource and not known yet",
  secret: "are secret",
} as const;

function* remarksOnHidden(change: ResourceChange): Iterable<string> {
  for (const [kind, reason] of hiddenKinds(change)) {
    yield `Its ${kindName(kind, 0)} ${reasonsForHiding[reason]}: their changes are not shown.`;
  }
  for (const problem of change.declared?.problems ?? []) yield `pulumi up will refuse this: ${problem}.`;
  const unknown = (change.declared?.hidden.unknown ?? []).filter((name) => !kinds.some((kind) => kind === name));
  if (unknown.length > 0) yield `Output of another resource and not known yet: ${quoteList(unknown)}.`;
}

/** Another list, base URL or account than before. */
function* remarksOnMove(change: ResourceChange): Iterable<string> {
  const { operation, before, declared, counterpart, isLeftOver, leftBehind } = change;
  if (isLeftOver) {
    yield "An earlier pulumi up replaced this resource and could not delete the old one. The next pulumi up deletes it.";
  }
  if (leftBehind !== undefined) {
    const { baseUrl, given, ownership } = leftBehind.state;
    const was = given.account === declared?.account ? `The base URL was ${baseUrl}. ` : "";
    yield (
      `${was}The ${formatCounts(ownership.managed)} that the resource manages in the old list are not removed. Declared ` +
      "entries that are already in the new list are not added again."
    );
  }
  const old = before ?? leftBehind ?? counterpart?.before;
  const to = declared ?? counterpart?.declared;
  if (old === undefined || to === undefined || (counterpart === undefined && operation !== "update")) return;
  const from = { ...old.state.given, provider: old.provider };
  if (from.appListId !== to.appListId) {
    const target = to.appListId === undefined ? "another app list" : `app list ${to.appListId}`;
    yield `The resource moves ${operation === "delete" ? `to ${target}` : `from app list ${from.appListId}`}.`;
  } else if (
    nameAccount(from) !== nameAccount(to) &&
    ![...to.hidden.unknown, ...to.hidden.secret].includes("account")
  ) {
    yield `The resource moves from ${nameAccount(from)} to ${nameAccount(to)}.`;
  }
}

function nameAccount({
  account,
  provider,
}: {
  readonly account?: string | undefined;
  readonly provider?: string | undefined;
}) {
  const name = account === undefined ? "the default account" : `account ${quote(account)}`;
  return provider === undefined ? name : `${name} of provider ${quote(provider)}`;
}

/** Declared entries that are not managed and not added, because they are in the list. */
function* remarksOnEntries(change: ResourceChange, neighbours: Neighbours): Iterable<string> {
  const { before, declared } = change;
  const desired = declared === undefined ? noEntries : declared.entries;
  const notManaged = difference(desired, before?.state.ownership.managed ?? noEntries);
  const formerOwner = neighbours.releasedBy;
  const taken = byKind((kind) =>
    EntrySet.of([...notManaged[kind]].filter((entry) => formerOwner(kind, entry) !== undefined)),
  );
  if (!isEmpty(taken)) {
    const owners = new Set(
      kinds.flatMap((kind) => [...taken[kind]].flatMap((entry) => formerOwner(kind, entry) ?? [])),
    );
    yield `Takes over ${formatCounts(taken)} from ${quoteList(owners)}, unchanged in the list.`;
  }
  const observed = byKind((kind) => desired[kind].intersect(observedAgain(change, kind)));
  const present = difference(observed, taken);
  if (!isEmpty(present)) yield `Already in the list, so not added again: ${formatCounts(present)}.`;
}

function* remarksOnOtherProviders(
  { withOtherProviders }: Neighbours,
  reports: readonly KindReport[],
): Iterable<string> {
  if (withOtherProviders.length === 0 || !removesAny(reports)) return;
  yield (
    `A list of the same ID has entries of ${quoteList(new Set(withOtherProviders))} with another provider. If both providers ` +
    "have the same base URL, pulumi up keeps the entries that are declared there."
  );
}

function* remarksOnExclusive(change: ResourceChange, reports: readonly KindReport[]): Iterable<string> {
  const { operation, before, declared } = change;
  if (declared === undefined || operation === "same") return;
  const was = before?.state.given.exclusive === true;
  if (was && !declared.isExclusive) yield "No longer exclusive: unmanaged entries stay in the list.";
  if (!declared.isExclusive) return;
  const unmanaged = before?.state.facts.unmanaged ?? 0;
  const named = reports.reduce((sum, { unexpected }) => sum + unexpected.length, 0);
  if (was && unmanaged <= named) return;
  const known = unmanaged === 0 ? "" : ` (${formatCount(unmanaged)} when the list was last read)`;
  yield `${was ? "Exclusive" : "Becomes exclusive"}: removes all unmanaged entries${known}.`;
}

/** Changed arguments that change no entries by themselves. */
function* remarksOnArguments({ operation, before, declared }: ResourceChange): Iterable<string> {
  if (operation !== "update" || before === undefined || declared === undefined) return;
  const { claimExisting = false, removalLimit } = before.state.given;
  const hidden = new Set([declared.hidden, before.hidden].flatMap(({ unknown, secret }) => [...unknown, ...secret]));
  const changed = [
    ...(claimExisting === declared.claimsExisting ? [] : ["claimExisting"]),
    ...(removalLimit === declared.removalLimit ? [] : ["removalLimit"]),
  ].filter((name) => !hidden.has(name));
  if (changed.length > 0) yield `Changes arguments: ${changed.join(", ")}.`;
}

function* remarksOnOwnership(change: ResourceChange): Iterable<string> {
  const { operation, before, declared, isRetained } = change;
  if (before !== undefined && operation !== "same") {
    const claimed = declared?.claimsExisting === true ? count(before.state.ownership.adopted) : 0;
    if (claimed > 0) yield `Claims the adopted entries (${formatCount(claimed)}): pulumi destroy will remove them.`;
    const unconfirmed = count(unconfirmedEntries(change));
    if (unconfirmed > 0) {
      yield `Also removes entries of unknown outcome, which an earlier pulumi up may have added (${formatCount(unconfirmed)}).`;
    }
  }
  if (isRetained) yield "Its entries stay in the list (retainOnDelete).";
}
