import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseCsv } from "../../provider/files/csv-file";
import { printed } from "../files/origins";
import { codeBlocksOf, placeOf, readPages, type CodeBlock } from "./markdown";

const blocks = readPages("*.md", "docs/**/*.md", "examples/**/*.md").flatMap(codeBlocksOf);

/** What is wrong with the content of each block in a language. */
const judges: Readonly<Record<string, (code: string) => readonly string[]>> = {
  json: (code) => {
    try {
      JSON.parse(code);
      return [];
    } catch (error) {
      return [String(error)];
    }
  },
  yaml: (code) => parseAllDocuments(code).flatMap(({ errors }) => errors.map(({ message }) => message)),
  csv: (code) => printed(parseCsv(code, "block.csv").problems, "error"),
};

/** Languages that other tests judge, and those that say nothing a program could judge. */
const others = new Set(["ts", "js", "sh", "text", "mermaid", "python", "go"]);

describe("blocks of data in the documentation", () => {
  it("parse", () => {
    const judge = (block: CodeBlock): readonly string[] => judges[block.language]?.(block.code) ?? [];
    expect(blocks.flatMap((block) => judge(block).map((problem) => `${placeOf(block)}: ${problem}`))).toEqual([]);
  });

  it("are of a language that some test judges", () => {
    const unknown = blocks.filter(({ language }) => judges[language] === undefined && !others.has(language));
    expect(unknown.map((block) => `${placeOf(block)}: ${block.language}`)).toEqual([]);
  });
});
