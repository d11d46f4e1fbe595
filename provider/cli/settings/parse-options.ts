import { z } from "zod";
import { AppListError } from "../../common/error";

/** Options or arguments of a command cannot be used. */
export class OptionsError extends AppListError {
  readonly code = "OPTIONS_INVALID";
  /** One sentence for each that is wrong. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The command cannot run with these options, and did nothing: ${problems.join("; ")}. See --help.`);
    this.problems = problems;
  }
}

/**
 * Reads the options of a command.
 *
 * @throws {OptionsError} naming every option that is wrong.
 */
export function parseOptions<Options>(schema: z.ZodType<Options>, options: unknown): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${optionName(String(path[0]))} ${message}`));
}

/** The option that is read into a key: "maxRequestSize" is --max-request-size. */
function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A whole number that was given as text. */
export function wholeNumber(smallest: number, largest: number) {
  const error = `must be a whole number from ${smallest} to ${largest}`;
  return z
    .string()
    .regex(/^\d{1,15}$/u, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

const appListId = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/**
 * Reads the id of an app list.
 *
 * @throws {OptionsError} where it is none.
 */
export function parseAppListId(text: string): number {
  const parsed = appListId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new OptionsError(["the id of an app list must be a positive whole number, such as 4321"]);
}
