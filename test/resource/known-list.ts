import { noEntries } from "../../provider/list/entries";
import type { KnownList } from "../../provider/resource/run-list";

/** A list of which a run knows nothing but what is given. */
export function knownList(given: Partial<KnownList> = {}): KnownList {
  return {
    identity: { appListId: 4321, baseUrl: undefined },
    approved: new Set(),
    comparison: "app-list diff --stack dev 4321 FILE",
    declared: noEntries,
    declaredByRejected: noEntries,
    removed: noEntries,
    released: noEntries,
    ...given,
  };
}
