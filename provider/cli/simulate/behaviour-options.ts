import * as z from "zod";
import { quote } from "../../common/quote";
import type { Behaviour, CampaignBehaviour } from "../../simulator/behaviour";
import { choice as oneOf, OptionsError } from "../options";

function choice<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  return oneOf(values).meta({ title: values.join("|"), description });
}

function number(description: string) {
  const schema = z.string().regex(/^[1-9]\d{0,8}$/u, { error: "must be a positive integer" });
  return schema.transform(Number).meta({ title: "<number>", description });
}

function entrySet(description: string) {
  const schema = z.string().transform((list) => new Set(list.split(",").filter((entry) => entry !== "")));
  return schema.meta({ title: "<entry,entry…>", description });
}

/** The keys of `--behaviour`: all that the documentation of the API leaves open. The first choice is the default. */
const shape = {
  addPresent: choice(["ignore", "duplicate", "error"], "the addition of an entry that is in the list"),
  removeAbsent: choice(
    ["ignore", "error", "notFound", "listNotFound"],
    "the removal of an entry that is not in the list",
  ),
  removedCopies: choice(["all", "first"], "which copies of an entry a removal removes"),
  silentlyDropped: entrySet("additions that are ignored"),
  silentlyKept: entrySet("removals that are ignored"),
  refused: entrySet("additions that are refused (422)"),
  removalRefused: entrySet("removals that are refused (422)"),
  reservedNames: choice(["allow", "refuse"], "app bundles with the prefix of the probe"),
  letterCase: choice(["keep", "lower"], "how entries are stored"),
  order: choice(["append", "sorted", "reversed"], "the order in responses"),
  emptyList: choice(["allow", "refuse"], "the removal of the last entry"),
  maxEntriesPerRequest: number("more are refused (413)"),
  maxEntriesPerList: number("more are refused (422)"),
  websites: choice(["shown", "hidden", "null"], "the websites in responses"),
  read: z
    .string()
    .regex(/^\/[^\s{}]*\{id\}[^\s{}]*$/u, { error: 'must begin with "/" and contain {id} once' })
    .meta({ title: "<path>", description: "a read endpoint, such as /v1/app_list/{id}" }),
  tokenLifetimeSeconds: number("the lifetime of a token (1799)"),
  "campaigns.wrapping": choice(["data", "array", "campaigns"], "the JSON around campaigns"),
  "campaigns.maxPerPage": number("the most campaigns per page (100)"),
  "campaigns.firstPage": choice(["1", "0"], "the number of the first page"),
  "campaigns.total": number("the announced total (the true one)"),
  "campaigns.shown": number("how many campaigns all pages show (all)"),
  "campaigns.otherPages": choice(["empty", "nearest", "notFound"], "pages before the first and after the last"),
} satisfies Record<Exclude<keyof Behaviour, "campaigns"> | `campaigns.${keyof CampaignBehaviour}`, z.ZodType>;

const behaviourSchema = z.strictObject(shape).partial();

const syntax: ReadonlyMap<string, string> = new Map(
  Object.entries(shape).map(([key, schema]) => [key, `${key}=${schema.meta()?.title ?? ""}`]),
);

/**
 * Parses the values of `--behaviour`, each `key=value`. The last value of a key counts.
 *
 * @throws {OptionsError} naming every invalid value.
 */
export function parseBehaviour(given: readonly string[], defaults: Behaviour): Behaviour {
  const problems: string[] = [];
  const changes: z.infer<typeof behaviourSchema> = {};
  for (const one of given) {
    const [, key = one, value] = /^([^=]*)=(.*)$/su.exec(one) ?? [];
    const parsed = behaviourSchema.safeParse({ [key]: value });
    if (!syntax.has(key)) problems.push(`--behaviour has no key ${quote(key)}`);
    else if (value === undefined) problems.push(`--behaviour ${key} needs a value: ${syntax.get(key)}`);
    else if (!parsed.success) problems.push(`--behaviour ${key} ${parsed.error.issues[0]?.message ?? "is invalid"}`);
    else Object.assign(changes, parsed.data);
  }
  if (problems.length > 0) throw new OptionsError(problems);
  const {
    "campaigns.wrapping": wrapping = defaults.campaigns.wrapping,
    "campaigns.maxPerPage": maxPerPage = defaults.campaigns.maxPerPage,
    "campaigns.firstPage": firstPage,
    "campaigns.total": total,
    "campaigns.shown": shown,
    "campaigns.otherPages": otherPages,
    ...rest
  } = changes;
  const campaigns = { wrapping, maxPerPage, firstPage: firstPage === "0" ? 0 : 1, total, shown, otherPages } as const;
  return { ...defaults, ...rest, campaigns };
}

/** The keys of `--behaviour`, one per line. */
export function behaviourHelp(): string {
  const width = Math.max(...Array.from(syntax.values(), (text) => text.length));
  return Object.entries(shape)
    .map(([key, schema]) => `  ${(syntax.get(key) ?? "").padEnd(width)}  ${schema.meta()?.description ?? ""}`)
    .join("\n");
}
