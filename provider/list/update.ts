import { difference, intersection, noChanges, union } from "./entries";
import type { Changes, Entries } from "./entries";
import { hasExpired, lastDay } from "./expiry";
import { byKind, kinds, type Kind } from "./kinds";
import { addedEntries, type Ownership } from "./ownership";
import { believedViews, knownEntries, unseen, type Views } from "./views";

/** The facts about a list: from a state, from the responses of a change, or from a preview. */
export interface Facts {
  /** The ownership before the update. */
  readonly ownership: Ownership;
  /** Entries that the resource managed until they were missing from the list. */
  readonly missing: Entries;
  /** The list as it is known now. Default: the managed entries are in it. */
  readonly views?: Views | undefined;
  /** The entries that this update has sent so far, and those of them without a known outcome. Default: none. */
  readonly sent?: Changes;
  readonly unconfirmed?: Changes;
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
}

/** What an update does: all of it, whatever was already sent. */
export interface Update {
  readonly add: Entries;
  /** The added entries that the resource managed before: they are missing, or may be gone. */
  readonly addAgain: Entries;
  /**
   * The removed entries. `expired`: own entries whose last day is over, as the state before the update recorded it.
   * Another last day can be a mistake, so these entries are own ones.
   */
  readonly remove: Readonly<Record<"own" | "unmanaged" | "expired", Entries>>;
  /** What is still to be sent. */
  readonly remaining: Changes;
  /** Own entries that are no longer declared, and not known to be in the list. They are removed if they appear in it. */
  readonly absent: Entries;
  /** Entries that would be removed, but that another resource declares. */
  readonly spared: Entries;
  /** Entries that the resource no longer manages, and that stay in the list. */
  readonly kept: Entries;
}

/**
 * Works out what an update does. `add` is sent before `remove`.
 *
 * - Declared entries that are not known to be in the list are added.
 * - Own entries that are not declared are removed; with `exclusive`, all that are known and not declared. What another
 *   resource of the run declares stays.
 *
 * @param declared the entries that other resources of the run declare for the list. May contain those of this resource.
 */
export function planUpdate(facts: Facts, intent: Intent, declared: Entries): Update {
  const { ownership, missing, sent = noChanges, today = "", unconfirmed = noChanges } = facts;
  const { managed, adopted } = ownership;
  const { what, desired, exclusive } = intent;
  const own = ownEntries(ownership, intent);
  const views = facts.views ?? believedViews(managed);
  const known = knownEntries(views);
  const present = difference(known, unseen(views, ownership.unconfirmedRemovals));
  const removable = difference(exclusive ? known : intersection(own, known), desired);
  const spared = intersection(removable, declared);
  const remaining: Changes = {
    add: difference(difference(desired, present), unconfirmed.add),
    remove: difference(difference(removable, spared), unconfirmed.remove),
  };
  const [add, removed] = [union(sent.add, remaining.add), union(sent.remove, remaining.remove)];
  // According to the notes in the state before the update.
  const hasEnded = (kind: Kind, entry: string) => hasExpired({ until: lastDay(managed[kind].note(entry)) }, today);
  const ofOwn = intersection(removed, own);
  const expired = byKind((kind) => ofOwn[kind].filter((entry) => hasEnded(kind, entry)));
  const dropped = difference(union(own, missing), what === "delete" ? adopted : desired);
  return {
    add,
    addAgain: intersection(add, union(missing, managed)),
    remove: { own: difference(ofOwn, expired), unmanaged: difference(removed, own), expired },
    remaining,
    absent: difference(dropped, union(known, removed)),
    spared,
    kept: intersection(difference(difference(union(managed, adopted), desired), removed), known),
  };
}

/** The entries that an update may remove if they are no longer declared, or that a delete removes. */
export function ownEntries(ownership: Ownership, { what }: Pick<Intent, "what">): Entries {
  return what === "delete" ? addedEntries(ownership) : ownership.managed;
}

/** All entries that an update removes. */
export function removedEntries({ remove }: Pick<Update, "remove">): Entries {
  return union(union(remove.own, remove.expired), remove.unmanaged);
}

/** Whether an entry of both has another last day, according to the notes. */
export function haveOtherLastDays(before: Entries, now: Entries): boolean {
  return kinds.some((kind) => {
    const [old, declared] = [before[kind], now[kind]];
    const isOther = (entry: string): boolean => lastDay(old.note(entry)) !== lastDay(declared.note(entry));
    return old.text !== declared.text && declared.intersect(old).filter(isOther).size > 0;
  });
}
