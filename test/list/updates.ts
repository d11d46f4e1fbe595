import { noEntries } from "../../provider/list/entries";
import { byKind, kinds, type ByKind } from "../../provider/list/kinds";
import { nothingManaged } from "../../provider/list/ownership";
import { planUpdate, type Facts, type Intent, type Others, type Part, type Update } from "../../provider/list/update";

interface Situation {
  readonly facts?: Partial<Facts>;
  readonly intent?: Partial<Intent>;
  readonly others?: Partial<Others>;
}

/** Plans an update; what is left out is: nothing managed or declared, an additive list, nobody else. */
export function planOf({ facts, intent, others }: Situation): Update {
  return planUpdate(
    { ownership: nothingManaged, missing: noEntries, isRead: false, ...facts },
    { what: "update", desired: noEntries, exclusive: false, ...intent },
    { declared: noEntries, ...others },
  );
}

/** An update with these numbers of its kinds, for what judges numbers. What is left out is 0. */
export function updateWith(parts: Partial<ByKind<Partial<Part>>>, more: Partial<Update> = {}): Update {
  const nothing = planOf({});
  const { least, most } = more.unnamed ?? nothing.unnamed;
  const given = byKind((kind): Part => ({ ...nothing.parts[kind], ...parts[kind] }));
  const sum = (name: keyof Part): number => kinds.reduce((total, kind) => total + given[kind][name], 0);
  const all = { own: sum("own"), unmanaged: sum("unmanaged") + least, kept: sum("kept"), atRisk: sum("atRisk") + most };
  return { ...nothing, parts: { ...given, all }, ...more };
}
