import { describe, expect, it } from "vitest";
import { errorCodes, sourceText } from "../harness/error-codes";
import { codeBlocksOf, readPage, sectionOf, sectionsOf, tableRows } from "./markdown";
import { provokeErrors } from "./provoked-errors";
import { expectShown, wrap } from "./shown-output";

const page = readPage("docs/reference/errors.md");

/** The sections about errors: their headings are codes. */
const sections = sectionsOf(page).flatMap(({ heading, text }) => {
  const code = /^`([A-Z_]+)`$/u.exec(heading)?.[1];
  return code === undefined ? [] : [{ code, text }];
});

/** The words of a message that stand in the sources as they are: not the names, numbers and kinds of one case. */
function fixedWords(message: string): readonly string[] {
  return message
    .split(
      /"[^"]*"|\S*\d\S*|…|(?:app bundle|placement ID|website)s?|the resources|\b(?:has|have|is|are|line|lines)\b|[,:()]/u,
    )
    .map((words) => words.trim())
    .filter((words) => words.includes(" "));
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

describe("docs/reference/errors.md", () => {
  it("has a section for each code of an error, and none for another", () => {
    expect(sections.map(({ code }) => code).toSorted()).toEqual([...errorCodes].toSorted());
  });

  it("shows the message of each error as it is", async () => {
    const messages = await provokeErrors();
    for (const { code, text } of sections) {
      const [block] = codeBlocksOf({ path: page.path, text });
      const message = messages.get(code);
      if (message === undefined) throw new Error(`test/docs/provoked-errors.ts does not provoke ${code}.`);
      // With the heading, so that two errors may have the same message.
      const shown = `### \`${code}\`\n\n\`\`\`text\n${block?.code ?? ""}\`\`\``;
      const printed = `### \`${code}\`\n\n\`\`\`text\n${wrap(message)}\n\`\`\``;
      expectShown({ page: page.path, shown, printed, comparable: onOneLine });
    }
  });

  it("says of each error what to do", () => {
    const silent = sections.filter(({ text }) => !/\*\*What to do:\*\* \S/u.test(text));
    expect(silent).toEqual([]);
  });

  it.each(["Arguments and entries", "Messages that are no errors"])("quotes messages that there are: %s", (heading) => {
    // A sentence of the sources may go over several lines, or have a condition in it.
    const said = sourceText.replaceAll(/["`'] ?\+\s*["`']/gu, "").replaceAll(/\\"/gu, '"');
    const rows = tableRows(sectionOf(page, heading).text).map(([message = ""]) => message.split("`")[1] ?? "");
    expect(rows.flatMap(fixedWords)).not.toEqual([]);
    expect(rows.flatMap(fixedWords).filter((words) => !said.includes(words))).toEqual([]);
  });
});
