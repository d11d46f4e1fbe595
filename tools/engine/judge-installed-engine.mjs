import { isAtLeast, parseVersion } from "./version.mjs";

/** The first Pulumi whose dynamic providers work as this project needs it; the package's peer dependency agrees. */
const minimum = "3.217.0";

/**
 * Whether an engine that the machine has can be used.
 *
 * @param {object} found
 * @param {string | undefined} found.version  what `pulumi version` printed; undefined when it failed
 * @param {readonly string[]} found.missing  executables that are neither beside it nor on PATH
 * @returns {{ readonly kind: "usable", readonly version: string } | { readonly kind: "unusable", readonly reason: string }}
 */
export function judgeInstalledEngine({ version: text, missing }) {
  const version = text === undefined ? undefined : parseVersion(text);
  if (text === undefined || version === undefined) return unusable('"pulumi version" prints no version');
  const readable = text.replace(/^v/, "");
  const oldest = /** @type {import("./version.mjs").Version} */ (parseVersion(minimum));
  if (!isAtLeast(version, oldest)) return unusable(`it is version ${readable}, and ${minimum} or newer is needed`);
  if (version.numbers[0] !== oldest.numbers[0]) return unusable(`it is version ${readable}, and a version 3 is needed`);
  if (missing.length > 0) return unusable(`${missing.join(" and ")} is neither beside it nor on PATH`);
  return { kind: "usable", version: readable };
}

/**
 * @param {string} reason
 * @returns {{ readonly kind: "unusable", readonly reason: string }}
 */
function unusable(reason) {
  return { kind: "unusable", reason };
}
