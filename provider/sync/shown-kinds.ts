import type { AppList } from "../api/app-list";
import type { Entries, Observed } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds, type ByKind } from "../list/kinds";

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

/** A list as it was read, if it could be. `by`: undefined if other reads do not have responses of this form. */
interface ReadList {
  readonly appList?: AppList | undefined;
  readonly by?: ReadForm | undefined;
}

/** What a read shows, by the forms that have shown each kind before; and these forms with that of this read. */
export function interpretRead({ appList, by }: ReadList, before: ShownKinds = neverShown) {
  const shown: ShownKinds = byKind((kind) => {
    const isNew = by !== undefined && appList?.entries[kind] !== undefined && !before[kind].includes(by);
    return isNew ? [...before[kind], by] : before[kind];
  });
  const entries: Observed = byKind((kind) => {
    const isNone = by !== undefined && shown[kind].includes(by);
    return appList?.entries[kind] ?? (isNone ? EntrySet.none : undefined);
  });
  return { entries, shown };
}

/** After the response to an addition: the absence of a kind that it lacks means nothing any more. */
export function afterAddition(shown: ShownKinds, added: Entries, response: Observed): ShownKinds {
  return byKind((kind) => (added[kind].size > 0 && response[kind] === undefined ? [] : shown[kind]));
}

/**
 * A list after a response that may lack kinds: those that its request did not name are as they were.
 *
 * @param before the list before; undefined if it was never shown.
 * @param named the entries of the request.
 */
export function withResponse(before: AppList | undefined, response: AppList, named: Entries): AppList {
  if (before === undefined || kinds.every((kind) => response.entries[kind] !== undefined)) return response;
  const entries = byKind((kind) => response.entries[kind] ?? (named[kind].size > 0 ? undefined : before.entries[kind]));
  return { ...response, entries, sentinels: (response.entries.appBundles ? response : before).sentinels };
}
