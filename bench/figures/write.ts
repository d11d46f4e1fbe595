import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../../tools/paths.mjs";
import { replaceFigures } from "./page.ts";

const page = join(root, "bench", "README.md");

/** Writes figures, as Markdown, to the page of the bench. */
export async function writeFigures(name: Parameters<typeof replaceFigures>[1], markdown: string): Promise<void> {
  writeFileSync(page, await formatMarkdown(replaceFigures(readFileSync(page, "utf8"), name, markdown)));
}

/** Markdown as the page has it. */
export async function formatMarkdown(text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(page)), parser: "markdown" });
}
