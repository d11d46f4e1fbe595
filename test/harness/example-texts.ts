import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/**
 * Compares texts with those of a file, each below its title. With `UPDATE_DOCS=1`, writes the file.
 *
 * @param texts the lines of each text, by its title.
 */
export function expectExamples(path: string, texts: Readonly<Record<string, readonly string[]>>): void {
  const printed = Object.entries(texts).map(([title, lines]) => [`# ${title}`, ...lines, ""].join("\n"));
  const text = printed.join("\n");
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
  expect(text, "npm run lab -- docs FILE updates it").toBe(readFileSync(path, "utf8"));
}
