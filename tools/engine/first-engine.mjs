/**
 * An engine: the folder that holds the `pulumi` executable, and its version, such as "3.259.0".
 *
 * @typedef {{ readonly folder: string, readonly version: string }} Engine
 */

/**
 * What came of trying one source.
 *
 * @typedef {{ readonly kind: "found", readonly engine: Engine } | { readonly kind: "failed", readonly reason: string }} Attempt
 */

/**
 * Where an engine can come from.
 *
 * @typedef {object} Source
 * @property {string} name  such as "the build from Go modules"
 * @property {() => Promise<Attempt>} attempt
 */

/**
 * A source that was tried in vain.
 *
 * @typedef {{ readonly name: string, readonly reason: string }} Failure
 */

/**
 * The engine of the first source that has one; the sources after it are not tried.
 *
 * @param {readonly Source[]} sources
 * @returns {Promise<{ readonly kind: "found", readonly engine: Engine } | { readonly kind: "none", readonly failures: readonly Failure[] }>}
 */
export async function firstEngine(sources) {
  const failures = [];
  for (const { name, attempt } of sources) {
    const result = await attempt();
    if (result.kind === "found") return result;
    failures.push({ name, reason: result.reason });
  }
  return { kind: "none", failures };
}

/**
 * Which sources were tried, why each had no engine, and what to do.
 *
 * @param {readonly Failure[]} failures
 * @param {string} version  the version that would have been got
 * @returns {string}
 */
export function describeFailures(failures, version) {
  const tried = failures.map(({ name, reason }, index) => `${index + 1}. ${name}: ${indent(reason)}`);
  return [
    `There is no Pulumi engine. These attempts failed, in this order:`,
    ...tried,
    ``,
    `Any one of these helps: install Pulumi (https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH; ` +
      `or give this machine access to get.pulumi.com; or install Go (https://go.dev/dl/) and give it access to a ` +
      `Go module proxy. Then run the same command again. No incomplete files of Pulumi ${version} remain.`,
  ].join("\n");
}

/**
 * Keeps the lines after the first under the number.
 *
 * @param {string} text
 */
function indent(text) {
  return text.trimEnd().replaceAll("\n", "\n   ");
}
