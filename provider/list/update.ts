import { count, difference, intersection, isEmpty, noChanges, noEntries, union, unionAll } from "./entries";
import type { Changes, Entries } from "./entries";
import { hasExpired, lastDay } from "./expiry";
import { byKind, kinds, type Kind } from "./kinds";
import { addedEntries, removableEntries, type Ownership } from "./ownership";
import { believedViews, knownEntries, seenEntries, unseen, type Views } from "./views";

/** The facts about a list: from a state, from the responses of a change, or from a preview. */
export interface Facts {
  /** The ownership before the update. */
  readonly ownership: Ownership;
  /** Entries that the resource managed until they were missing from the list. */
  readonly missing: Entries;
  /** The list as it is known now. Default: the managed entries are in it. */
  readonly views?: Views | undefined;
  /** Whether the views contain the unmanaged entries. */
  readonly isRead: boolean;
  /** The number of unmanaged entries when the list was last read. Default: not known. */
  readonly unmanaged?: number | undefined;
  /** The entries that this update has sent so far, and those of them without a known outcome. Default: none. */
  readonly sent?: Changes;
  readonly unconfirmed?: Changes;
  /** The kinds whose entries are secret or not known. The update omits them. Default: none. */
  readonly hidden?: readonly Kind[];
  /** The day in UTC, as `YYYY-MM-DD`. Default: no entry has expired. */
  readonly today?: string | undefined;
}

/** What a program wants of a list. */
export interface Intent {
  /** A delete removes what the resource added, such as at the end of a replacement. */
  readonly what: "update" | "delete";
  /** The declared entries: none for a delete. */
  readonly desired: Entries;
  /** Whether the list must contain the declared entries only. */
  readonly exclusive: boolean;
  /** Whether Pulumi only forgets the resource. Default: false. */
  readonly isRetained?: boolean;
}

/** What the other resources of the run do with the same list. */
export interface Others {
  /** The entries that they declare: these are never removed. May contain the entries of this resource. */
  readonly declared: Entries;
  /** The entries in the list that they no longer declare. Default: none. */
  readonly released?: Entries;
  /** Whether they may declare or release more. Default: false. */
  readonly isUncertain?: boolean;
}

/** A number of entries. `count`: null if it is not known. `isAtMost`: whether it may be smaller. */
export interface Count {
  readonly count: number | null;
  readonly isAtMost: boolean;
}

/**
 * The numbers that a limit judges. Entries that another resource declares are not removed. Expired entries and unconfirmed
 * additions do not count: nobody needs the former, and no response has shown the latter.
 */
export interface Part {
  /** The removed entries of the resource, and the removed unmanaged ones. */
  readonly own: number;
  readonly unmanaged: number;
  /** The managed entries that stay declared, or stay in the list. */
  readonly kept: number;
  /** The entries that the update could remove. */
  readonly atRisk: number;
}

/** What an update does: all of it, whatever was already sent. */
export interface Update {
  readonly what: Intent["what"];
  readonly add: Entries;
  /** The added entries that the resource managed before: they are missing, or may be gone. */
  readonly addAgain: Entries;
  /**
   * The removed entries whose names are known. `expired`: own entries whose last day is over, as the state before the
   * update recorded it. Another last day can be a mistake, so these entries count in full.
   */
  readonly remove: Readonly<Record<"own" | "unmanaged" | "expired", Entries>>;
  /** The number of removed entries of an exclusive list whose names are not known. */
  readonly unnamed: { readonly least: number; readonly most: number };
  /** What is still to be sent. */
  readonly remaining: Changes;
  /** Entries that are no longer declared, and not known to be in the list. They are removed if they appear in it. */
  readonly absent: Entries;
  /** Entries that would be removed, but that another resource declares. */
  readonly spared: Entries;
  /** Entries that the resource no longer manages, and that stay in the list. */
  readonly kept: Entries;
  /** Declared entries that another resource no longer declares. */
  readonly takenOver: Entries;
  /** The number of managed entries. */
  readonly managed: number;
  /** The numbers of each kind, and of all entries with those whose names are not known. */
  readonly parts: Readonly<Record<Kind | "all", Part>>;
  /** Whether a limit can judge each kind: the state has one number of unmanaged entries for all kinds. */
  readonly isKnownByKind: boolean;
  /** The numbers of entries in the requests. */
  readonly added: Count;
  readonly removed: Count;
}

/**
 * Works out what an update does. `add` is sent before `remove`.
 *
 * - Declared entries that are not known to be in the list are added.
 * - Own entries that are not declared are removed; with `exclusive`, all that are known and not declared.
 *
 * If fewer facts are known, the update is less exact, and its numbers show that.
 */
export function planUpdate(facts: Facts, intent: Intent, others: Others): Update {
  const { hidden = [], isRead, sent = noChanges, today = "", unconfirmed = noChanges } = facts;
  const { what, exclusive } = intent;
  const shown = (entries: Entries): Entries =>
    hidden.length === 0 ? entries : byKind((kind) => (hidden.includes(kind) ? noEntries : entries)[kind]);
  const [desired, missing] = [shown(intent.desired), shown(facts.missing)];
  const [managed, adopted] = [shown(facts.ownership.managed), shown(facts.ownership.adopted)];
  const own = shown(ownEntries(facts, intent));
  const views = facts.views ?? believedViews(managed);
  const [known, seen] = [shown(knownEntries(views)), shown(seenEntries(views))];
  const takenOver = intersection(difference(desired, managed), others.released ?? noEntries);
  const present = union(difference(known, unseen(views, facts.ownership.unconfirmed.remove)), takenOver);
  const undeclared = exclusive ? difference(known, desired) : noEntries;
  const removable = union(intersection(difference(own, desired), known), undeclared);
  const spared = intersection(removable, others.declared);
  const remaining: Changes = {
    add: difference(difference(desired, present), unconfirmed.add),
    remove: difference(difference(removable, spared), unconfirmed.remove),
  };
  const [add, removed] = [union(sent.add, remaining.add), union(sent.remove, remaining.remove)];
  const addAgain = intersection(add, union(missing, managed));
  const ownRemoved = intersection(removed, own);
  // According to the notes in the state before the update.
  const hasEnded = (kind: Kind, entry: string) => hasExpired({ until: lastDay(managed[kind].note(entry)) }, today);
  const expired = byKind((kind) => ownRemoved[kind].filter((entry) => hasEnded(kind, entry)));
  const remove = { own: difference(ownRemoved, expired), unmanaged: difference(removed, own), expired };
  // The entries that this update itself has added are not at risk.
  const listed = exclusive ? union(removed, difference(seen, sent.add)) : noEntries;
  const uncounted = union(expired, facts.ownership.unconfirmed.add);
  const atRisk = difference(unionAll([managed, missing, own, listed]), uncounted);
  const kept = intersection(difference(difference(union(managed, adopted), desired), removed), known);
  const stay = union(intersection(union(managed, missing), desired), kept);
  const most = exclusive ? Math.max(0, (facts.unmanaged ?? 0) - count(difference(seen, managed))) : 0;
  // If the list was not read, newly declared entries may be among the unmanaged ones.
  const mayStay = isRead ? noEntries : difference(union(desired, others.declared), union(managed, missing));
  const least = Math.max(0, most - count(mayStay));
  const countPart = (sizeOf: (entries: Entries) => number, unnamed = { least: 0, most: 0 }): Part => ({
    own: sizeOf(difference(remove.own, uncounted)),
    unmanaged: sizeOf(remove.unmanaged) + unnamed.least,
    kept: sizeOf(stay),
    atRisk: sizeOf(atRisk) + unnamed.most,
  });
  const isHidden = hidden.length > 0 && intent.isRetained !== true;
  // A new entry may be in the list already.
  const mayBeThere = !isEmpty(difference(add, addAgain)) && !isRead && facts.unmanaged !== 0;
  const isUnread = exclusive && !isRead && facts.unmanaged === undefined;
  const { isUncertain = false } = others;
  return {
    what,
    add,
    addAgain,
    remove,
    unnamed: { least, most },
    remaining,
    absent: what === "delete" ? noEntries : difference(union(own, missing), union(desired, known)),
    spared,
    kept,
    takenOver,
    managed: count(managed),
    parts: {
      ...byKind((kind) => countPart((entries) => entries[kind].size)),
      all: countPart(count, { least, most }),
    },
    isKnownByKind: isRead || !exclusive,
    added: isHidden && what === "update" ? notKnown : toCount(count(add), isUncertain || mayBeThere),
    removed: isHidden || isUnread ? notKnown : toCount(count(removed) + most, isUncertain || most > 0),
  };
}

const notKnown: Count = { count: null, isAtMost: false };

function toCount(count: number, isAtMost: boolean): Count {
  return { count, isAtMost: isAtMost && count > 0 };
}

/** The entries that an update may remove if they are no longer declared, or that a delete removes. */
export function ownEntries(
  { ownership }: Pick<Facts, "ownership">,
  { what, desired, isRetained = false }: Omit<Intent, "exclusive">,
): Entries {
  if (isRetained) return noEntries;
  return what === "delete" ? addedEntries(ownership) : removableEntries(ownership, desired);
}

/** All entries that an update removes, as far as their names are known. */
export function removedEntries({ remove }: Pick<Update, "remove">): Entries {
  return union(union(remove.own, remove.expired), remove.unmanaged);
}

/** Whether an entry of both has another last day, according to the notes. */
export function haveOtherLastDays(before: Entries, now: Entries): boolean {
  return kinds.some((kind) => {
    const [old, declared] = [before[kind], now[kind]];
    const isOther = (entry: string): boolean => lastDay(old.note(entry)) !== lastDay(declared.note(entry));
    return old.text !== declared.text && declared.filter((entry) => isOther(entry) && old.has(entry)).size > 0;
  });
}
