import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of this clone. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The pinned Node, which everything after the set-up runs on, whatever the machine's own is. */
export const pinnedNode = join(root, "node_modules", ".bin", "node");

/** Where this clone keeps its Pulumi: engine, plug-ins and logs. */
export const pulumiHome = join(root, ".pulumi-home");

/** The engine of this clone: the folder of the `pulumi` executable. */
export const engineFolder = join(pulumiHome, "versions", pinnedVersion("pulumi"), "bin");

/** The virtual environment for Python programs of Pulumi. */
export const pythonFolder = join(root, ".python");

/** The program that generates SDKs from the package's schema. */
export const sdkGenerator = join(pulumiHome, "sdk-generator", "sdk-generator");

/**
 * The exact version of a development dependency, as the root package.json pins it.
 *
 * @param {string} name
 * @returns {string}
 */
export function pinnedVersion(name) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return devDependencies[name];
}
