import type { Judgement } from "../list/limits";
import type { Facts, Intent, Update } from "../list/update";

/**
 * The goal of a change, with the facts before it. It does not contain the declarations of other resources, because more
 * can be made during the change.
 */
export interface Goal extends Intent, Facts {
  /** Judges the change before its first request and before each removal. Default: it is never over a limit. */
  readonly guard?: (update: Update) => readonly Judgement[];
}
