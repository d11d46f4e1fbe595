import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { anchorsOf, linksOf, readPage, readPages, type Page } from "./markdown";

const pages = readPages("*.md", "docs/**/*.md", "examples/**/*.md");

/** What is wrong with a link to a place of this repository; nothing about links to elsewhere. */
function problemOf(page: Page, target: string): string | undefined {
  if (/^[a-z]+:/u.test(target)) return undefined;
  const [path = "", anchor] = target.split("#");
  const place = path === "" ? page.path : join(dirname(page.path), decodeURIComponent(path)).replaceAll("\\", "/");
  if (!existsSync(join(root, place))) return `${page.path}: ${target}: there is no ${place}`;
  const isMissing = anchor !== undefined && !anchorsOf(readPage(place)).has(anchor);
  return isMissing ? `${page.path}: ${target}: ${place} has no such heading` : undefined;
}

describe("the pages of this repository", () => {
  it("link to files and headings that are there", () => {
    expect(pages.flatMap((page) => linksOf(page).flatMap((target) => problemOf(page, target) ?? []))).toEqual([]);
  });

  it("are all in the table of contents", () => {
    const linked = new Set(linksOf(readPage("docs/_index.md")).map((target) => join("docs", target)));
    const missing = readPages("docs/**/*.md").filter(({ path }) => path !== "docs/_index.md" && !linked.has(path));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
