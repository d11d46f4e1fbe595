import type { Kind } from "../list/kinds";

/** The parts of a list that an answer shows. */
export interface Shown {
  /** The shown kinds, or the kinds that the request names. Default: all. */
  readonly kinds?: readonly Kind[] | "requested";
  /** Whether kinds without entries are not shown. Default: false. */
  readonly omitsEmpty?: boolean;
  /** The member of a kind that is not shown: null, or no member ("omitted", the default). */
  readonly others?: "omitted" | "null";
}

/**
 * The behavior in all cases that the description of the API leaves open. Entries in these sets are compared before any
 * change of letter case.
 *
 * @hideconstructor
 */
export class Behavior {
  /**
   * The effect of `add` on an entry that is in the list: none ("ignore", the default: a set), one more copy ("duplicate":
   * a multiset), or a refusal of the request ("error").
   */
  readonly addPresent: "ignore" | "duplicate" | "error" = "ignore";
  /** The effect of `remove` on an absent entry: none ("ignore", the default), or a refusal of the request ("error"). */
  readonly removeAbsent: "ignore" | "error" = "ignore";
  /** Whether `remove` removes all copies of an entry from a multiset ("all", the default), or the first of them. */
  readonly removedCopies: "all" | "first" = "all";
  /** Entries that `add` omits and `remove` keeps, silently. Default: none. */
  readonly ignored: ReadonlySet<string> = new Set();
  /** An `add` with one of these entries is refused. The answer does not name the entry. Default: none. */
  readonly refused: ReadonlySet<string> = new Set();
  /** A `remove` with one of these entries is refused. The answer does not name the entry. Default: none. */
  readonly removalRefused: ReadonlySet<string> = new Set();
  /** "refuse" refuses every request with an app bundle that has the prefix of probes. Default: "allow". */
  readonly reservedNames: "allow" | "refuse" = "allow";
  /** The statuses of refusals. A fault can refuse a request with any status and body. */
  readonly statuses: {
    /** To add an entry that is in the list, with `addPresent: "error"`. Default: 422. */
    readonly present?: number | undefined;
    /** To remove an absent entry, with `removeAbsent: "error"`. Default: 422. */
    readonly absent?: number | undefined;
    /** Any other entry. Default: 422. */
    readonly refused?: number | undefined;
    /** More entries than `maxEntriesPerRequest`. Default: 413. */
    readonly tooMany?: number | undefined;
    /** A token call with a wrong login. Default: 401. */
    readonly login?: number | undefined;
    /** An access token that is wrong or has expired. Default: 401. */
    readonly token?: number | undefined;
  } = {};
  /**
   * The effect of a request that is refused because of some entries: none (the default), or the effect on its other
   * entries.
   */
  readonly refusalEffect: "none" | "others" = "none";
  /** "lower" stores entries in lower case and ignores letter case when it compares them. Default: "keep". */
  readonly letterCase: "keep" | "lower" = "keep";
  /** The most entries of one request, over all kinds. A request with more is refused. Default: no limit. */
  readonly maxEntriesPerRequest?: number | undefined;
  /** The parts of a list that answers show, by the request. The probe is a `remove`. Default: everything. */
  readonly shows: { readonly read?: Shown; readonly add?: Shown; readonly remove?: Shown } = {};
  /** The path of a GET that reads a list, such as "/v1/app_list/{id}". Default: there is no such endpoint (404). */
  readonly read?: string | undefined;
  /** The lifetime of a token, in seconds. Default: 1799. A change applies to later tokens. */
  readonly tokenLifetimeSeconds: number = 1799;
}

/** The default behavior. */
export const defaultBehavior: Behavior = new Behavior();
