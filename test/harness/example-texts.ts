import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";

/** One of several, or several of one. */
const wrongNumber =
  /(?<![\w.,:+−-])(?:1 (?:more )?(?:app bundles|placement IDs|websites|entries|lists|files|errors|warnings|requests|rows|lines)|(?:0|[2-9]|\d[\d,]*\d) (?:more )?(?:app bundle|placement ID|website|entry|list|file|error|warning|request|row|line))\b(?! (?:is|are) not)/u;

/** Expects no number before a word of the other number, such as "1 entries". */
export function expectNumbers(text: string): void {
  expect(text).not.toMatch(wrongNumber);
}

/**
 * Compares texts with those of a file, each below its title. With `UPDATE_DOCS=1`, writes the file.
 *
 * @param texts the lines of each text, by its title.
 */
export function expectExamples(path: string, texts: Readonly<Record<string, readonly string[]>>): void {
  const printed = Object.entries(texts).map(([title, lines]) => [`# ${title}`, ...lines, ""].join("\n"));
  const text = printed.join("\n");
  expectNumbers(text);
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
  expect(text, "npm run lab -- docs FILE updates it").toBe(readFileSync(path, "utf8"));
}

/** As {@link expectExamples}, with a test for each text, which has its title as the name and may make the text. */
export function testExamples(
  path: string,
  texts: Readonly<Record<string, readonly string[] | (() => Promise<readonly string[]>)>>,
): void {
  const shown = new Map(
    readFileSync(path, "utf8")
      .split(/^# /mu)
      .slice(1)
      .map((text) => [text.split("\n", 1)[0], text]),
  );
  const printed: Record<string, readonly string[]> = {};
  it.each(Object.entries(texts))("%s", async (title, text) => {
    const lines = typeof text === "function" ? await text() : text;
    printed[title] = lines;
    if (process.env["UPDATE_DOCS"] === "1") return;
    expect([title, ...lines, ""].join("\n")).toBe(shown.get(title)?.replace(/\n\n$/u, "\n"));
  });
  it("there is no other example", () => expectExamples(path, printed));
}

/**
 * Reads a file of examples: a title after `===`, an input, `---`, and the lines that are printed. Characters that an
 * editor does not show are escaped, a byte order mark as `\\m`.
 */
export function readExamples(path: string): readonly (readonly [title: string, input: string, lines: string[]])[] {
  const escapes: Readonly<Record<string, string>> = { r: "\r", n: "\n", t: "\t", "0": "\0", m: "\uFEFF" };
  const unescaped = (text: string): string =>
    text.replaceAll(/\\([rnt0m])/gu, (_, letter: string) => escapes[letter] ?? letter);
  const examples = readFileSync(path, "utf8").split(/^=== /mu).slice(1);
  return examples.map((example) => {
    const [before = "", after = ""] = example.split(/^---\n/mu);
    const [title = "", ...input] = before.split("\n");
    return [title, unescaped(input.join("\n")), after.split("\n").filter(Boolean).map(unescaped)];
  });
}
