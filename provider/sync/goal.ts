import type { Changes } from "../list/entries";
import type { PlanInput } from "../list/plan";
import type { Limit } from "../list/change-guard";

/** The list that a change is to lead to. The declarations of other resources are no part of it: more can arrive. */
export interface Goal extends Omit<PlanInput, "views" | "declaredElsewhere"> {
  /** "off" when the resource is deleted: all entries that it added are meant to be removed. */
  readonly removalGuard: RemovalGuard | "off";
  /** Whether the resource has no state yet. Default: it has one. */
  readonly isNew?: boolean;
  /** The list's name, as far as the state has it. */
  readonly listName?: string | undefined;
  /** What to do after a failure, as sentences. */
  readonly next: string;
}

/** A change that is over a limit, for people. */
export interface RefusedChange {
  /** What it would do, with some of its entries: `remove "com.a" and 3 more`. */
  readonly effect: string;
  /** How to see all of them, and how to approve this change: each ends with a command. */
  readonly commands: readonly string[];
}

interface RemovalGuard {
  /** Default: the usual limit (see list/change-guard). */
  readonly limit: Limit | undefined;
  /** Whether this change was approved, or one of which it is a part. */
  readonly isApproved: (change: Changes) => boolean;
  /** What a refusal prints about the rest of a change. `isStarted`: whether a part of it was sent. */
  readonly describe: (rest: Changes, isStarted: boolean) => RefusedChange;
}
