import { difference, isEmpty, type Entries } from "../list/entries";
import { byKind, kinds, type ByKind } from "../list/kinds";

/** How entries are shared with the other processes of a run. */
export interface EntriesSharing {
  /** Receives what the other processes have added. */
  readonly read: () => void;
  readonly write: (entries: Entries) => void;
}

/** Entries to which a run adds more. */
export class GrowingEntries implements ByKind<ReadonlySet<string>> {
  readonly #known = byKind(() => new Set<string>());
  readonly #sharing: EntriesSharing | undefined;

  /** @param sharing default: no other process has a part. */
  constructor(sharing?: EntriesSharing) {
    this.#sharing = sharing;
  }

  get appBundles(): ReadonlySet<string> {
    return this.#current("appBundles");
  }

  get placementIds(): ReadonlySet<string> {
    return this.#current("placementIds");
  }

  get websites(): ReadonlySet<string> {
    return this.#current("websites");
  }

  /** Adds entries, for all processes of the run. */
  add(entries: Entries): void {
    const added = difference(entries, this.#known);
    if (isEmpty(added)) return;
    this.#sharing?.write(added);
    this.receive(added);
  }

  /** Adds entries that the other processes know already. */
  receive(entries: Entries): void {
    for (const kind of kinds) for (const entry of entries[kind]) this.#known[kind].add(entry);
  }

  #current(kind: keyof ByKind<unknown>): ReadonlySet<string> {
    this.#sharing?.read();
    return this.#known[kind];
  }
}
