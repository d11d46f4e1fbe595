import * as z from "zod";
import { listFirst, printableUpTo, quote } from "../common/quote";
import type { Finding } from "../check/finding";
import { byKind, kinds } from "../list/kinds";
import type { Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { parseLimit } from "../list/limits";
import { purposes } from "../list/summary";
import { bounds } from "./bounds";

export function mustBe(expected: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    if (input === undefined) return "is missing";
    // Such a number has lost its last digits before it got here.
    const isTooLarge = Number.isInteger(input) && !Number.isSafeInteger(input);
    return isTooLarge
      ? `is too large: at most ${Number.MAX_SAFE_INTEGER}`
      : `must be ${expected}, not ${describe(input)}`;
  };
}

/** A value in a message. Values that can be long or deep are shown by their type only. */
export function describe(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

const mustBeLimit = mustBe('a number of entries such as 500 or a percentage such as "40%"');

const limitSchema = z
  .union([z.number(), z.string()], { error: mustBeLimit })
  .refine((limit) => parseLimit(limit) !== undefined, { error: mustBeLimit })
  .optional();

/** The arguments that are not entries: their shape in inputs and in the state. */
export const argumentsSchema = z.object({
  appListId: z.int({ error: mustBe("a whole number such as 4321") }).positive("must be a positive number"),
  account: z
    .string({ error: mustBe("the name of an account") })
    // zod's min(1) would also accept objects with a length.
    .regex(/./su, "must be the name of an account")
    .optional(),
  exclusive: z.boolean({ error: mustBe("true or false") }).optional(),
  claimExisting: z.boolean({ error: mustBe("true or false") }).optional(),
  removalLimit: limitSchema,
  additionLimit: limitSchema,
  purpose: z.enum(purposes, { error: mustBe('"block" or "allow"') }).optional(),
});

/** The arguments that are not entries, as the program wrote them. */
export type Arguments = Readonly<z.infer<typeof argumentsSchema>>;

export const argumentNames = argumentsSchema.keyof().options;

/** The arguments that a preview knows. */
export const knownArgumentsSchema = argumentsSchema.partial();

/** The names of the arguments that differ. An omitted boolean is false. */
export function changedArguments(before: Partial<Arguments>, now: Partial<Arguments>): readonly (keyof Arguments)[] {
  return argumentNames.filter((name) => (before[name] ?? false) !== (now[name] ?? false));
}

/** The entries of each kind as a text (see list/text.ts). A kind without entries has none. */
export const textsSchema = z.object(byKind(() => z.string().optional()));

/** The outputs about the list that a preview of an update shows as they are in the state. */
export const listOutputs = ["name", "description", "hasAssociatedCampaigns"] as const;

/** The outputs that are not inputs. A preview does not know them. */
export const computedOutputs = [
  ...listOutputs,
  "adopted",
  "unmanaged",
  "notVerified",
  "missing",
  "unconfirmedRemovals",
  "baseUrl",
  "imported",
  "stateVersion",
] as const;

const problemsSchema = z.array(z.string());

const inputsSchema = z.object({
  ...argumentsSchema.shape,
  ...textsSchema.shape,
  /** The problems that the resource's constructor found in the arguments. Such inputs are never accepted. */
  problems: problemsSchema.optional(),
});

/** The arguments of rejected inputs that name their list; none if one of them is not valid. */
const listSchema = argumentsSchema.pick({ account: true, appListId: true }).partial().catch({});

/** The inputs or the outputs of a resource as plain data. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Parses the inputs of a resource. Never throws. Other members, such as Pulumi's own `__provider`, are ignored. Of
 * rejected inputs, `entries` are the valid ones.
 *
 * @param unknown the names of the inputs that a preview does not know yet. Their values are ignored.
 */
export function parseInputs(inputs: Properties, unknown: ReadonlySet<string> = new Set()) {
  const known = Object.fromEntries(Object.entries(definedMembers(inputs)).filter(([name]) => !unknown.has(name)));
  const parsed = (unknown.size > 0 ? inputsSchema.partial() : inputsSchema).safeParse(known);
  const { entries, problems: entryProblems } = parseTexts(byKind((kind) => z.string().catch("").parse(known[kind])));
  const messages = [
    ...problemsSchema.catch([]).parse(known["problems"]),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
  ];
  const problems: readonly Finding[] = [...messages.map((problem) => ({ problem })), ...entryProblems];
  if (!parsed.success || problems.length > 0)
    return { outcome: "rejected", problems, given: listSchema.parse(known), entries } as const;
  const given = knownArgumentsSchema.parse(parsed.data);
  const { appListId } = given;
  const givenKinds = kinds.filter((kind) => known[kind] !== undefined);
  const others = { entries, givenKinds, unknown };
  if (unknown.size > 0 || appListId === undefined) return { outcome: "incomplete", given, ...others } as const;
  return { outcome: "complete", given: { ...given, appListId }, ...others } as const;
}

/** Inputs without a problem: complete, or with values that a preview does not know yet. */
export type ValidInputs = Exclude<ReturnType<typeof parseInputs>, { readonly outcome: "rejected" }>;

/** What a host knows about a call besides its data. */
export interface HostCall {
  /** The ID of the resource in the run, as in its check. Default: not known. */
  readonly id?: string | undefined;
  /** Whether an input with entries is secret or was secret. Then all messages only count entries. Default: false. */
  readonly isSecret?: boolean;
  /** The names of the inputs that a preview does not know yet. Default: none. */
  readonly unknown?: ReadonlySet<string>;
  /** The seconds that the operation may take. Default: the `timeoutSeconds` of the settings. */
  readonly timeout?: number | undefined;
}

/** Complete and valid inputs. */
export type CompleteInputs = Omit<Extract<ValidInputs, { outcome: "complete" }>, "outcome" | "unknown"> &
  Pick<HostCall, "id" | "timeout">;

/** Valid inputs in their normal form. */
export function printChecked({ given, entries, givenKinds, unknown }: ValidInputs) {
  // Another text than none is not the same as one without entries.
  const texts = Object.fromEntries(givenKinds.map((kind) => [kind, entries[kind].text]));
  return {
    outcome: "valid",
    inputs: definedMembers({ ...given, ...texts }),
    // If an input is unknown, so are the constructor's problems. The engine checks again as soon as they are known.
    unknown: unknown.difference(new Set(["problems"])),
  } as const;
}

export function reject(problems: readonly string[]) {
  const print = (problem: string): string => printableUpTo(bounds.problemCharacters, problem);
  const lines = listFirst(problems, print, bounds.problems, "\n  ");
  const reason = problems.length === 1 ? lines : `\n  ${lines}`;
  return { outcome: "invalid", reason, code: "ARGUMENTS_INVALID" } as const;
}

export function parseTexts(texts: z.infer<typeof textsSchema>) {
  const parsed = byKind((kind) => EntrySet.parse(kind, texts[kind] ?? ""));
  return {
    entries: byKind((kind) => parsed[kind].entries),
    problems: kinds.flatMap((kind): readonly Finding[] => parsed[kind].problems),
  };
}

/** The texts of the kinds that have entries, with or without notes. */
export function printTexts(entries: Entries, text: "text" | "bareText" = "text"): Readonly<Record<string, string>> {
  const texts = kinds.map((kind) => [kind, entries[kind][text]] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/**
 * The members that have a value. The engine's protocol has no undefined values, and an undefined secret arrives as null.
 */
export function definedMembers(record: Properties): Properties {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}
