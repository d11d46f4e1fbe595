import type { Changes } from "../list/entries";
import type { PlanInput } from "../list/plan";
import type { Limit } from "../list/change-guard";

/**
 * The goal of a change. It does not contain the declarations of other resources, because more can be made during the
 * change.
 */
export interface Goal extends Omit<PlanInput, "views" | "declaredElsewhere"> {
  /** "off" if the resource is deleted: then all entries that it added are to be removed. */
  readonly removalGuard: RemovalGuard | "off";
  /** Whether the resource has no state yet. Default: false. */
  readonly isNew?: boolean;
  /** The list's name, if the state has it. */
  readonly listName?: string | undefined;
  /** What to do after a failure, as sentences. */
  readonly next: string;
}

/** The description of a change that is over the limit, for people. */
export interface OverLimitTexts {
  /** The effect that it would have, with some of its entries: `remove "com.a" and 3 more`. */
  readonly effect: string;
  /** How to see all entries, and how to approve this change. Each line ends with a command. */
  readonly commands: readonly string[];
}

interface RemovalGuard {
  /** Default: the usual limit (see list/change-guard). */
  readonly limit: Limit | undefined;
  /** Whether this change was approved, or a change that contains it. */
  readonly isApproved: (change: Changes) => boolean;
  /** Describes the rest of a change that is over the limit. `isStarted`: whether a part of the change was sent. */
  readonly describe: (rest: Changes, isStarted: boolean) => OverLimitTexts;
}
