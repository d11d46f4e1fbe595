import { noEntries, type Entries } from "../../provider/list/entries";
import { overLimits, type Judgement, type Limits } from "../../provider/list/limits";
import { nothingManaged } from "../../provider/list/ownership";
import { planUpdate, type Facts, type Intent, type Update } from "../../provider/list/update";

interface Situation {
  readonly facts?: Partial<Facts>;
  readonly intent?: Partial<Intent>;
  /** What others declare. */
  readonly declared?: Entries;
}

/** Plans an update; what is left out is: nothing managed or declared, an additive list, nobody else. */
export function planOf({ facts, intent, declared = noEntries }: Situation): Update {
  return planUpdate(
    { ownership: nothingManaged, missing: noEntries, ...facts },
    { what: "update", desired: noEntries, exclusive: false, ...intent },
    declared,
  );
}

/** An update that removes own and unmanaged entries. */
export function removing(own: Entries, unmanaged = noEntries): Update {
  return { ...planOf({}), remove: { own, unmanaged, expired: noEntries } };
}

/** The judgements of an update by limits, as of a resource that manages nothing and has no limit. */
export function judgementsOf(update: Update, limits: Partial<Limits>): readonly Judgement[] {
  return overLimits(update, { whole: noEntries, isNewlyExclusive: false, ...limits });
}
