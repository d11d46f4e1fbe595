import * as z from "zod";
import { AppListError } from "../common/error";
import type { Kind } from "../list/kinds";

/** Options or arguments of a command are invalid. */
export class OptionsError extends AppListError {
  readonly code = "OPTIONS_INVALID";
  /** One sentence per problem, without a full stop. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid options: ${problems.join("; ")}. Nothing was changed. See --help.`);
    this.problems = problems;
  }
}

/**
 * Parses the options of a command.
 *
 * @throws {OptionsError} naming every invalid option.
 */
export function parseOptions<Options>(schema: z.ZodType<Options>, options: unknown): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${optionName(String(path[0]))} ${message}`));
}

/** The option that commander stores under a key: "perPage" is --per-page. */
function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** An integer in decimal digits. */
export function integerOption(smallest: number, largest: number) {
  const error = `must be an integer from ${smallest} to ${largest}`;
  return z
    .string()
    .regex(/^\d{1,15}$/u, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

/** The kinds of entries by their names in options. */
export const kindByName: ReadonlyMap<string, Kind> = new Map([
  ["app-bundles", "appBundles"],
  ["placement-ids", "placementIds"],
  ["websites", "websites"],
]);

const appListId = integerOption(1, Number.MAX_SAFE_INTEGER);

/**
 * Parses the ID of an app list.
 *
 * @throws {OptionsError} if it is not a positive integer.
 */
export function parseAppListId(text: string): number {
  const parsed = appListId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new OptionsError(["the ID of an app list must be a positive integer, such as 4321"]);
}
