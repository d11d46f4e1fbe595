import fc from "fast-check";
import { kinds, type Kind } from "../../../provider/list/kinds";
import type { Behaviour } from "../../../provider/simulator/index";
import { allEntries, entriesByKind } from "./places";

/** The service of one history, as the stacks find it. */
export interface Service {
  readonly behaviour: Partial<Behaviour>;
  /** What others have put into each list before; an entry can stand there twice. */
  readonly initial: readonly (readonly string[])[];
  /** The setting app-list:observe of each stack. */
  readonly observe: readonly Observe[];
}

type Observe = "probe" | "read" | "off";

/** Where a service can read a list. */
const readPath = "/v1/app_list/{id}";

/** The life of a token that does not outlive a command, in seconds. */
const shortLife = 30;

/** Any service, with the semantics that its description leaves open. */
export const service: fc.Arbitrary<Service> = fc.record({
  behaviour: fc.record({
    addPresent: mostly("ignore", "duplicate", "error"),
    removeAbsent: mostly("ignore", "error"),
    removedCopies: mostly("all", "first"),
    order: mostly("append", "sorted", "reversed"),
    websites: mostly("shown", "hidden", "null"),
    maxEntriesPerRequest: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 3 }),
    tokenLifetimeSeconds: mostly(1799, shortLife),
    read: mostly<string | undefined>(undefined, readPath),
  }),
  initial: fc.tuple(initialEntries(), initialEntries()),
  observe: fc.tuple(observe(), observe()),
});

/** The settings of a stack, beyond those of the account. */
export function settingsOf(observe: Observe): Readonly<Record<string, string>> {
  return observe === "read" ? { observe, readPath } : { observe };
}

/** The lists, for the simulator. */
export function listsOf({ initial }: Service): readonly { readonly id: number; readonly name: string }[] {
  return initial.map((entries, index) => ({ id: index + 1, name: `list ${index + 1}`, ...entriesByKind(entries) }));
}

/** The kinds that a stack gets to see of a list, before it changes anything. */
export function visibleKinds({ behaviour }: Service, observe: Observe): ReadonlySet<Kind> {
  const isShown =
    observe === "probe" ? behaviour.removeAbsent !== "error" : observe === "read" && behaviour.read !== undefined;
  const isShownWhole = behaviour.websites === "shown";
  return new Set(isShown ? kinds.filter((kind) => kind !== "websites" || isShownWhole) : []);
}

/** The kinds of which every copy goes with a removal: where it takes one copy only, the provider has to see the others. */
export function removableKinds({ behaviour }: Service): ReadonlySet<Kind> {
  const isWebsiteLeft = behaviour.removedCopies === "first" && behaviour.websites !== "shown";
  return new Set(kinds.filter((kind) => kind !== "websites" || !isWebsiteLeft));
}

/** Whether a token can expire in the middle of a command. */
export function hasShortTokens({ behaviour }: Service): boolean {
  return behaviour.tokenLifetimeSeconds === shortLife;
}

/** How a history is printed. */
export function describeService({ behaviour, initial, observe }: Service): string {
  return JSON.stringify({ ...behaviour, initial, observe });
}

function mostly<Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

function initialEntries(): fc.Arbitrary<readonly string[]> {
  return fc.array(fc.constantFrom(...allEntries), { maxLength: 4 });
}

function observe(): fc.Arbitrary<Observe> {
  return fc.oneof(
    { arbitrary: fc.constant<Observe>("probe"), weight: 6 },
    { arbitrary: fc.constantFrom<Observe>("read", "off"), weight: 1 },
  );
}
