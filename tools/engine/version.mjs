/**
 * A version of Pulumi, of its language host or of Go.
 *
 * @typedef {object} Version
 * @property {readonly [major: number, minor: number, patch: number]} numbers
 * @property {boolean} isPrerelease  such as 3.217.0-alpha.1, which comes before 3.217.0
 */

/**
 * Reads a version such as "v3.259.0", "3.260.0-alpha.1+abc", "go1.26.8", "go1.26rc1".
 *
 * @param {string} text
 * @returns {Version | undefined}  undefined when the text is no version
 */
export function parseVersion(text) {
  const match = /^(?:v|go)?(\d+)\.(\d+)(?:\.(\d+))?(-|rc|beta)?/.exec(text.trim());
  if (match === null) return undefined;
  const [, major, minor, patch = "0", prerelease] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPrerelease: prerelease !== undefined };
}

/**
 * Whether a version is the minimum or comes after it.
 *
 * @param {Version} version
 * @param {Version} minimum
 */
export function isAtLeast(version, minimum) {
  for (const [index, number] of version.numbers.entries()) {
    const other = minimum.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  return minimum.isPrerelease || !version.isPrerelease;
}
