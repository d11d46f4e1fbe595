import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage } from "./markdown";
import { provokeErrors } from "./provoked-errors";
import { expectShown } from "./shown-output";

/** The text of all sources of the package. */
const sourceText = globSync("provider/**/*.ts", { cwd: root, exclude: ["**/dist/**", "**/node_modules/**"] })
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");

/**
 * The codes of errors in the sources: of a class or a failure of its own, or of the types and tables of codes that a
 * class has several of.
 */
const errorCodes: ReadonlySet<string> = new Set(
  [...sourceText.matchAll(/(?:readonly code(?: =|:) |^ *\| |code: (?=[^,]*, effect))"([A-Z]+(?:_[A-Z]+)*)"/gmu)].map(
    ([, code = ""]) => code,
  ),
);

const page = readPage("docs/reference/errors.md");

/** The items about errors: all of the text, the code, the first sentence of the message, and what to do. */
const items = Array.from(
  page.text.matchAll(/^- \*\*`([A-Z]+(?:_[A-Z]+)*)`\*\*\s+(`[^`]+`)\s+((?:.+\n)(?: {2}.*\n)*)/gmu),
  ([shown, code = "", message = "", toDo = ""]) => ({ shown, code, message, toDo }),
);

/** The first sentence of a message, as code. */
function firstSentence(message: string): string {
  return `\`${/^.*?\.(?=\s|$)(?! [a-z])/su.exec(message.replaceAll(/\s+/gu, " "))?.[0] ?? message}\``;
}

describe("docs/reference/errors.md", () => {
  it("has an item for each code of an error, and none for another", () => {
    expect(items.map(({ code }) => code).toSorted()).toEqual([...errorCodes].toSorted());
  });

  it("shows how the message of each error begins", async () => {
    const messages = await provokeErrors();
    for (const { shown, code, toDo } of items) {
      const message = messages.get(code);
      if (message === undefined) throw new Error(`test/docs/provoked-errors.ts does not provoke ${code}.`);
      const printed = `- **\`${code}\`** ${firstSentence(message)} ${toDo}`;
      const comparable = (item: string) => item.replaceAll(/\s+/gu, " ");
      expectShown({ page: page.path, shown, printed, comparable });
    }
  });
});
