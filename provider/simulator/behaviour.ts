/**
 * What the service's description leaves open, chosen. Every entry named here is meant as it is sent, before any change
 * of letter case.
 */
export interface Behaviour {
  /**
   * What `add` does with an entry that is there already: nothing ("ignore", the default: a set), put it in once more
   * ("duplicate": a multiset), or refuse the whole request with 422 ("error").
   */
  readonly addPresent: "ignore" | "duplicate" | "error";
  /**
   * What `remove` does with an entry that is not there: nothing ("ignore", the default), or refuse the whole request
   * with 422 ("error").
   */
  readonly removeAbsent: "ignore" | "error";
  /** Whether `remove` takes all copies of an entry out of a multiset ("all", the default), or the first of them. */
  readonly removedCopies: "all" | "first";
  /** Entries that `add` leaves out without a word. Default: none. */
  readonly silentlyDropped: ReadonlySet<string>;
  /** Entries that `remove` leaves in the list without a word. Default: none. */
  readonly silentlyKept: ReadonlySet<string>;
  /** Entries that make an `add` be refused whole (422), without saying which entry it was. Default: none. */
  readonly refused: ReadonlySet<string>;
  /** Entries that make a `remove` be refused whole (422), without saying which entry it was. Default: none. */
  readonly removalRefused: ReadonlySet<string>;
  /** "lower" stores what is added in lower case and compares without regard to case. Default: "keep". */
  readonly letterCase: "keep" | "lower";
  /** The order of entries in answers: as they came ("append", the default), by code unit, or the last one first. */
  readonly order: "append" | "sorted" | "reversed";
  /** "refuse" answers 422 to a `remove` after which the list would hold nothing of any kind. Default: "allow". */
  readonly emptyList: "allow" | "refuse";
  /** The most entries, over all kinds, of one request; above it 413. Default: no limit. */
  readonly maxEntriesPerRequest?: number | undefined;
  /** The most entries, over all kinds, of one list; an `add` that goes above it gets 422. Default: no limit. */
  readonly maxEntriesPerList?: number | undefined;
  /** Whether answers carry a list's websites, leave the member out, or carry null. Default: "shown". */
  readonly websites: "shown" | "hidden" | "null";
  /** The path of a GET that reads a list, such as "/v1/app_list/{id}". Default: there is no such endpoint (404). */
  readonly read?: string | undefined;
  /** How long a token lives, in seconds, from its issue. Default: 1799. A change counts for tokens issued after it. */
  readonly tokenLifetimeSeconds: number;
  /** How campaigns are listed. */
  readonly campaigns: CampaignBehaviour;
}

/** How campaigns are listed. */
export interface CampaignBehaviour {
  /** A bare array; `{data, meta: {total_entries}}` (the default); or `{campaigns}`. */
  readonly wrapping: "array" | "data" | "campaigns";
  /** A larger `per_page` is cut down to this without a word; also what a missing one means. Default: 100. */
  readonly maxPerPage: number;
}

/** The behaviour of a simulator that is told nothing else. */
export const defaultBehaviour: Behaviour = {
  addPresent: "ignore",
  removeAbsent: "ignore",
  removedCopies: "all",
  silentlyDropped: new Set(),
  silentlyKept: new Set(),
  refused: new Set(),
  removalRefused: new Set(),
  letterCase: "keep",
  order: "append",
  emptyList: "allow",
  websites: "shown",
  tokenLifetimeSeconds: 1799,
  campaigns: { wrapping: "data", maxPerPage: 100 },
};
