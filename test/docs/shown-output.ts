import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { format } from "prettier";
import { expect } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage } from "./markdown";

/** Whether the tests rewrite the output that the pages show, as `npm run lab -- docs` does, instead of comparing it. */
const updates = process.env["UPDATE_DOCS"] === "1";

/** Output that a page shows, and the output of the run that it comes from. */
export interface ShownOutput {
  /** The path of the page, from the root of the clone. */
  readonly page: string;
  /** The part of the page, character by character. */
  readonly shown: string;
  /** The text that belongs there. */
  readonly printed: string;
  /** The part of a text that must be equal; default: all of it. */
  readonly comparable?: (text: string) => unknown;
}

/** Compares the output of a page with a real run; with `UPDATE_DOCS=1`, writes what differs into the page. */
export function expectShown({ page, shown, printed, comparable = (text) => text }: ShownOutput): void {
  if (!updates) {
    expect(comparable(shown), `${page} shows other output; npm run lab -- docs updates it`).toEqual(
      comparable(printed),
    );
  } else if (!isDeepStrictEqual(comparable(shown), comparable(printed))) {
    const path = join(root, page);
    const text = readFileSync(path, "utf8");
    expect(text.split(shown), `${page} does not show this once:\n${shown}`).toHaveLength(2);
    writeFileSync(
      path,
      text.replace(shown, () => printed),
    );
  }
}

/**
 * Compares the block `<!-- generated: NAME -->` … `<!-- end -->` of a page with the text that belongs there; with
 * `UPDATE_DOCS=1`, writes the text into the page.
 */
export async function expectGenerated(path: string, name: string, text: string): Promise<void> {
  const start = `<!-- generated: ${name} -->`;
  const shown = new RegExp(`^${start}\\n.*?^<!-- end -->\\n`, "msu").exec(readPage(path).text)?.[0];
  if (shown === undefined) throw new Error(`${path} has no block "${start}" that ends with "<!-- end -->".`);
  // As `npm run format` writes it.
  const printed = await format(`${start}\n\n${text}\n\n<!-- end -->\n`, {
    parser: "markdown",
    printWidth: 120,
    proseWrap: "always",
  });
  expectShown({ page: path, shown, printed });
}
