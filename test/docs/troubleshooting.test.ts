import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage, sectionOf, sectionsOf, tableRows } from "./markdown";
import { provokeErrors } from "./provoked-errors";
import { expectShown } from "./shown-output";

/** The text of all sources of the package. */
const sourceText = globSync("provider/**/*.ts", { cwd: root, exclude: ["**/dist/**", "**/node_modules/**"] })
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");

/** The codes of errors in the sources: of a class or a failure of its own, or of the types of codes that a class has several of. */
const errorCodes: ReadonlySet<string> = new Set(
  [...sourceText.matchAll(/(?:readonly code(?: =|:) |^ *\| )"([A-Z]+(?:_[A-Z]+)*)"/gmu)].map(([, code = ""]) => code),
);

const page = readPage("docs/reference/errors.md");

/** The rows about errors: the code, the first sentence of the message, and what to do. */
const rows = sectionsOf(page)
  .flatMap(({ text }) => tableRows(text))
  .filter(([code = ""]) => /^`[A-Z_]+`$/u.test(code));

/** The first sentence of a message, as a cell of a table. */
function firstSentence(message: string): string {
  return `\`${/^.*?\.(?=\s|$)(?! [a-z])/su.exec(message.replaceAll(/\s+/gu, " "))?.[0] ?? message}\``;
}

/** The parts of a message that are in the sources: all but the names, numbers and kinds of one case. */
function fixedWords(message: string): readonly string[] {
  return message
    .split(
      /"[^"]*"|\S*\d\S*|…|(?:app bundle|placement ID|website)s?|the resources|\b(?:has|have|is|are|line|lines)\b|[,:()]/u,
    )
    .map((words) => words.trim())
    .filter((words) => words.includes(" "));
}

describe("docs/reference/errors.md", () => {
  it("has a row for each code of an error, and none for another", () => {
    expect(rows.map(([code = ""]) => code.replaceAll("`", "")).toSorted()).toEqual([...errorCodes].toSorted());
  });

  it("shows how the message of each error begins", async () => {
    const messages = await provokeErrors();
    for (const [code = "", , toDo = ""] of rows) {
      const message = messages.get(code.replaceAll("`", ""));
      if (message === undefined) throw new Error(`test/docs/provoked-errors.ts does not provoke ${code}.`);
      const shown = page.text.split("\n").find((line) => line.startsWith(`| ${code} `)) ?? "";
      const printed = `| ${code} | ${firstSentence(message)} | ${toDo} |`;
      const comparable = (row: string) => tableRows(`${"| |\n".repeat(2)}${row}`);
      expectShown({ page: page.path, shown, printed, comparable });
    }
  });

  it("has what to do about each error, in a few words", () => {
    const wordsOf = (cell: string) => cell.replaceAll(/\]\(\S+\)|[[\]`]/gu, "").split(" ").length;
    const counts = rows.map(([code, , toDo = ""]) => [code, wordsOf(toDo)] as const);
    expect(counts.filter(([, count]) => count < 3 || count > 14)).toEqual([]);
  });

  it.each(["Arguments and entries", "Messages that are not errors"])("quotes existing messages: %s", (heading) => {
    // A sentence of the sources may go over several lines, or have a condition in it.
    const texts = sourceText.replaceAll(/["`'] ?\+\s*["`']/gu, "").replaceAll(/\\"/gu, '"');
    const rows = tableRows(sectionOf(page, heading).text).map(([message = ""]) => message.split("`")[1] ?? "");
    expect(rows.flatMap(fixedWords)).not.toEqual([]);
    expect(rows.flatMap(fixedWords).filter((words) => !texts.includes(words))).toEqual([]);
  });
});
