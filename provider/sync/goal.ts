import type { Changes } from "../list/entries";
import type { PlanInput } from "../list/plan";
import type { RemovalLimit } from "../list/removal-guard";

/** The list that a change is to lead to. The declarations of other resources are no part of it: more can arrive. */
export interface Goal extends Omit<PlanInput, "views" | "declaredElsewhere"> {
  /** "off" when the resource is deleted: all entries that it added are meant to be removed. */
  readonly removalGuard: RemovalGuard | "off";
  /** What to do after a failure, as a sentence. */
  readonly next: string;
}

/** A change that the removal guard refuses, for people. */
export interface RefusedChange {
  /** Some of the entries that it removes. */
  readonly removed: string;
  /** How to see all of them, and how to approve exactly this change: each ends with a command. */
  readonly commands: readonly string[];
}

interface RemovalGuard {
  /** Default: the usual limit (see list/removal-guard). */
  readonly limit: RemovalLimit | undefined;
  /** Whether exactly this change was approved. */
  readonly isApproved: (change: Changes) => boolean;
  /** What a refusal prints about the rest of a change. */
  readonly describe: (change: Changes) => RefusedChange;
}
