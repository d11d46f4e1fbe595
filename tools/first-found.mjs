import { ToolError } from "./tool-error.mjs";

/**
 * What came of trying one source.
 *
 * @template Found
 * @typedef {{ readonly kind: "found", readonly found: Found } | { readonly kind: "failed", readonly reason: string }} Attempt
 */

/**
 * Where something can come from, such as "the build from Go modules".
 *
 * @template Found
 * @typedef {{ readonly name: string, readonly attempt: () => Promise<Attempt<Found>> }} Source
 */

/**
 * What the first source has; the sources after it are not tried.
 *
 * @template Found
 * @param {readonly Source<Found>[]} sources
 * @param {{ readonly problem: string, readonly remedy: string }} texts  for the error
 * @returns {Promise<Found>}
 * @throws {ToolError} if no source has it, with the reason of each
 */
export async function firstFound(sources, { problem, remedy }) {
  const failures = [];
  for (const { name, attempt } of sources) {
    const result = await attempt();
    if (result.kind === "found") return result.found;
    failures.push(`${failures.length + 1}. ${name}: ${result.reason.trimEnd().replaceAll("\n", "\n   ")}`);
  }
  throw new ToolError(`${problem} These attempts failed, in this order:\n${failures.join("\n")}\n\n${remedy}`);
}
