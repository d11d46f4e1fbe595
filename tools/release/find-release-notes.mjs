import { ToolError } from "../tool-error.mjs";

/**
 * Checks that a tag can be released, and finds its section of the changelog.
 *
 * @param {object} release
 * @param {string} release.tag  the tag of the release, such as "v1.2.3"
 * @param {string} release.version  the version in the package's package.json
 * @param {string} release.changelog  the content of CHANGELOG.md
 * @returns {string}  the section, without its heading
 * @throws {ToolError} if the tag has another version, or the changelog has no dated section of it
 */
export function findReleaseNotes({ tag, version, changelog }) {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) {
    throw new ToolError(`The tag "${tag}" is not a version such as v1.2.3. Nothing was published.`);
  }
  if (tag !== `v${version}`) {
    throw new ToolError(
      `The tag is ${tag}, and provider/package.json has version ${version}. Nothing was published. Make them equal.`,
    );
  }
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  const [heading = "", ...lines] = section?.split("\n") ?? [];
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new ToolError(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Nothing was published. Add the section.`,
    );
  }
  return `${lines.join("\n").trim()}\n`;
}
