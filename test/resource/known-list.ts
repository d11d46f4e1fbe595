import { noEntries } from "../../provider/list/entries";
import { deleteOf, updateOf, type Operation } from "../../provider/resource/operation";
import { parseState } from "../../provider/resource/state";
import type { KnownList } from "../../provider/resource/list";

/** A list of which a run knows nothing but what is given. */
export function knownList(given: Partial<KnownList> = {}): KnownList {
  return {
    identity: { appListId: 4321, baseUrl: undefined },
    approved: new Set(),
    today: "2026-11-21",
    owner: { appList: { program: "app-list", stack: "dev" } },
    declared: noEntries,
    declaredByRejected: noEntries,
    removed: noEntries,
    declarations: [],
    ...given,
  };
}

/** An operation of a resource with a state, or of a new one, on a list of this name. */
export function operationOn({
  what = "update",
  appListId = 4321,
  name,
  isNew = false,
}: Partial<Pick<Operation["intent"], "what">> & {
  readonly appListId?: number;
  readonly name?: string | undefined;
  readonly isNew?: boolean;
}): Operation {
  const list = knownList({ identity: { appListId, baseUrl: undefined }, owner: {} });
  const before = isNew ? undefined : parseState({ stateVersion: 1, appListId, name });
  return what === "delete" ? deleteOf(list, before, {}) : updateOf(list, before, { entries: noEntries, given: {} });
}
