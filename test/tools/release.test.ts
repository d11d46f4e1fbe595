import { describe, expect, it } from "vitest";
import { findReleaseNotes } from "../../tools/release/find-release-notes.mjs";
import { packageReadme } from "../../tools/release/package-readme.mjs";
import { ToolError } from "../../tools/tool-error.mjs";
import { linksOf, readPage } from "../docs/markdown";

const changelog = `# Changelog

## [Unreleased]

### Added

- Something new.

## [1.2.3] - 2027-01-31

### Fixed

- A failure.

## [1.2.2] - 2027-01-01

- Something old.

## [1.2.1]
`;

const address = "https://github.com/ad-ops/pulumi-app-list";
const schema = { repository: address, pluginDownloadURL: "https://…", logoUrl: "https://…", publisher: "ad-ops" };

describe("the notes of a release", () => {
  it.each([
    ["1.2.3", "### Fixed\n\n- A failure.\n"],
    ["1.2.2", "- Something old.\n"],
  ])("are the section of its version: %s", (version, notes) => {
    expect(findReleaseNotes({ tag: `v${version}`, version, changelog, schema, address })).toBe(notes);
  });

  it.each([
    ["has no address", { publisher: "ad-ops" }, "has no repository, pluginDownloadURL, logoUrl."],
    ["has no publisher", { ...schema, publisher: "" }, "has no publisher."],
    [
      "is of a fork",
      { ...schema, repository: "https://github.com/a/b" },
      "names the repository https://github.com/a/b.",
    ],
  ])("do not exist if the committed schema %s", (_, given, problem) => {
    const release = { tag: "v1.2.3", version: "1.2.3", changelog, schema: given, address };
    expect(() => findReleaseNotes(release)).toThrow(`The committed schema.json ${problem}`);
  });

  it.each([
    ["is not a version", "1.2.3", "1.2.3", '"1.2.3" is not a version such as v1.2.3'],
    ["is a pre-release", "v1.2.3-rc.1", "1.2.3-rc.1", "is not a version"],
    [
      "is not the version of the package",
      "v1.2.4",
      "1.2.3",
      "The tag is v1.2.4, and provider/package.json has version 1.2.3",
    ],
    ["has no section", "v2.0.0", "2.0.0", 'no section "## [2.0.0] - YYYY-MM-DD"'],
    ["has a section without a date", "v1.2.1", "1.2.1", "YYYY-MM-DD"],
  ])("do not exist if the tag %s", (_, tag, version, problem) => {
    expect(() => findReleaseNotes({ tag, version, changelog, schema, address })).toThrow(problem);
    expect(() => findReleaseNotes({ tag, version, changelog, schema, address })).toThrow(ToolError);
  });
});

const base = "https://github.com/ad-ops/app-lists/blob/v1.2.3";

it("the README of this repository has no relative link in the package", () => {
  const text = packageReadme(readPage("README.md").text, base);
  const links = linksOf({ path: "README.md", text });
  expect(links.filter((target) => !/^(?:https:\/\/|#)/u.test(target))).toEqual([]);
  const picture = packageReadme("![A comment](docs/comment.png)", base);
  expect(picture).toBe("![A comment](https://github.com/ad-ops/app-lists/raw/v1.2.3/docs/comment.png)");
});
