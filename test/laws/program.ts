import type { Program } from "./deployment";
import type { Properties } from "./hosts/host";
import { givenTexts, type Bits, type Day } from "./oracle/bits";

/** What a program declares of a resource. */
export interface Declared {
  /** Default: list 1. */
  readonly appListId?: number | undefined;
  /** Default: the default account. */
  readonly account?: string | undefined;
  readonly entries: Bits;
  /** The last day of its entries that end. Default: none. */
  readonly day?: Day;
  readonly exclusive?: boolean;
  readonly claimExisting?: boolean;
  /** Default: none stops it. */
  readonly removalLimit?: number | string;
  /** Why the provider rejects its inputs. Default: it accepts them. */
  readonly rejection?: Rejection | undefined;
}

export type Rejection = keyof typeof rejections;

/** Inputs that the provider rejects, which still declare their entries, from those that it accepts. */
const rejections = {
  "no app bundles given": ({ appBundles: _, ...inputs }) => inputs,
  "no websites given": ({ websites: _, ...inputs }) => inputs,
  "a malformed line": ({ appBundles = "", ...inputs }) => ({
    ...inputs,
    appBundles: `${String(appBundles)}two words\n`,
  }),
  "a problem of the program": (inputs) => ({ ...inputs, problems: ["exclude is not an argument of AppListEntries"] }),
  "a malformed limit": (inputs) => ({ ...inputs, removalLimit: "a lot" }),
  "no list": ({ appListId: _, ...inputs }) => inputs,
} as const satisfies Readonly<Record<string, (inputs: Properties) => Properties>>;

export const allRejections = Object.keys(rejections).filter((name): name is Rejection => name in rejections);

/** The inputs of a resource, as the engine gets them from a program. */
function inputsOf(declared: Declared): Properties {
  const { entries, day, account, exclusive, claimExisting, rejection, appListId = 1, removalLimit = "100%" } = declared;
  const options = {
    ...(account && { account }),
    ...(exclusive && { exclusive }),
    ...(claimExisting && { claimExisting }),
  };
  const inputs: Properties = { appListId, removalLimit, ...givenTexts(entries, day), ...options };
  return rejection === undefined ? inputs : rejections[rejection](inputs);
}

/** The program, for the engine: the resources by their names. */
export function programOf(declared: Readonly<Record<string, Declared>>): Program {
  return Object.fromEntries(Object.entries(declared).map(([name, each]) => [name, inputsOf(each)]));
}
