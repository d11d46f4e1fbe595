import fc from "fast-check";
import type { Behavior, SimulatedList } from "../../../provider/simulator/index";
import { byKinds, type Bits } from "../oracle/bits";
import { readPath, services, type Observe } from "../services";
import { appListIds, mostly, someEntries } from "./program";

/** The API of one history. */
export interface Api {
  readonly behavior: Partial<Behavior>;
  /** The unmanaged entries that each list has at first. */
  readonly initial: readonly Bits[];
  /** The setting app-list:observe of each stack. */
  readonly observe: readonly [Observe, Observe];
}

const shows: readonly Behavior["shows"][] = [
  ...Object.values(services).flatMap((service) => service.shows ?? []),
  { add: { kinds: ["appBundles"] }, remove: { kinds: ["placementIds"] } },
];

const statuses: readonly Behavior["statuses"][] = [
  { present: 409, absent: 410, refused: 409 },
  { present: 400, absent: 409, refused: 410 },
  { present: 409, absent: 404, refused: 422 },
];

const observe = mostly<Observe>(6, "probe", "read", "off");

/** Any API, with the semantics that its description leaves open. */
export const anyApi: fc.Arbitrary<Api> = fc.record({
  behavior: fc.record({
    addPresent: mostly(3, "ignore", "error"),
    removeAbsent: mostly(3, "ignore", "error"),
    reservedNames: mostly(3, "allow", "refuse"),
    statuses: mostly<Behavior["statuses"]>(3, {}, ...statuses),
    refusalEffect: mostly(3, "none", "others"),
    shows: mostly(3, {}, ...shows),
    maxEntriesPerRequest: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 3 }),
    read: mostly<string | undefined>(3, undefined, readPath),
  }),
  initial: fc.tuple(...appListIds.map(() => someEntries)),
  observe: fc.tuple(observe, observe),
});

/** The settings of a stack, besides its login. */
export function settingsOf(observe: Observe): Readonly<Record<string, string>> {
  return { observe, ...(observe === "read" && { readPath }) };
}

/** The lists, for the simulator. */
export function listsOf({ initial }: Api): readonly SimulatedList[] {
  return appListIds.map((id, index) => ({ id, name: `list ${id}`, ...byKinds(initial[index] ?? 0) }));
}
