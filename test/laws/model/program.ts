import fc from "fast-check";
import { accountElsewhere, accountNames } from "../accounts";
import type { Program } from "../deployment";
import type { Properties } from "../hosts/host";
import { bitsOf, givenTexts, type Bits } from "../oracle/bits";

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly appListId: number;
  /** Default: the default account. */
  readonly account?: string | undefined;
  readonly entries: Bits;
  readonly exclusive: boolean;
  readonly claimExisting: boolean;
  readonly removalLimit: number | string;
  /** Why the provider rejects its inputs. Default: it accepts them. */
  readonly rejection?: Rejection | undefined;
}

type Rejection = keyof typeof rejections;

/** Inputs that the provider rejects, which still declare their entries, from those that it accepts. */
const rejections = {
  "a kind that is not given": ({ appBundles: _, ...inputs }) => inputs,
  "a malformed line": ({ appBundles = "", ...inputs }) => ({
    ...inputs,
    appBundles: `${String(appBundles)}two words\n`,
  }),
  "a problem of the program": (inputs) => ({ ...inputs, problems: ["exclude is not an argument of AppListEntries"] }),
  "a malformed limit": (inputs) => ({ ...inputs, removalLimit: "a lot" }),
  "no list": ({ appListId: _, ...inputs }) => inputs,
} as const satisfies Readonly<Record<string, (inputs: Properties) => Properties>>;

export const allRejections = Object.keys(rejections).filter((name): name is Rejection => name in rejections);

/** The program, for the engine. */
export function programOf(declared: readonly Declared[]): Program {
  return Object.fromEntries(
    declared.map(({ name, entries, account, exclusive, claimExisting, rejection, ...given }) => {
      const options = {
        ...(account && { account }),
        ...(exclusive && { exclusive }),
        ...(claimExisting && { claimExisting }),
      };
      const inputs: Properties = { ...given, ...givenTexts(entries), ...options };
      return [name, rejection === undefined ? inputs : rejections[rejection](inputs)];
    }),
  );
}

/** The lists of the API. */
export const appListIds = [1, 2] as const;

/** The entries that programs and other people add and remove. */
const names = ["com.a", "com.b", "com.c", "com.d", "1-p", "2-q", "a.example", "b.example"] as const;

/** Together they are fewer than those that the removal guard applies to. */
export const someEntries = fc.subarray([...names]).map(bitsOf);

export const oneEntry = fc.constantFrom(...names).map((name) => bitsOf([name]));

/** The names of resources. */
export const resourceNames = ["a", "b", "c"] as const;

/** A value that is chosen a number of times as often as all others together. */
export function mostly<Value>(weight: number, usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

const resource: fc.Arbitrary<Declared> = fc.record({
  name: fc.constantFrom(...resourceNames),
  appListId: fc.constantFrom(...appListIds),
  account: mostly(6, ...accountNames),
  entries: someEntries,
  exclusive: mostly(2, false, true),
  claimExisting: mostly(5, false, true),
  removalLimit: mostly<number | string>(8, "100%", 0, "30%"),
});

/** Any program that may run. */
export const anyProgram: fc.Arbitrary<readonly Declared[]> = fc
  .uniqueArray(resource, { minLength: 1, maxLength: 3, selector: ({ name }) => name })
  .map(permitted);

/**
 * A program that the provider lets run: an entry of a list belongs to the first resource that declares it, and only a list
 * with one resource is exclusive.
 */
export function permitted(program: readonly Declared[]): readonly Declared[] {
  const isSameList = (one: Declared, other: Declared): boolean =>
    one.appListId === other.appListId && (one.account === accountElsewhere) === (other.account === accountElsewhere);
  return program.map((each, index) => {
    const earlier = program.slice(0, index).filter((other) => isSameList(each, other));
    const taken = earlier.reduce((bits, { entries }) => bits | entries, 0);
    const isAlone = program.filter((other) => isSameList(each, other)).length === 1;
    return { ...each, entries: each.entries & ~taken, exclusive: each.exclusive && isAlone };
  });
}
