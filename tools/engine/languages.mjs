import { ToolError } from "../tool-error.mjs";

/**
 * A language whose host can be built. An engine runs programs of a language with its host, an executable of its own.
 *
 * @typedef {"yaml" | "python"} Language
 */

/** @type {readonly Language[]} */
const languages = ["yaml", "python"];

/** The executable that the engine starts for a language, which is put in its place last. */
export const hostOf = /** @type {const} */ ({ yaml: "pulumi-language-yaml", python: "pulumi-language-python" });

/**
 * The languages that an option names: all of them for `--languages`, one for `--languages=yaml`, none without it.
 *
 * @param {readonly string[]} options
 * @returns {readonly Language[]}
 * @throws {ToolError} if an option is unknown
 */
export function readLanguages(options) {
  const named = new Set(options.flatMap(namedIn));
  return languages.filter((language) => named.has(language));
}

/**
 * @param {string} option
 * @returns {readonly Language[]}
 */
function namedIn(option) {
  if (option === "--languages") return languages;
  const names = /^--languages=(.*)$/.exec(option)?.[1]?.split(",") ?? [];
  const known = languages.filter((language) => names.includes(language));
  if (names.length > 0 && known.length === names.length) return known;
  throw new ToolError(`Unknown option ${option}. Use --languages, or --languages=${languages.join(",")}.`);
}
