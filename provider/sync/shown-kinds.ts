import type { AppList } from "../api/app-list";
import { noEntries, type Entries } from "../list/entries";
import type { EntrySet } from "../list/entry-set";
import { byKind, type ByKind, type Kind } from "../list/kinds";
import type { Views } from "../list/views";

/** The ways to read a list, each of which has responses of a form of its own. */
export const readForms = ["probe", "read", "sentinel"] as const;

export type ReadForm = (typeof readForms)[number];

/**
 * The forms of responses that have shown a kind of this list.
 *
 * An API may leave out the kinds that have no entries, those that a request does not name, or some of them always. So the
 * absence of a kind means that it has no entries only in a response of a form that has shown it before.
 */
export type ShownKinds = ByKind<readonly ReadForm[]>;

export const neverShown: ShownKinds = byKind(() => []);

/** The forms that have shown each kind, with that of another read. */
export function withForm(shown: ShownKinds, form: ReadForm | undefined, response: AppList): ShownKinds {
  return byKind((kind) => {
    const isNew = form !== undefined && response.entries[kind] !== undefined && !shown[kind].includes(form);
    return isNew ? [...shown[kind], form] : shown[kind];
  });
}

/** What decides what it means that a response lacks a kind. */
interface ResponseFacts {
  /** The form of the response to a read. Undefined for a change, and if no other read has responses of this form. */
  readonly form?: ReadForm | undefined;
  readonly shown: ShownKinds;
  /** Entries that the request named, or whose outcome it was to show. Of other kinds, absence is no news. */
  readonly named: Entries;
  /** Entries that the API accepted during this change: their kinds are not empty. Default: none. */
  readonly added?: Entries;
  /** The entries of such a kind if no response shows it. */
  readonly believed: (kind: Kind) => EntrySet;
}

/** The list as it is known after a response. This alone decides what it means that a response lacks a kind. */
export function viewsAfter(before: Views, response: AppList, facts: ResponseFacts): Views {
  const { form, shown, named, added = noEntries, believed } = facts;
  return byKind((kind) => {
    const entries = response.entries[kind];
    if (entries !== undefined) return { entries, basis: "seen" };
    const isEmpty = form !== undefined && added[kind].size === 0 && shown[kind].includes(form);
    if (isEmpty) return { entries: believed(kind), basis: "inferred" };
    return named[kind].size === 0 ? before[kind] : { entries: believed(kind), basis: "believed" };
  });
}
