import { z } from "zod";
import type { Behaviour, CampaignBehaviour } from "../../simulator/behaviour";
import { OptionsError } from "../settings/parse-options";

/** One key of `--behaviour`: what its value may be, and what it does. */
interface BehaviourOption {
  readonly values: string;
  readonly meaning: string;
  /** Reads the value into the part of the behaviour that it changes. */
  readonly schema: z.ZodType<BehaviourChange>;
}

/** What `--behaviour` changes; how campaigns are listed is chosen member by member. */
interface BehaviourChange extends Partial<Omit<Behaviour, "campaigns">> {
  readonly campaigns?: Partial<CampaignBehaviour>;
}

function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  change: (value: Values[number]) => BehaviourChange,
  meaning: string,
): BehaviourOption {
  const schema = z.enum(values, { error: `must be one of ${values.join(", ")}` }).transform(change);
  return { values: values.join("|"), meaning, schema };
}

function number(change: (value: number) => BehaviourChange, meaning: string): BehaviourOption {
  const schema = z
    .string()
    .regex(/^[1-9]\d{0,8}$/u, { error: "must be a positive whole number" })
    .transform((digits) => change(Number(digits)));
  return { values: "<number>", meaning, schema };
}

function entries(change: (value: ReadonlySet<string>) => BehaviourChange, meaning: string): BehaviourOption {
  const schema = z.string().transform((list) => change(new Set(list.split(",").filter((entry) => entry !== ""))));
  return { values: "<entry,entry…>", meaning, schema };
}

/** Every choice that the service's documentation leaves open, by key. The first value of a choice is its default. */
const options = {
  addPresent: oneOf(["ignore", "duplicate", "error"], (addPresent) => ({ addPresent }), "adding what is there"),
  removeAbsent: oneOf(["ignore", "error"], (removeAbsent) => ({ removeAbsent }), "removing what is not there"),
  removedCopies: oneOf(["all", "first"], (removedCopies) => ({ removedCopies }), "which copies a removal takes"),
  silentlyDropped: entries((silentlyDropped) => ({ silentlyDropped }), "left out of additions without a word"),
  silentlyKept: entries((silentlyKept) => ({ silentlyKept }), "left in by removals without a word"),
  refused: entries((refused) => ({ refused }), "make an addition be refused (422)"),
  removalRefused: entries((removalRefused) => ({ removalRefused }), "make a removal be refused (422)"),
  letterCase: oneOf(["keep", "lower"], (letterCase) => ({ letterCase }), "how entries are stored"),
  order: oneOf(["append", "sorted", "reversed"], (order) => ({ order }), "the order in answers"),
  emptyList: oneOf(["allow", "refuse"], (emptyList) => ({ emptyList }), "removing the last entry"),
  maxEntriesPerRequest: number((maxEntriesPerRequest) => ({ maxEntriesPerRequest }), "more get 413"),
  maxEntriesPerList: number((maxEntriesPerList) => ({ maxEntriesPerList }), "more get 422"),
  websites: oneOf(["shown", "hidden", "null"], (websites) => ({ websites }), "the websites in answers"),
  read: {
    values: "<path>",
    meaning: "a GET that reads a list, such as /v1/app_list/{id}",
    schema: z
      .string()
      .regex(/^\/[^\s{}]*\{id\}[^\s{}]*$/u, { error: 'must begin with "/" and contain {id} once' })
      .transform((read) => ({ read })),
  },
  tokenLifetimeSeconds: number((tokenLifetimeSeconds) => ({ tokenLifetimeSeconds }), "how long tokens live (1799)"),
  "campaigns.wrapping": oneOf(
    ["data", "array", "campaigns"],
    (wrapping) => ({ campaigns: { wrapping } }),
    "the shape of the listing",
  ),
  "campaigns.maxPerPage": number((maxPerPage) => ({ campaigns: { maxPerPage } }), "the most campaigns a page (100)"),
} as const satisfies Record<
  Exclude<keyof Behaviour, "campaigns"> | `campaigns.${keyof CampaignBehaviour}`,
  BehaviourOption
>;

const optionByKey: ReadonlyMap<string, BehaviourOption> = new Map(Object.entries(options));

/**
 * Reads the values of `--behaviour`, each `key=value`. The last one of a key counts.
 *
 * @param usual the behaviour that is meant where nothing is said.
 * @throws {OptionsError} naming every one that cannot be read.
 */
export function parseBehaviour(given: readonly string[], usual: Behaviour): Behaviour {
  const problems: string[] = [];
  let behaviour = usual;
  for (const one of given) {
    const [, key = one, value] = /^([^=]*)=(.*)$/su.exec(one) ?? [];
    const option = optionByKey.get(key);
    const parsed = value === undefined ? undefined : option?.schema.safeParse(value);
    if (option === undefined) problems.push(`--behaviour has no key ${JSON.stringify(key)}`);
    else if (parsed === undefined) problems.push(`--behaviour ${key} needs a value: ${key}=${option.values}`);
    else if (!parsed.success) problems.push(`--behaviour ${key} ${parsed.error.issues[0]?.message ?? "is wrong"}`);
    else behaviour = changed(behaviour, parsed.data);
  }
  if (problems.length > 0) throw new OptionsError(problems);
  return behaviour;
}

function changed(behaviour: Behaviour, { campaigns, ...change }: BehaviourChange): Behaviour {
  return { ...behaviour, ...change, campaigns: { ...behaviour.campaigns, ...campaigns } };
}

/** The keys of `--behaviour` for the help. */
export function behaviourHelp(): string {
  const lines = Array.from(optionByKey, ([key, { values, meaning }]) => [`  ${key}=${values}`, meaning] as const);
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, meaning]) => `${left.padEnd(width)}  ${meaning}`).join("\n");
}
