import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/paths.mjs";

/** A page of Markdown of this repository. */
export interface Page {
  /** From the root of the clone, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Copies of other pages, for Pulumi's registry. */
const copies = ["docs/_index.md", "docs/installation-configuration.md"];

/** Reads pages by patterns, relative to the root of the clone. */
export function readPages(...patterns: readonly string[]): readonly Page[] {
  return globSync([...patterns], { cwd: root, exclude: copies })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map(readPage);
}

/** Reads one page. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** A block of code. */
export interface CodeBlock {
  readonly page: string;
  /** The line of its first line of code, from 1. */
  readonly line: number;
  /** The word after the fence, such as "ts"; empty if there is none. */
  readonly language: string;
  readonly code: string;
}

/** A block with its fences and its indentation, and where it begins. */
interface PlacedBlock extends CodeBlock {
  readonly index: number;
  readonly text: string;
}

/** The blocks of code of a page. The indentation of a block in a list is removed. */
export function codeBlocksOf({ path, text: markdown }: Page): readonly PlacedBlock[] {
  return [...markdown.matchAll(/^( *)(```+)(\w*)\n(.*?)^\1\2$/gmsu)].map((match) => {
    const { index } = match;
    const [text, indent = "", , language = "", code = ""] = match;
    const line = markdown.slice(0, index).split("\n").length + 1;
    return { page: path, line, language, code: code.replaceAll(new RegExp(`^${indent}`, "gmu"), ""), index, text };
  });
}

/** The code within sentences and tables of a page, each as a block of its own. */
export function inlineCodeOf({ path, text }: Page): readonly CodeBlock[] {
  return text.split("\n").flatMap((content, index) =>
    [...content.matchAll(/(?<!`)`([^`]+)`(?!`)/gu)].map(([, code = ""]) => {
      return { page: path, line: index + 1, language: "", code };
    }),
  );
}

/** The place of a block, as people and editors write it. */
export function placeOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}

/** The sections of a page, each up to the next heading of any level. A `#` in a block of code is no heading. */
function sectionsOf({ text }: Page): readonly { readonly heading: string; readonly text: string }[] {
  const sections: { heading: string; text: string }[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,6} (.*)$/u.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading, text: "" });
    const section = sections.at(-1);
    if (section !== undefined && heading === undefined) section.text += `${line}\n`;
  }
  return sections;
}

/** The text below a heading, or below the one with an anchor. */
export function sectionOf(page: Page, heading: string): string {
  const section = sectionsOf(page).find((each) => each.heading === heading || anchorOf(each) === heading);
  if (section === undefined) throw new Error(`${page.path} has no section "${heading}".`);
  return section.text;
}

/** The rows of the first table in a text, without its header: the text of each cell. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const [table = ""] = /(?:^\|.*\|$\n?)+/mu.exec(text) ?? [];
  const lines = table.trimEnd().split("\n").slice(2);
  return lines.map((line) => Array.from(line.slice(1, -1).split("|"), (cell) => cell.trim()));
}

/** The targets of a page's links and pictures, outside of code. */
export function linksOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(/^( *)(```+).*?^\1\2$/gmsu, "").replaceAll(/`[^`\n]*`/gu, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/gu)].map(([, target = ""]) => target);
}

/** The anchors of a page's headings. */
export function anchorsOf(page: Page): ReadonlySet<string> {
  return new Set(sectionsOf(page).map(anchorOf));
}

/** The anchor of a heading, as forges make it. */
function anchorOf({ heading }: { readonly heading: string }): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.replaceAll(" ", "-");
}
