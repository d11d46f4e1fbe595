import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";

const folder = join(root, "docs");

function readPicture(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe.each(globSync("**/*.svg", { cwd: folder }))("docs/%s", (name) => {
  const svg = readPicture(name);

  it("is an image that needs nothing else, of less than 150 kB", () => {
    expect(Buffer.byteLength(svg)).toBeLessThan(150_000);
    expect(svg.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(
      /<script|\son\w+=|href|@import|url\(|<foreignObject/iu,
    );
  });

  it("is well-formed", () => {
    const open: string[] = [];
    for (const [, end, name = "", isEmpty] of svg.matchAll(/<(\/?)(\w+)(?:\s[^<>]*?)?(\/?)>/gu)) {
      if (end === "/") expect(open.pop()).toBe(name);
      else if (isEmpty === "") open.push(name);
    }
    expect(open).toEqual([]);
    expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/u);
  });
});
