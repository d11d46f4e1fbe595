import * as z from "zod";
import { kinds } from "../list/kinds";
import type { Entries } from "../list/entries";
import { declareInputs } from "../resource/declared-inputs";
import { argumentsSchema, parseTexts, textsSchema } from "../resource/inputs";
import { explicitProvider } from "./own-resources";
import { PreviewUnreadableError, type ResourceState } from "./preview";

/** The value of what a preview does not know yet: `unknownValue` of `@pulumi/pulumi/runtime`. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The value that a preview prints in place of a secret. */
const secretValue = "[secret]";

export interface Declared {
  /** Undefined if the preview does not know it yet. */
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
  readonly isExclusive: boolean;
  readonly claimsExisting: boolean;
  readonly removalLimit: number | string | undefined;
  readonly entries: Entries;
  readonly hidden: Hidden;
  /** Why `pulumi up` will refuse the inputs: a preview does not check them if their provider is not known yet. */
  readonly problems: readonly string[];
}

/** The names of properties whose values a preview does not show. */
export interface Hidden {
  readonly unknown: readonly string[];
  readonly secret: readonly string[];
}

const declaredSchema = z.object({ ...argumentsSchema.partial().shape, ...textsSchema.shape });

export function readDeclared({ inputs, provider }: ResourceState): Declared {
  const { shown, hidden } = splitHidden(inputs);
  const { texts, problems } = isChecked(shown) ? { texts: shown, problems: [] } : checkInputs(shown);
  const parsed = declaredSchema.safeParse({ ...shown, ...texts });
  if (!parsed.success) throw inputsUnreadable(z.prettifyError(parsed.error).replaceAll(/\s+/gu, " "));
  const { appListId, account, exclusive = false, claimExisting = false, removalLimit, ...rest } = parsed.data;
  return {
    appListId,
    account,
    provider: explicitProvider(provider),
    isExclusive: exclusive,
    claimsExisting: claimExisting,
    removalLimit,
    entries: parseTexts(rest).entries,
    hidden,
    problems,
  };
}

/** Whether the inputs of all kinds are texts as a check returns them. */
function isChecked(inputs: Readonly<Record<string, unknown>>): boolean {
  const texts = textsSchema.safeParse(inputs).data;
  return texts !== undefined && parseTexts(texts).problems.length === 0;
}

const refusedSchema = z.array(z.string()).default([]);

/** Checks inputs as a program wrote them: a preview does not if their provider is not known yet, or before an import. */
function checkInputs(given: Readonly<Record<string, unknown>>) {
  const { refused, ...inputs } = declareInputs(given).inputs;
  return {
    texts: Object.fromEntries(kinds.map((kind) => [kind, inputs[kind]])),
    problems: refusedSchema.parse(refused).filter((problem) => !problem.startsWith("__")),
  };
}

function inputsUnreadable(problem: string): PreviewUnreadableError {
  return new PreviewUnreadableError(
    `The inputs of a resource in this preview cannot be read: ${problem}`,
    "Use the version of pulumi-app-list with which the program runs.",
  );
}

/** Takes out the values that a preview does not show, also within properties such as `adopted`. */
export function splitHidden(properties: Readonly<Record<string, unknown>>): {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly hidden: Hidden;
} {
  const names = Object.keys(properties);
  const unknown = names.filter((name) => isOrLists(properties[name], unknownValue));
  const secret = names.filter((name) => isOrLists(properties[name], secretValue));
  const shownNames = names.filter((name) => !unknown.includes(name) && !secret.includes(name));
  const shown = Object.fromEntries(shownNames.map((name) => [name, withoutSecrets(properties[name])]));
  return { shown, hidden: { unknown, secret } };
}

const membersSchema = z.record(z.string(), z.unknown());

/** Whether a value is a mark, or a list of entries that contains it: in an entry, its note or its expiry date. */
function isOrLists(value: unknown, mark: string): boolean {
  if (!Array.isArray(value)) return value === mark;
  return value.some((item: unknown) => {
    return item === mark || Object.values(membersSchema.safeParse(item).data ?? {}).includes(mark);
  });
}

/** Leaves out the secrets in a property, down to those of `unconfirmed.add`. */
function withoutSecrets(value: unknown, depth = 2): unknown {
  const members = depth === 0 ? undefined : membersSchema.safeParse(value).data;
  if (members === undefined) return value;
  const shown = Object.entries(members).filter(([, member]) => member !== secretValue);
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutSecrets(member, depth - 1)]));
}
