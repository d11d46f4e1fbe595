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

/** The parts of a message that are in the sources: all but the names, numbers and kinds of one case. */
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

  it("has the cause and the fix of each error", () => {
    const incomplete = sections.filter(({ text }) => !/^\*\*Cause:\*\* \S.*^\*\*Fix:\*\* \S/msu.test(text));
    expect(incomplete.map(({ code }) => code)).toEqual([]);
  });

  it.each(["Arguments and entries", "Messages that are not errors"])("quotes existing messages: %s", (heading) => {
    // A sentence of the sources may go over several lines, or have a condition in it.
    const texts = sourceText.replaceAll(/["`'] ?\+\s*["`']/gu, "").replaceAll(/\\"/gu, '"');
    const rows = tableRows(sectionOf(page, heading).text).map(([message = ""]) => message.split("`")[1] ?? "");
    expect(rows.flatMap(fixedWords)).not.toEqual([]);
    expect(rows.flatMap(fixedWords).filter((words) => !texts.includes(words))).toEqual([]);
  });
});
