import { quoteList, quote } from "../common/quote";
import { byKind, kinds, nameOf, type Kind } from "../list/kinds";
import { count, noEntries, type Entries } from "../list/entries";
import { formatCount } from "../common/format";
import { countsOf } from "../list/summary";
import { seenAgain } from "./compare";
import { hiddenKinds, type Reason } from "./hidden-kinds";
import type { Neighbours } from "./neighbours";
import type { KindReport } from "./report";
import type { ResourceChange } from "./resource-change";

/**
 * What there is to say of a change besides its entries, as sentences.
 *
 * @param kindReports what is said of its entries.
 */
export function remarksOn(
  change: ResourceChange,
  neighbours: Neighbours,
  kindReports: readonly KindReport[],
): readonly string[] {
  return [
    ...hiddenRemarks(change),
    ...(change.isLeftOver
      ? ["An earlier up moved the resource away from this list and could not delete it there: the next up does."]
      : []),
    ...leftBehindRemarks(change),
    ...moveRemarks(change),
    ...takeoverRemarks(change, neighbours),
    ...seenRemarks(change, neighbours),
    ...otherAccountRemarks(kindReports, neighbours),
    ...exclusiveRemarks(change, kindReports),
    ...argumentRemarks(change),
    ...ownershipRemarks(change),
    ...(change.isRetained ? ["Its entries stay in the list (retainOnDelete)."] : []),
  ];
}

/** Whether entries may come or go that a report cannot name. */
export function mayChangeMore(change: ResourceChange, kindReports: readonly KindReport[]): boolean {
  const { operation, declared } = change;
  if (operation === "same") return false;
  const clears = declared?.isExclusive === true && exclusiveRemarks(change, kindReports).length > 0;
  return hiddenKinds(change).size > 0 || clears || count(doubtfulEntries(change)) > 0;
}

const whyHidden: Readonly<Record<Reason, string>> = {
  unknown: "are not known before the up, as they come out of another resource",
  secret: "are secret",
};

function hiddenRemarks(change: ResourceChange): readonly string[] {
  const otherUnknown = (change.declared?.hidden.unknown ?? []).filter((name) => !kinds.some((kind) => kind === name));
  return [
    ...Array.from(
      hiddenKinds(change),
      ([kind, reason]) => `Its ${nameOf(kind, 0)} ${whyHidden[reason]}: what changes of them is not shown.`,
    ),
    ...(otherUnknown.length === 0
      ? []
      : [`Not known before the up, as it comes out of another resource: ${quoteList(otherUnknown)}.`]),
  ];
}

function leftBehindRemarks({ leftBehind }: ResourceChange): readonly string[] {
  if (leftBehind?.baseUrl === undefined) return [];
  const { managed } = leftBehind.ownership;
  const stay = count(managed) === 1 ? "stays" : "stay";
  return [
    `The list was at ${leftBehind.baseUrl}: the ${countsOf(managed)} that the resource holds there ${stay} there. ` +
      "What stands in the list at the new place already is not added.",
  ];
}

/** Two accounts may lead to one service: then their lists of one id are one list. */
function otherAccountRemarks(kindReports: readonly KindReport[], neighbours: Neighbours): readonly string[] {
  const names = new Set<string>();
  const declared = byKind((kind) => {
    const removed = kindReports.filter((report) => report.kind === kind).flatMap((report) => report.removed);
    const elsewhere = removed.flatMap(({ entry }) => {
      const name = neighbours.mayDeclare(kind, entry);
      if (name !== undefined) names.add(name);
      return name === undefined ? [] : [entry];
    });
    return new Set(elsewhere);
  });
  if (names.size === 0) return [];
  const it = count(declared) === 1 ? "it stays" : "they stay";
  const resources = names.size === 1 ? "resource" : "resources";
  return [
    `Of what is removed here, ${resources} ${quoteList(names)} ${names.size === 1 ? "declares" : "declare"} ` +
      `${countsOf(declared)} for a list of the same id and another account: where both accounts lead to the same ` +
      `service, that is this list, and ${it} in it.`,
  ];
}

/** Arguments that change nothing in the list by themselves. */
function argumentRemarks({ operation, before, declared }: ResourceChange): readonly string[] {
  if (operation !== "update" || before === undefined || declared === undefined) return [];
  const { given } = before.state;
  const hidden = new Set([declared.hidden, before.hidden].flatMap(({ unknown, secret }) => [...unknown, ...secret]));
  const changed = [
    ...((given.claimExisting ?? false) === declared.claimsExisting ? [] : ["claimExisting"]),
    ...(given.removalLimit === declared.removalLimit ? [] : ["removalLimit"]),
  ].filter((name) => !hidden.has(name));
  return changed.length === 0 ? [] : [`Changes arguments: ${changed.join(", ")}.`];
}

/** A replacement leads from one list or account to another. */
function moveRemarks({ operation, before, declared, counterpart }: ResourceChange): readonly string[] {
  const from = (before ?? counterpart?.before)?.state.given;
  const to = declared ?? counterpart?.declared;
  if (counterpart === undefined || from === undefined || to === undefined) return [];
  if (from.appListId !== to.appListId) {
    const other = operation === "delete" ? to.appListId : from.appListId;
    const list = other === undefined ? "another list" : `app list ${other}`;
    return [operation === "delete" ? `The resource moves to ${list}.` : `The resource comes from ${list}.`];
  }
  return [
    `The resource moves from ${accountOf(from.account)} to ${accountOf(to.account)}. Where both lead to the same ` +
      "service, this is the same list, and entries that stay declared stay in it.",
  ];
}

function accountOf(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}

function takeoverRemarks({ before, declared }: ResourceChange, neighbours: Neighbours): readonly string[] {
  const names = new Set<string>();
  const taken = byKind((kind: Kind) => {
    const entries = new Set<string>();
    for (const entry of declared?.notes[kind].keys() ?? []) {
      const from =
        before?.state.ownership.managed[kind].has(entry) === true ? undefined : neighbours.letsGo(kind, entry);
      if (from === undefined) continue;
      names.add(from);
      entries.add(entry);
    }
    return entries;
  });
  return names.size === 0
    ? []
    : [
        `Takes over ${countsOf(taken)} from ${quoteList(names)}: ${count(taken) === 1 ? "it stays" : "they stay"} in the list.`,
      ];
}

function seenRemarks(change: ResourceChange, neighbours: Neighbours): readonly string[] {
  const seen = byKind((kind: Kind) => {
    const declared = new Set(change.declared?.notes[kind].keys()).intersection(seenAgain(change, kind));
    return new Set([...declared].filter((entry) => neighbours.letsGo(kind, entry) === undefined));
  });
  const size = count(seen);
  if (size === 0) return [];
  const [verb, object] = size === 1 ? ["stands", "it"] : ["stand", "them"];
  return [`${countsOf(seen)} that it declares ${verb} in the list already: nothing is sent for ${object}.`];
}

function exclusiveRemarks(
  { operation, before, declared }: ResourceChange,
  kindReports: readonly KindReport[],
): readonly string[] {
  if (declared === undefined || operation === "same") return [];
  const was = before?.state.given.exclusive === true;
  if (was && !declared.isExclusive) return ["No longer exclusive: what others put there stays."];
  if (!declared.isExclusive) return [];
  const unmanaged = before?.state.facts.unmanaged ?? 0;
  const seen = unmanaged === 0 ? "" : ` (${formatCount(unmanaged)} when the list was last seen)`;
  if (!was) return [`Becomes exclusive: whatever is not declared is removed${seen}.`];
  const named = kindReports.reduce((sum, { foreign }) => sum + foreign.length, 0);
  return unmanaged <= named ? [] : [`Exclusive: whatever is not declared is removed${seen}.`];
}

/** Additions without an answer that are not declared any more. */
function doubtfulEntries({ before, declared }: ResourceChange): Entries {
  if (before === undefined) return noEntries;
  const { unconfirmed } = before.state.ownership;
  return byKind((kind) => unconfirmed.add[kind].difference(new Set(declared?.notes[kind].keys())));
}

function ownershipRemarks(change: ResourceChange): readonly string[] {
  const { operation, before, declared } = change;
  if (before === undefined || operation === "same") return [];
  const { adopted } = before.state.ownership;
  const claimed = declared?.claimsExisting === true ? count(adopted) : 0;
  const doubtful = count(doubtfulEntries(change));
  return [
    ...(claimed === 0
      ? []
      : [
          `Claims ${formatCount(claimed)} adopted ${claimed === 1 ? "entry" : "entries"}: destroy will remove what is claimed.`,
        ]),
    ...(doubtful === 0
      ? []
      : [
          `Removes also ${formatCount(doubtful)} ${doubtful === 1 ? "entry" : "entries"} that an earlier up asked for ` +
            "without an answer, where they are in the list.",
        ]),
  ];
}
