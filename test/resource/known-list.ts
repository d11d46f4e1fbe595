import { noEntries } from "../../provider/list/entries";
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
    released: noEntries,
    ...given,
  };
}
