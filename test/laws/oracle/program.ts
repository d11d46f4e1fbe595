import type { Program } from "../deployment";
import type { Kind } from "../../../provider/list/kinds";
import type { Properties } from "../hosts/host";
import { entryOf, listKeyOf, listOf, textsOf, type Entry } from "./entries";

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly appListId: number;
  /** Default: the default account. */
  readonly account?: string | undefined;
  /** The names of its entries. */
  readonly entries: readonly string[];
  readonly exclusive?: boolean;
  readonly claimExisting?: boolean;
  readonly removalLimit?: number | string | undefined;
  /** Why the provider refuses its inputs. Default: it accepts them. */
  readonly refusal?: Refusal | undefined;
}

/** Why the provider refuses the inputs of a resource, which still declare its entries. */
export type Refusal = keyof typeof refusals;

/** Inputs that the provider refuses, from those that it accepts. */
const refusals = {
  "a malformed line": (inputs: Properties) => withLine(inputs, "appBundles", "two words"),
  "an entry of a wrong kind": (inputs: Properties) => withLine(inputs, "placementIds", "no-placement"),
  "a problem of the program": (inputs: Properties) => ({
    ...inputs,
    refused: ["exclude is not an argument of AppListEntries"],
  }),
  "a malformed limit": (inputs: Properties) => ({ ...inputs, removalLimit: "a lot" }),
  "no list": ({ appListId: _, ...inputs }: Properties) => inputs,
} as const satisfies Readonly<Record<string, (inputs: Properties) => Properties>>;

/** Whether an error is about inputs that are refused. */
export function isAboutInputs(message: string): boolean {
  return /two words|no-placement|exclude is not an argument|removalLimit.*a lot|appListId: is missing/u.test(message);
}

function withLine(inputs: Properties, kind: Kind, line: string): Properties {
  const text = inputs[kind];
  return { ...inputs, [kind]: `${typeof text === "string" ? text : ""}${line}\n` };
}

/** Every reason for which inputs are refused. */
export const allRefusals = Object.keys(refusals).filter((name): name is Refusal => name in refusals);

/** The program, for the engine. */
export function programOf(declared: readonly Declared[]): Program {
  return Object.fromEntries(
    declared.map(({ name, appListId, account, entries, exclusive, claimExisting, removalLimit, refusal }) => {
      const inputs: Properties = {
        appListId,
        ...(account !== undefined && { account }),
        ...textsOf(entries),
        ...(exclusive === true && { exclusive }),
        ...(claimExisting === true && { claimExisting }),
        ...(removalLimit !== undefined && { removalLimit }),
      };
      return [name, refusal === undefined ? inputs : refusals[refusal](inputs)];
    }),
  );
}

/** The entries that a resource declares. */
export function entriesOf({ appListId, account, entries }: Declared): readonly Entry[] {
  return entries.map((name) => entryOf(listKeyOf(appListId, account), name));
}

/** The resources that have the list of an entry. */
export function withListOf(entry: Entry, declared: readonly Declared[]): readonly Declared[] {
  return declared.filter(({ appListId, account }) => listKeyOf(appListId, account) === listOf(entry));
}

/** A resource and its account: a resource with another account has added nothing. */
export type Owner = string;

export function ownerOf({ name, account }: Pick<Declared, "name" | "account">): Owner {
  return account === undefined ? name : `${name}@${account}`;
}

/** The resources whose inputs the provider accepts. */
export function acceptedIn(declared: readonly Declared[]): readonly Declared[] {
  return declared.filter(({ refusal }) => refusal === undefined);
}

/** The resource that declares it, for every declared entry. */
export function declarersOf(declared: readonly Declared[]): ReadonlyMap<Entry, Owner> {
  return new Map(declared.flatMap((resource) => entriesOf(resource).map((entry) => [entry, ownerOf(resource)])));
}

/**
 * Entries that the provider knows to be declared before it removes anything, also in an up that fails: after a refused
 * resource the engine does not register those that follow, nor in sequence those that depend on another one.
 */
export function surelyRegistered(declared: readonly Declared[], inSequence: boolean): ReadonlyMap<Entry, Owner> {
  if (inSequence) return new Map();
  return declarersOf(untilRefusal(declared).filter(({ refusal }) => refusal !== "no list"));
}

/**
 * The resources that the engine registers in any case: all up to the first one that the provider may refuse. The removal
 * guard may refuse one that has a limit, or that becomes exclusive.
 */
export function untilRefusal(declared: readonly Declared[]): readonly Declared[] {
  const refused = declared.findIndex(
    ({ removalLimit, exclusive, refusal }) => removalLimit !== undefined || exclusive === true || refusal !== undefined,
  );
  return refused < 0 ? declared : declared.slice(0, refused + 1);
}
