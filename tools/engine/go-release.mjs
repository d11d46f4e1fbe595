import { isAtLeast, parseVersion } from "./version.mjs";

/** The first Go that can fetch the Go which a go.mod asks for. */
const firstWithToolchains = "1.21.0";

/**
 * Why an installed Go cannot build a module.
 *
 * @param {object} found
 * @param {string} found.installed  such as "go1.26.8"
 * @param {string} found.toolchain  the setting GOTOOLCHAIN: "local" means that no other Go may be fetched
 * @param {string} found.goMod  the text of the module's go.mod
 * @returns {string | undefined}  undefined when it can
 */
export function goObstacle({ installed, toolchain, goMod }) {
  const required = /^go (\S+)/m.exec(goMod)?.[1] ?? "";
  const [have, need] = [parseVersion(installed), parseVersion(required)];
  // A Go of its own naming can be new enough: it prints an error if it is not.
  if (have === undefined || need === undefined || isAtLeast(have, need)) return undefined;
  const tooOld = `the Go on PATH is ${installed}, and ${required} or newer is needed`;
  const canFetch = parseVersion(firstWithToolchains);
  if (canFetch !== undefined && !isAtLeast(have, canFetch)) return tooOld;
  return toolchain === "local" ? `${tooOld} (GOTOOLCHAIN=local forbids it to fetch one)` : undefined;
}
