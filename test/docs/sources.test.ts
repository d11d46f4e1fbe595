import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";

const folder = join(root, "provider");

/** The sources of the package, by their paths in provider/. */
const sources = globSync("**/*.ts", { cwd: folder, exclude: ["dist/**", "node_modules/**"] })
  .map((path) => path.replaceAll("\\", "/"))
  .map((path) => ({ path, lines: readFileSync(join(folder, path), "utf8").trimEnd().split("\n") }));

describe("the sources of the package", () => {
  it("are files of at most 300 lines each", () => {
    expect(sources.filter(({ lines }) => lines.length > 300).map(({ path }) => path)).toEqual([]);
  });

  it("have fewer than 20,550 lines together", () => {
    expect(sources.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThan(20_550);
  });
});
