// Runs the installer of the npm package `pulumi`, with a limit for its first request, which it has not got itself.
// Arguments: the version, and the folder for `bin`.
import { createRequire } from "node:module";

/** The longest that the installation script may take to arrive, in milliseconds. */
const firstRequestLimit = 20_000;

const [version, folder] = process.argv.slice(2);
const { installCLI } = createRequire(import.meta.url)("pulumi/lib/download.js");

try {
  await installCLI(version, folder, { fetchText });
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  // At once: a connection that does not answer would keep this program alive.
  process.exit(1);
}

/** @param {string} url */
async function fetchText(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(firstRequestLimit) });
  if (!response.ok) throw new Error(`${url} answers with status ${response.status}`);
  return await response.text();
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `get.pulumi.com did not answer within ${firstRequestLimit / 1000} s`;
  // The message of an error of fetch has no reason: its cause has.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
