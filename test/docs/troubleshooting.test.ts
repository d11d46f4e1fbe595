import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, readPage, sectionsOf } from "./markdown";
import { provokeErrors } from "./provoked-errors";

const page = readPage("docs/troubleshooting.md");

/** The sections about errors: their headings are codes. */
const sections = sectionsOf(page).flatMap(({ heading, text }) => {
  const code = /^`([A-Z_]+)`$/u.exec(heading)?.[1];
  return code === undefined ? [] : [{ code, text }];
});

/** The codes that the sources give to errors. */
function codesInSources(): readonly string[] {
  return globSync("provider/**/*.ts", { cwd: root, exclude: ["**/dist/**", "**/node_modules/**"] }).flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/readonly code = "(\w+)"/gu)].map(([, code = ""]) => code),
  );
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

describe("docs/troubleshooting.md", () => {
  it("has a section for each code of an error, and none for another", () => {
    expect(sections.map(({ code }) => code).toSorted()).toEqual(codesInSources().toSorted());
  });

  it("shows the message of each error as it is", async () => {
    const messages = await provokeErrors();
    const shown = sections.map(({ code, text }) => {
      const [block] = codeBlocksOf({ path: page.path, text });
      return [code, onOneLine(block?.code ?? "")] as const;
    });
    const expected = sections.map(({ code }) => [code, onOneLine(messages.get(code) ?? "")] as const);
    expect(shown).toEqual(expected);
  });

  it("says of each error what to do", () => {
    const silent = sections.filter(({ text }) => !/\*\*What to do:\*\* \S/u.test(text));
    expect(silent).toEqual([]);
  });
});
