import { z } from "zod";
import { argumentsSchema, parseTexts, textsSchema } from "../resource/inputs";
import type { ByKind } from "../list/kinds";
import type { NotedEntries } from "../list/text";
import { PreviewUnreadableError } from "./preview-unreadable-error";

/** What a preview contains in place of a value that is not known yet: `unknownValue` of `@pulumi/pulumi/runtime`. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What a preview prints in place of a secret. */
const secretValue = "[secret]";

/** What a program declares, as far as a preview shows it. */
export interface Declared {
  /** Undefined where the preview does not know it yet. */
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  readonly isExclusive: boolean;
  readonly claimsExisting: boolean;
  readonly removalLimit: number | string | undefined;
  readonly notes: ByKind<NotedEntries>;
  readonly hidden: Hidden;
}

/** The names of properties whose values a preview does not show. */
export interface Hidden {
  readonly unknown: readonly string[];
  readonly secret: readonly string[];
}

const declaredSchema = z.object({ ...argumentsSchema.partial().shape, ...textsSchema.shape });

/**
 * Reads inputs.
 *
 * @throws {PreviewUnreadableError} where they are none that this version of the package writes.
 */
export function readDeclared(inputs: Readonly<Record<string, unknown>>): Declared {
  const { shown, hidden } = splitHidden(inputs);
  const parsed = declaredSchema.safeParse(shown);
  if (!parsed.success) throw unreadable(z.prettifyError(parsed.error).replaceAll(/\s+/gu, " "));
  const { appListId, account, exclusive = false, claimExisting = false, removalLimit, ...texts } = parsed.data;
  const { notes, problems } = parseTexts(texts);
  if (problems.length > 0) throw unreadable(problems.slice(0, 3).join("; "));
  return { appListId, account, isExclusive: exclusive, claimsExisting: claimExisting, removalLimit, notes, hidden };
}

/** Takes out what a preview does not show, also within properties such as `adopted`. */
export function splitHidden(properties: Readonly<Record<string, unknown>>): {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly hidden: Hidden;
} {
  const names = Object.keys(properties);
  const unknown = names.filter((name) => properties[name] === unknownValue);
  const secret = names.filter((name) => properties[name] === secretValue);
  const shown: readonly [name: string, value: unknown][] = names
    .filter((name) => !unknown.includes(name) && !secret.includes(name))
    .map((name) => [name, withoutSecrets(properties[name])]);
  return { shown: Object.fromEntries(shown), hidden: { unknown, secret } };
}

const membersSchema = z.record(z.string(), z.unknown());

function withoutSecrets(value: unknown): unknown {
  const members = membersSchema.safeParse(value);
  if (!members.success) return value;
  return Object.fromEntries(Object.entries(members.data).filter(([, member]) => member !== secretValue));
}

function unreadable(problem: string): PreviewUnreadableError {
  return new PreviewUnreadableError(
    `The inputs of a resource in this preview cannot be read: ${problem}`,
    "Use the version of pulumi-app-list with which the program runs.",
  );
}
