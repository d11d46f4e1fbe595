import { formatCount } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { count, difference, noEntries, type Entries } from "../list/entries";
import { byKind, kinds, nameOf, type ByKind, type Kind } from "../list/kinds";
import { countsOf } from "../list/summary";
import { hiddenKinds, observedAgain } from "./compare";
import type { Neighbours } from "./neighbours";
import type { KindReport } from "./report";
import type { ResourceChange } from "./resource-change";

/** Remarks on a change, besides its entries, as sentences. */
export function remarksOn(
  change: ResourceChange,
  neighbours: Neighbours,
  reports: readonly KindReport[],
): readonly string[] {
  return [
    ...remarksOnHidden(change),
    ...remarksOnRemains(change),
    ...remarksOnMove(change),
    ...remarksOnEntries(change, neighbours, reports),
    ...remarksOnExclusive(change, reports),
    ...remarksOnArguments(change),
    ...remarksOnOwnership(change),
    ...(change.isRetained ? ["Its entries stay in the list (retainOnDelete)."] : []),
  ];
}

/** Whether the update may add or remove entries that the report cannot name. */
export function mayChangeMore(change: ResourceChange, reports: readonly KindReport[]): boolean {
  const { operation, declared } = change;
  if (operation === "same") return false;
  const clears = declared?.isExclusive === true && remarksOnExclusive(change, reports).length > 0;
  return hiddenKinds(change).size > 0 || clears || count(unconfirmedEntries(change)) > 0;
}

const reasonsForHiding = {
  unknown: "are outputs of another resource and not known yet",
  secret: "are secret",
} as const;

function remarksOnHidden(change: ResourceChange): readonly string[] {
  const hidden = hiddenKinds(change);
  const unknown = (change.declared?.hidden.unknown ?? []).filter((name) => !kinds.some((kind) => kind === name));
  return [
    ...Array.from(hidden, ([kind, reason]) => {
      return `Its ${nameOf(kind, 0)} ${reasonsForHiding[reason]}: their changes are not shown.`;
    }),
    ...(unknown.length === 0 ? [] : [`Output of another resource and not known yet: ${quoteList(unknown)}.`]),
  ];
}

/** What stays at another base URL, and what an incomplete replacement has left to do. */
function remarksOnRemains({ isLeftOver, leftBehind }: ResourceChange): readonly string[] {
  return [
    ...(isLeftOver
      ? ["An earlier pulumi up replaced this resource and could not delete the old one. The next pulumi up deletes it."]
      : []),
    ...(leftBehind?.baseUrl === undefined
      ? []
      : [
          `The base URL was ${leftBehind.baseUrl}. The ${countsOf(leftBehind.ownership.managed)} that the resource ` +
            "manages there are not removed. Declared entries that are already in the list at the new base URL are not " +
            "added again.",
        ]),
  ];
}

/** Another list or account than before. */
function remarksOnMove({ operation, before, declared, counterpart }: ResourceChange): readonly string[] {
  const from = (before ?? counterpart?.before)?.state.given;
  const to = declared ?? counterpart?.declared;
  if (from === undefined || to === undefined || (counterpart === undefined && operation !== "update")) return [];
  if (from.appListId !== to.appListId) {
    const target = to.appListId === undefined ? "another app list" : `app list ${to.appListId}`;
    return [
      operation === "delete"
        ? `The resource moves to ${target}.`
        : `The resource moves from app list ${from.appListId}.`,
    ];
  }
  const isHidden = [...to.hidden.unknown, ...to.hidden.secret].includes("account");
  if (isHidden || from.account === to.account) return [];
  return [`The resource moves from ${nameAccount(from.account)} to ${nameAccount(to.account)}.`];
}

function nameAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}

/** Entries that are the business of other resources, or that are in the list already. */
function remarksOnEntries(
  change: ResourceChange,
  neighbours: Neighbours,
  reports: readonly KindReport[],
): readonly string[] {
  const { before, declared } = change;
  const desired = byKind((kind) => new Set(declared?.notes[kind].keys()));
  const notManaged = difference(desired, before?.state.ownership.managed ?? noEntries);
  const taken = ownedByOthers(notManaged, (kind, entry) => neighbours.releasedBy(kind, entry));
  const observed = byKind((kind) => desired[kind].intersection(observedAgain(change, kind)));
  const present = difference(observed, taken.entries);
  const removed = byKind((kind) =>
    reports.filter((report) => report.kind === kind).flatMap((report) => report.removed),
  );
  const removedEntries = byKind((kind) => removed[kind].map(({ entry }) => entry));
  const elsewhere = ownedByOthers(removedEntries, (kind, entry) => neighbours.mayBeDeclaredBy(kind, entry));
  const [resources, declare] = elsewhere.names.size === 1 ? ["Resource", "declares"] : ["Resources", "declare"];
  return [
    ...(taken.names.size === 0
      ? []
      : [`Takes over ${countsOf(taken.entries)} from ${quoteList(taken.names)}, unchanged in the list.`]),
    ...(count(present) === 0 ? [] : [`Already in the list, so not added again: ${countsOf(present)}.`]),
    ...(elsewhere.names.size === 0
      ? []
      : [
          `${resources} ${quoteList(elsewhere.names)} ${declare} ${countsOf(elsewhere.entries)} of the removed entries ` +
            "for a list of the same ID in another account. If both accounts show the same list, it keeps these entries.",
        ]),
  ];
}

/** The entries that have an owner, and the names of the owners. */
function ownedByOthers(
  entries: ByKind<Iterable<string>>,
  ownerOf: (kind: Kind, entry: string) => string | undefined,
): { readonly entries: Entries; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const owned = byKind((kind) => {
    const ofKind = new Set<string>();
    for (const entry of entries[kind]) {
      const owner = ownerOf(kind, entry);
      if (owner === undefined) continue;
      names.add(owner);
      ofKind.add(entry);
    }
    return ofKind;
  });
  return { entries: owned, names };
}

function remarksOnExclusive(
  { operation, before, declared }: ResourceChange,
  reports: readonly KindReport[],
): readonly string[] {
  if (declared === undefined || operation === "same") return [];
  const was = before?.state.given.exclusive === true;
  if (was && !declared.isExclusive) return ["No longer exclusive: unmanaged entries stay in the list."];
  if (!declared.isExclusive) return [];
  const unmanaged = before?.state.facts.unmanaged ?? 0;
  const known = unmanaged === 0 ? "" : ` (${formatCount(unmanaged)} when the list was last read)`;
  if (!was) return [`Becomes exclusive: removes all unmanaged entries${known}.`];
  const named = reports.reduce((sum, { unexpected }) => sum + unexpected.length, 0);
  return unmanaged <= named ? [] : [`Exclusive: removes all unmanaged entries${known}.`];
}

/** Changed arguments that change no entries by themselves. */
function remarksOnArguments({ operation, before, declared }: ResourceChange): readonly string[] {
  if (operation !== "update" || before === undefined || declared === undefined) return [];
  const { given } = before.state;
  const hidden = new Set([declared.hidden, before.hidden].flatMap(({ unknown, secret }) => [...unknown, ...secret]));
  const changed = [
    ...((given.claimExisting ?? false) === declared.claimsExisting ? [] : ["claimExisting"]),
    ...(given.removalLimit === declared.removalLimit ? [] : ["removalLimit"]),
  ].filter((name) => !hidden.has(name));
  return changed.length === 0 ? [] : [`Changes arguments: ${changed.join(", ")}.`];
}

function remarksOnOwnership(change: ResourceChange): readonly string[] {
  const { operation, before, declared } = change;
  if (before === undefined || operation === "same") return [];
  const claimed = declared?.claimsExisting === true ? count(before.state.ownership.adopted) : 0;
  const unconfirmed = count(unconfirmedEntries(change));
  return [
    ...(claimed === 0
      ? []
      : [`Claims the adopted entries (${formatCount(claimed)}): pulumi destroy will remove them.`]),
    ...(unconfirmed === 0
      ? []
      : [
          `Also removes entries that an earlier pulumi up may have added, with unknown outcome (${formatCount(unconfirmed)}).`,
        ]),
  ];
}

/** Additions of unknown outcome that are no longer declared. */
function unconfirmedEntries({ before, declared }: ResourceChange): Entries {
  const declaredEntries = byKind((kind) => new Set(declared?.notes[kind].keys()));
  return difference(before?.state.ownership.unconfirmed.add ?? noEntries, declaredEntries);
}
