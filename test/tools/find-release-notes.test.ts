import { describe, expect, it } from "vitest";

import { findReleaseNotes } from "../../tools/release/find-release-notes.mjs";
import { ToolError } from "../../tools/tool-error.mjs";

const changelog = `# Changelog

## [Unreleased]

### Added

- Something new.

## [1.2.3] - 2027-01-31

### Fixed

- A failure.

## [1.2.2] - 2027-01-01

- Something old.
`;

describe("the notes of a release", () => {
  it("are the section of its version", () => {
    expect(findReleaseNotes({ tag: "v1.2.3", version: "1.2.3", changelog })).toBe("### Fixed\n\n- A failure.\n");
    expect(findReleaseNotes({ tag: "v1.2.2", version: "1.2.2", changelog })).toBe("- Something old.\n");
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
  ])("do not exist if the tag %s", (_, tag, version, problem) => {
    expect(() => findReleaseNotes({ tag, version, changelog })).toThrow(problem);
    expect(() => findReleaseNotes({ tag, version, changelog })).toThrow(ToolError);
  });

  it("do not exist if the section has no date", () => {
    const undated = changelog.replace(" - 2027-01-31", "");
    expect(() => findReleaseNotes({ tag: "v1.2.3", version: "1.2.3", changelog: undated })).toThrow("YYYY-MM-DD");
  });
});
