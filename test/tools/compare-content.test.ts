import { describe, expect, it } from "vitest";

import { compareContent } from "../../tools/check/compare-content.mjs";

const sources = ["hosts/plugin/main.ts", "index.ts", "list/kinds.ts"];
const bundled = ["bundles/index.js", "plugin/main.js"];
const complete = [
  "LICENSE",
  "README.md",
  "dist/bundles/index.js",
  "dist/hosts/plugin/main.d.ts",
  "dist/index.d.ts",
  "dist/list/kinds.d.ts",
  "dist/plugin/main.js",
  "package.json",
];

describe("the content of the package", () => {
  it("is right if it is the types of each source, the bundles, and the descriptive files", () => {
    expect(compareContent(complete, sources, bundled)).toBeUndefined();
  });

  it("is wrong when something is missing or has no source, and each file is named", () => {
    const packed = [
      ...complete.filter((path) => path !== "LICENSE" && path !== "dist/plugin/main.js"),
      "dist/.tsbuildinfo",
      "dist/old.js",
    ];
    expect(compareContent(packed, sources, bundled)).toBe(
      [
        "npm pack:",
        "- LICENSE would not be published",
        "- dist/.tsbuildinfo would be published and has no source (left over in provider/dist?)",
        "- dist/old.js would be published and has no source (left over in provider/dist?)",
        "- dist/plugin/main.js would not be published",
      ].join("\n"),
    );
  });
});
