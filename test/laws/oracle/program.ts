import type { Program } from "../deployment";
import type { Properties } from "../hosts/host";
import { entryOf, textsOf, type Entry } from "./entries";

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly appListId: number;
  /** The names of its entries. */
  readonly entries: readonly string[];
  readonly exclusive?: boolean;
  readonly claimExisting?: boolean;
  readonly removalLimit?: number | string | undefined;
  /** Why the provider refuses its inputs. Default: it accepts them. */
  readonly refusal?: Refusal | undefined;
}

/** Why the provider refuses the inputs of a resource, which declare its entries all the same. */
export type Refusal = keyof typeof refusals;

/** Inputs that the provider refuses, from those that it accepts. */
const refusals = {
  "a malformed line": (inputs: Properties) => ({ ...inputs, appBundles: `${textIn(inputs)}two words\n` }),
  "an entry of a wrong kind": (inputs: Properties) => ({ ...inputs, placementIds: "no-placement\n" }),
  "a problem of the program": (inputs: Properties) => ({ ...inputs, refused: ["exclude is not an argument"] }),
  "a malformed limit": (inputs: Properties) => ({ ...inputs, removalLimit: "a lot" }),
  "no list": ({ appListId: _, ...inputs }: Properties) => inputs,
} as const satisfies Readonly<Record<string, (inputs: Properties) => Properties>>;

function textIn({ appBundles }: Properties): string {
  return typeof appBundles === "string" ? appBundles : "";
}

/** Every reason for which inputs are refused. */
export const allRefusals: readonly Refusal[] = [
  "a malformed line",
  "an entry of a wrong kind",
  "a problem of the program",
  "a malformed limit",
  "no list",
];

/** The program, for the engine. */
export function programOf(declared: readonly Declared[]): Program {
  return Object.fromEntries(
    declared.map(({ name, appListId, entries, exclusive = false, claimExisting = false, removalLimit, refusal }) => {
      const inputs: Properties = {
        appListId,
        ...textsOf(entries),
        ...(exclusive && { exclusive }),
        ...(claimExisting && { claimExisting }),
        ...(removalLimit !== undefined && { removalLimit }),
      };
      return [name, refusal === undefined ? inputs : refusals[refusal](inputs)];
    }),
  );
}

/** The entries that a resource declares. */
export function entriesOf({ appListId, entries }: Declared): readonly Entry[] {
  return entries.map((name) => entryOf(appListId, name));
}

/** The resources whose inputs the provider accepts. */
export function acceptedIn(declared: readonly Declared[]): readonly Declared[] {
  return declared.filter(({ refusal }) => refusal === undefined);
}

/** The name of the resource that declares it, for every declared entry. */
export function declarersOf(declared: readonly Declared[]): ReadonlyMap<Entry, string> {
  return new Map(declared.flatMap((resource) => entriesOf(resource).map((entry) => [entry, resource.name])));
}

/**
 * Entries that the provider knows to be declared before it removes anything, also in an up that fails: after a refused
 * resource the engine does not register those that follow, nor in sequence those that depend on another one.
 */
export function surelyRegistered(declared: readonly Declared[], inSequence: boolean): ReadonlyMap<Entry, string> {
  if (inSequence) return new Map();
  return declarersOf(untilRefusal(declared));
}

/** The resources that the engine registers in any case: all up to the first one that the provider may refuse. */
export function untilRefusal(declared: readonly Declared[]): readonly Declared[] {
  const refused = declared.findIndex(
    ({ removalLimit, refusal }) => removalLimit !== undefined || refusal !== undefined,
  );
  return refused < 0 ? declared : declared.slice(0, refused + 1);
}
