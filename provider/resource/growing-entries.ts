import { difference, isEmpty, type Entries } from "../list/entries";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";

/** How entries are shared with the other processes of a run. */
export interface EntriesSharing {
  /** Receives the additions of the other processes. */
  readonly read: () => void;
  readonly write: (entries: Entries) => void;
}

/** Entries to which a run adds more. */
export class GrowingEntries implements ByKind<ReadonlySet<string>> {
  readonly #merged = byKind(() => new Set<string>());
  /** Entries that are merged when they are first needed: those of a single resource never are. */
  readonly #received = byKind((): Entries[] => []);
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
    if (isEmpty(entries)) return;
    const added = difference(
      entries,
      byKind((kind) => this.#known(kind)),
    );
    if (isEmpty(added)) return;
    this.#sharing?.write(added);
    this.receive(added);
  }

  /** Adds entries that the other processes know already. */
  receive(entries: Entries): void {
    for (const kind of kinds) this.#received[kind].push(entries);
  }

  #current(kind: Kind): ReadonlySet<string> {
    this.#sharing?.read();
    return this.#known(kind);
  }

  #known(kind: Kind): ReadonlySet<string> {
    const [merged, received] = [this.#merged[kind], this.#received[kind]];
    const [first] = received;
    if (first !== undefined && received.length === 1 && merged.size === 0) return first[kind];
    for (const entries of received.splice(0)) for (const entry of entries[kind]) merged.add(entry);
    return merged;
  }
}
