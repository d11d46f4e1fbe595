import { ToolError } from "../tool-error.mjs";
import { requiredMembers } from "./registry-files.mjs";

/**
 * Checks that a tag can be released, and finds its section of the changelog.
 *
 * @param {object} release
 * @param {string} release.tag  the tag of the release, such as "v1.2.3"
 * @param {string} release.version  the version in the package's package.json
 * @param {string} release.changelog  the content of CHANGELOG.md
 * @param {Readonly<Record<string, string | undefined>>} release.schema  the schema of the package, as it is committed
 * @param {string} release.address  the address of the repository on its forge
 * @returns {string}  the section, without its heading
 * @throws {ToolError} if the tag has another version, the changelog has no dated section of it, or the schema has not the
 *   addresses of this repository
 */
export function findReleaseNotes({ tag, version, changelog, schema, address }) {
  const fail = (/** @type {string} */ problem, remedy = "") => {
    throw new ToolError(`${problem} Nothing was published.${remedy}`);
  };
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) fail(`The tag "${tag}" is not a version such as v1.2.3.`);
  if (tag !== `v${version}`)
    fail(`The tag is ${tag}, and provider/package.json has version ${version}.`, " Make them equal.");
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  const [heading = "", ...lines] = section?.split("\n") ?? [];
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading))
    fail(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`, " Add the section.");
  const missing = requiredMembers.filter((name) => !schema[name]).join(", ");
  if (missing !== "" || schema["repository"] !== address) {
    const problem = missing === "" ? `names the repository ${schema["repository"]}` : `has no ${missing}`;
    const set = ` Set homepage in provider/package.json to ${address}, run \`node tools/registry.mjs\`, and commit the files.`;
    fail(`The committed schema.json ${problem}.`, set);
  }
  return `${lines.join("\n").trim()}\n`;
}
