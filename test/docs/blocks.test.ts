import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import ts from "typescript";
import { expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { parseCsv } from "../../provider/files/csv-file";
import { root } from "../../tools/paths.mjs";
import { printed } from "../files/origins";
import { commandsByName } from "./command-texts";
import { type CodeBlock, codeBlocksOf, inlineCodeOf, placeOf, readPages } from "./markdown";

const pages = readPages("*.md", "docs/**/*.md", "examples/**/*.md");
const blocks = pages.flatMap(codeBlocksOf);

/** Throws, or returns what is wrong, if the content of a block in a language cannot be parsed. */
const judges: Readonly<Record<string, (code: string) => unknown>> = {
  json: (code) => void JSON.parse(code),
  yaml: (code) => parseAllDocuments(code).flatMap(({ errors }) => errors)[0],
  csv: (code) => printed(parseCsv(code, "block.csv").problems, "error")[0],
  // A script of CommonJS.
  js: (code) => void new Script(`(async function () {${code}\n})`),
  sh: (code) => void execFileSync("bash", ["-n"], { input: code, stdio: ["pipe", "ignore", "pipe"] }),
};

/** Languages that other tests judge, and those that say nothing a program could judge. */
const others = new Set(["ts", "text", "mermaid", "python", "go", "groovy", "diff"]);

function problemOf({ language, code }: CodeBlock): unknown {
  try {
    return others.has(language) ? undefined : (judges[language] ?? (() => "no test judges it"))(code);
  } catch (error) {
    return error;
  }
}

it("blocks of code in the documentation can be parsed, and are of a language that some test judges", () => {
  const problems = blocks.map((block) => ({ place: placeOf(block), problem: problemOf(block) }));
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

/** The diagnostics of blocks as programs of their own, with the settings of this repository. */
function diagnose(programs: readonly CodeBlock[]): readonly string[] {
  // Inside the clone, where `pulumi-app-list` is found.
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const folder = mkdtempSync(join(root, ".scratch", "docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (index: number): string => join(folder, `block-${index}.ts`);
  programs.forEach(({ code }, index) => writeFileSync(fileOf(index), code));
  const configuration = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { compilerOptions } = z.object({ compilerOptions: z.unknown() }).parse(configuration.config);
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  const program = ts.createProgram(
    programs.map((_, index) => fileOf(index)),
    { ...options, noEmit: true },
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, " ");
    const block = programs[Number(/\d+/u.exec(basename(file?.fileName ?? ""))?.[0])];
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return block === undefined ? message : `${placeOf({ ...block, line: block.line + line })}: ${message}`;
  });
}

it("programs in the documentation compile under this repository's strict settings, each as a program of its own", () => {
  const programs = blocks.filter(({ language }) => language === "ts");
  expect(programs).not.toEqual([]);
  const wrong = { page: "page.md", line: 7, language: "ts", code: 'import "node:fs";\nconst id: number = "4321";\n' };
  expect(diagnose([...programs, wrong])).toEqual(["page.md:8: Type 'string' is not assignable to type 'number'."]);
});

/** What is wrong with the commands of app-list in a text: names and options that there are not. */
function problemsOf(block: CodeBlock): readonly string[] {
  const uses = block.code.matchAll(/(?:^|[|&;] *|--no-install |^\w+=\S+ )app-list ([a-z][\w-]*)([^|&;>\n]*)/gmu);
  return Array.from(uses).flatMap(([, name = "", rest = ""]) => {
    const known = new Set(["--help", ...(commandsByName.get(name)?.options.flatMap(({ long }) => long ?? []) ?? [])]);
    const unknown = Array.from(rest.matchAll(/(?<= )--[\w-]+/gu), ([option]) => option).filter(
      (each) => !known.has(each),
    );
    if (!commandsByName.has(name)) return [`${placeOf(block)}: app-list has no command ${name}`];
    return unknown.map((option) => `${placeOf(block)}: app-list ${name} has no option ${option}`);
  });
}

it("commands in the documentation name commands and options of app-list that there are", () => {
  const scripts = blocks.filter(({ language }) => language === "sh");
  expect([...scripts, ...pages.flatMap(inlineCodeOf)].flatMap(problemsOf)).toEqual([]);
  const wrong = ["npx --no-install app-list check x", "x=1 app-list pull 1 --out y > z"].join("\n");
  expect(problemsOf({ page: "page.md", line: 1, language: "sh", code: wrong })).toEqual([
    "page.md:1: app-list has no command check",
    "page.md:1: app-list pull has no option --out",
  ]);
});
