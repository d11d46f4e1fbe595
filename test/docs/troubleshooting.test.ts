import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage, sectionsOf, tableRows } from "./markdown";
import { provokeErrors } from "./provoked-errors";
import { expectShown } from "./shown-output";

/** The text of all sources of the package. */
const sourceText = globSync("provider/**/*.ts", { cwd: root, exclude: ["**/dist/**", "**/node_modules/**"] })
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");

/** The codes of errors in the sources: of a class or a failure of its own, or of the types and tables of codes that a class has several of. */
const errorCodes: ReadonlySet<string> = new Set(
  [...sourceText.matchAll(/(?:readonly code(?: =|:) |^ *\| |code: (?=[^,]*, effect))"([A-Z]+(?:_[A-Z]+)*)"/gmu)].map(
    ([, code = ""]) => code,
  ),
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
});
