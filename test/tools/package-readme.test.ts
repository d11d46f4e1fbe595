import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageReadme } from "../../tools/release/package-readme.mjs";
import { root } from "../../tools/paths.mjs";
import { anchorsOf, linksOf, readPage } from "../docs/markdown";

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
