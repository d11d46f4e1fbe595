import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { findReleaseNotes } from "../../tools/release/find-release-notes.mjs";
import { packageReadme } from "../../tools/release/package-readme.mjs";
import { ToolError } from "../../tools/tool-error.mjs";
import { anchorsOf, linksOf, readPage } from "../docs/markdown";

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

const base = "https://github.com/ad-ops/app-lists/blob/v1.2.3";

/** The links and pictures of a page, also those in HTML. */
function targetsIn(text: string): readonly string[] {
  const inHtml = Array.from(
    text.matchAll(/<(?:img|source)\b[^>]*?\b(?:src|srcset)="([^"]+)"/gu),
    ([, target = ""]) => target,
  );
  return [...linksOf({ path: "README.md", text }), ...inHtml];
}

describe("the README of the package", () => {
  it("links to the files of its version, and shows pictures from there", () => {
    const readme =
      "[Guide](docs/guide.md#start), [Pulumi](https://www.pulumi.com), [above](#top) ![A demo](docs/demo.svg)\n" +
      '[![A report](docs/report.png)](docs/report.md) <img alt="x" src="docs/x.png">\n';
    expect(packageReadme(readme, base)).toBe(
      `[Guide](${base}/docs/guide.md#start), [Pulumi](https://www.pulumi.com), [above](#top) ![A demo](` +
        "https://github.com/ad-ops/app-lists/raw/v1.2.3/docs/demo.svg)\n" +
        `[![A report](https://github.com/ad-ops/app-lists/raw/v1.2.3/docs/report.png)](${base}/docs/report.md) ` +
        '<img alt="x" src="https://github.com/ad-ops/app-lists/raw/v1.2.3/docs/x.png">\n',
    );
  });

  it("names the paths and has no pictures if the address of the repository is unknown", () => {
    const readme =
      "See [the guide](docs/guide.md). ![A demo](docs/demo.svg)\n[![A report](docs/report.png)](docs/report.md)\n";
    expect(packageReadme(readme, undefined)).toBe("See the guide (docs/guide.md). \n(docs/report.md)\n");
  });

  it("keeps blocks of code as they are", () => {
    const readme = "[a](b.md)\n\n```md\n[a](b.md)\n```\n\n[a](b.md)\n";
    expect(packageReadme(readme, base)).toBe(`[a](${base}/b.md)\n\n\`\`\`md\n[a](b.md)\n\`\`\`\n\n[a](${base}/b.md)\n`);
  });
});

describe("the README of this repository, in the package", () => {
  const readme = readPage("README.md");

  it("has no relative link, whether or not the address of the repository is known", () => {
    for (const text of [packageReadme(readme.text, base), packageReadme(readme.text, undefined)]) {
      expect(targetsIn(text).filter((target) => !/^(?:https:\/\/|#)/u.test(target))).toEqual([]);
    }
  });

  it("links to files and headings that are there", () => {
    const targets = targetsIn(packageReadme(readme.text, base));
    const ours = targets.filter((target) => target.startsWith("https://github.com/ad-ops/app-lists/"));
    expect(ours).toHaveLength(targetsIn(readme.text).filter((target) => !/^(?:[a-z]+:|#)/u.test(target)).length);
    for (const target of ours) {
      const [path = "", anchor] = target.replace(/^.*\/(?:blob|raw)\/v1\.2\.3\//u, "").split("#");
      expect({ target, exists: existsSync(join(root, path)) }).toEqual({ target, exists: true });
      if (anchor !== undefined) expect(anchorsOf(readPage(path))).toContain(anchor);
    }
    for (const target of targets.filter((each) => each.startsWith("#"))) {
      expect(anchorsOf(readme)).toContain(target.slice(1));
    }
  });
});
