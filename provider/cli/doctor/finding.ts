/**
 * What a check came to.
 *
 * - `fine`: nothing to mind.
 * - `finding`: a person should know or settle it.
 * - `broken`: nothing works before it is settled.
 * - `notVerified`: it could not be found out.
 */
export type Verdict = "fine" | "finding" | "broken" | "notVerified";

/** What a check found out that a setting can depend on. */
export type Learned =
  | { readonly about: "probe"; readonly works: boolean }
  | { readonly about: "readEndpoint"; readonly works: boolean }
  | {
      readonly about: "requestSize";
      /** The most entries of one request that was accepted. */
      readonly mostAccepted: number;
      /** The fewest entries of one request that was refused; undefined where none was. */
      readonly fewestRefused?: number;
    };

/** The result of one check. */
export interface Finding {
  /** What was checked: a stable name for programs. */
  readonly check: string;
  readonly verdict: Verdict;
  /** What was found, in sentences. */
  readonly says: string;
  /** What to do about it, as a sentence. */
  readonly next?: string;
  readonly learned?: Learned;
}
