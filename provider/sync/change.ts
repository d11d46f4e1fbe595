import { difference, ifShown, noEntries, type Changes, type Entries, type Observed } from "../list/entries";
import type { RemovalLimit } from "../list/removal-guard";
import type { ChangeError } from "./errors";
import type { Knowledge, Target } from "./knowledge";
import type { ReadBy } from "./observe";

export interface Goal extends Omit<Target, "declaredElsewhere"> {
  /** Called again before every removal, since the engine may have shown more resources meanwhile. */
  readonly declaredElsewhere: () => Entries;
  /**
   * Called with the entries that are about to be removed, before it is asked for the last time which of them are declared
   * elsewhere. A resource that declares one of them is either seen then, or sees that the entry may be removed.
   */
  readonly beforeRemoval?: (entries: Entries) => void;
  /** "off" when the resource is deleted: all entries that it added are meant to be removed. */
  readonly removalGuard: RemovalGuard | "off";
  /** What to do after a failure, as a sentence. */
  readonly next: string;
}

export interface RemovalGuard {
  /** Default: the usual limit (see list/removal-guard). */
  readonly limit: RemovalLimit | undefined;
  /** Whether exactly this change was approved. */
  readonly isApproved: (change: Changes) => boolean;
  /** How to approve exactly this change, as a sentence. */
  readonly howToApprove: (change: Changes) => string;
}

/** All of it is observed or acknowledged, nothing is assumed. */
export interface Change extends Omit<Knowledge, "sent" | "interruption"> {
  readonly observedAfter: Observed;
  /** Entries that are no longer desired and stay, as another resource of the run declares them. */
  readonly handedOver: Entries;
  /** Sentinels that are, or may be, in the list after the change. */
  readonly sentinelsLeft: Entries;
  /** How the list was read before the change; undefined if it could not be. */
  readonly readBy?: ReadBy | undefined;
  /** Why the list could not be read before the change; undefined if it was. */
  readonly notVerified?: string | undefined;
  /** Why the goal was not reached; undefined if it was. */
  readonly failure?: ChangeError | undefined;
}

/** The entries that the list has lost since the change began, as far as the API shows them. */
export function lostEntries({
  observedBefore,
  observedAfter,
}: Pick<Change, "observedBefore" | "observedAfter">): Entries {
  return ifShown(
    observedBefore,
    (before) => ifShown(observedAfter, (after) => difference(before, after), noEntries),
    noEntries,
  );
}
