import { format } from "prettier";
import { readPage } from "./markdown";
import { expectShown } from "./shown-output";

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
