import type { ListEvent } from "../../../provider/resource/events";
import { kinds, namesOf, type Bits } from "./bits";

/** The numbers of entries of each kind in the events with a code. */
export function reportedIn(events: readonly ListEvent[], code: ListEvent["code"]): readonly number[] {
  const some = events.filter((event) => event.code === code);
  return kinds.map(({ argument }) => some.reduce((sum, { entries }) => sum + entries[argument].size, 0));
}

/** The numbers of entries of each kind. */
export function numbersOf(groups: readonly Bits[]): readonly number[] {
  return kinds.map(({ bits }) => groups.reduce((sum, group) => sum + namesOf(group & bits).length, 0));
}
