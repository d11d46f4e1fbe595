import * as z from "zod";
import { unknownValue } from "../common/engine-texts";
import { inputsFromArguments } from "../resource/arguments";
import { knownArgumentsSchema, parseTexts, textsSchema, type Properties } from "../resource/inputs";
import { PreviewUnreadableError } from "./preview";

/** Pulumi prints this in place of a secret. */
const secretValue = "[secret]";

/** The declared inputs, as far as the preview shows them. */
export type ShownInputs = ReturnType<typeof readDeclared>;

/** The names of the properties whose values a preview does not show: secret ones, and those not known yet. */
export type Hidden = ReadonlySet<string>;

const declaredSchema = z.object({
  ...knownArgumentsSchema.shape,
  ...textsSchema.shape,
  problems: z.array(z.string()).default([]),
});

/** @throws {PreviewUnreadableError} if the inputs do not have the shape of this version. */
export function readDeclared(inputs: Properties) {
  const { shown, hidden } = splitHidden(inputs);
  const texts = textsSchema.safeParse(shown).data;
  // A preview does not check inputs before an import, or if their provider is not known yet.
  const isChecked = texts !== undefined && parseTexts(texts).problems.length === 0;
  const parsed = declaredSchema.safeParse(isChecked ? shown : inputsFromArguments(shown).inputs);
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error).replaceAll(/\s+/gu, " ");
    throw new PreviewUnreadableError(
      `The inputs of a resource in this preview cannot be read: ${problem}`,
      "Use the version of pulumi-app-list with which the program runs.",
    );
  }
  const { entries } = parseTexts(parsed.data);
  /** Why `pulumi up` will reject the inputs. The names of Pulumi's own properties start with two underscores. */
  const problems = parsed.data.problems.filter((problem) => !problem.startsWith("__"));
  return { given: knownArgumentsSchema.parse(parsed.data), entries, hidden, problems };
}

/** Separates the values that a preview does not show. */
export function splitHidden(properties: Properties): { readonly shown: Properties; readonly hidden: Hidden } {
  const isHidden = ([, value]: [string, unknown]) => contains(value, secretValue) || contains(value, unknownValue);
  const members = Object.entries(properties);
  const hidden = new Set(members.filter(isHidden).map(([name]) => name));
  return { shown: Object.fromEntries(members.filter(([name]) => !hidden.has(name))), hidden };
}

const membersSchema = z.record(z.string(), z.unknown());

/** Whether a value or an item of an array is a mark, or has it as a member: a note, or the entries of a kind. */
function contains(value: unknown, mark: string): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.some((item) => item === mark || Object.values(membersSchema.safeParse(item).data ?? {}).includes(mark));
}
