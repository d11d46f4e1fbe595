import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage, sentencesOf } from "./markdown";
import { findPhrases, phrases, phrasesOfProse } from "./phrases";

/** Everything that people of this project write. */
const written = [
  "*.{md,mts,json,yml,yaml}",
  ".oxlintrc.json",
  "{.ci,.github}/**",
  "{bench,docs,examples,provider,templates,test,tools}/**/*.{cjs,go,html,js,json,md,mjs,mts,py,sh,tf,toml,ts,txt,yaml,yml}",
];

/** What programs write, fixtures that never change, and the list of phrases itself. */
const excluded = [
  "**/node_modules/**",
  "**/dist/**",
  "package-lock.json",
  "provider/README.md",
  "test/frozen/*/**",
  "test/docs/phrases{,.test}.ts",
];

/** The files of a pattern, by their paths from the root of the clone. */
function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: root, exclude: excluded })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();
}

function problemsOf(path: string): readonly string[] {
  const avoided = path.endsWith(".md") ? [...phrases, ...phrasesOfProse] : phrases;
  return findPhrases(readFileSync(join(root, path), "utf8"), avoided).map(
    ({ line, phrase, better }) => `${path}:${line}: "${phrase}": ${better}`,
  );
}

/** The most words of a sentence in the pages. */
const longest = 35;

describe("the sentences of the pages", () => {
  it("have few words", () => {
    const long = filesOf(["*.md", "{bench,docs,examples}/**/*.md"]).flatMap((path) =>
      sentencesOf(readPage(path))
        .map((sentence) => ({ sentence, words: sentence.split(" ").filter((word) => /[\p{L}\d]/u.test(word)).length }))
        .filter(({ words }) => words > longest)
        .map(({ sentence, words }) => `${path}: ${words} words: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});

describe("the words of this project", () => {
  it("are used in the whole repository", () => {
    expect(filesOf(written).flatMap(problemsOf)).toEqual([]);
  });

  it("are told apart from other words", () => {
    const text = "/** The list\n * holds 3 entries. */\n// Where the list is empty, nothing is sent.\nconst id = 1;\n";
    expect(findPhrases(text, phrases)).toEqual([
      { line: 1, phrase: "list holds", better: "contains" },
      { line: 3, phrase: "// Where the list is empty, ", better: "if, when" },
    ]);
  });
});
