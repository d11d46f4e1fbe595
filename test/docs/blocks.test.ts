import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { parseCsv } from "../../provider/files/csv-file";
import { root } from "../../tools/paths.mjs";
import { printed } from "../files/origins";
import { commandsByName } from "./command-texts";
import { type CodeBlock, codeBlocksOf, inlineCodeOf, placeOf, readPages } from "./markdown";
import { argumentsOf, commandsOf } from "./shell";

const pages = readPages("*.md", "docs/**/*.md", "examples/**/*.md");
const blocks = pages.flatMap(codeBlocksOf);

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

/** Whether JavaScript parses, as a script of CommonJS. */
function syntaxErrorOf({ code }: CodeBlock): string | undefined {
  try {
    void new Script(`(async function () {${code}\n})`);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe("programs in the documentation", () => {
  it("compile under this repository's strict settings, each as a program of its own", () => {
    const programs = blocks.filter(({ language }) => language === "ts");
    expect(programs).not.toEqual([]);
    expect(diagnose(programs)).toEqual([]);
  });

  it("are told apart from programs with a mistake", () => {
    const wrong = { page: "page.md", line: 7, language: "ts", code: 'import "node:fs";\nconst id: number = "4321";\n' };
    expect(diagnose([wrong])).toEqual(["page.md:8: Type 'string' is not assignable to type 'number'."]);
  });

  it("parse if they are JavaScript", () => {
    const programs = blocks.filter(({ language }) => language === "js");
    expect(programs.flatMap((block) => syntaxErrorOf(block) ?? [])).toEqual([]);
  });
});

// Judged here, and not run: those that need an account, a registry or a person. test/acceptance/docs.test.ts runs those
// of docs/how-to/migrate.md, test/acceptance/pull.test.ts runs `app-list pull`, and the other tests of examples and pipelines
// run the commands of their pages.
const scripts = blocks.filter(({ language }) => language === "sh");

const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** What is wrong with the words behind `app-list`. */
function problemOfAppList(words: readonly string[]): string | undefined {
  const [name = "", ...rest] = words;
  if (name.startsWith("-"))
    return ["--help", "--version", "-V"].includes(name) ? undefined : `app-list has no option ${name}`;
  // The command alone, or a placeholder in a sentence.
  if (!/^[a-z]/u.test(name)) return undefined;
  const command = commandsByName.get(name);
  if (command === undefined) return `app-list has no command ${name}`;
  const known = new Set(["--help", ...command.options.flatMap(({ long }) => long ?? [])]);
  const unknown = rest.filter((word) => word.startsWith("--") && !known.has(word.split("=")[0] ?? ""));
  return unknown.length === 0 ? undefined : `app-list ${name} has no option ${unknown.join(", ")}`;
}

/** What is wrong with the words behind `npm`. */
function problemOfNpm([verb, ...rest]: readonly string[]): string | undefined {
  const script = verb === "run" ? rest.find((word) => !word.startsWith("-")) : verb === "test" ? "test" : undefined;
  return script === undefined || manifest.scripts[script] !== undefined
    ? undefined
    : `package.json has no script ${script}`;
}

function problemsOf(block: CodeBlock): readonly string[] {
  return commandsOf(block.code).flatMap((command) => {
    const ofAppList = argumentsOf("app-list", command);
    const ofNpm = argumentsOf("npm", command);
    const problem =
      ofAppList === undefined ? (ofNpm === undefined ? undefined : problemOfNpm(ofNpm)) : problemOfAppList(ofAppList);
    return problem === undefined ? [] : [`${placeOf(block)}: ${problem}`];
  });
}

describe("commands in the documentation", () => {
  it("are scripts that bash can parse", () => {
    const broken = scripts.filter(({ code }) => {
      try {
        execFileSync("bash", ["-n"], { input: code, stdio: ["pipe", "ignore", "ignore"] });
        return false;
      } catch {
        return true;
      }
    });
    expect(broken.map(placeOf)).toEqual([]);
  });

  it("name commands and options of app-list, and scripts of package.json, that there are", () => {
    expect([...scripts, ...pages.flatMap(inlineCodeOf)].flatMap(problemsOf)).toEqual([]);
  });

  it("are told apart from commands and options that there are not", () => {
    const wrong = (code: string): CodeBlock => ({ page: "page.md", line: 1, language: "sh", code });
    expect(
      ["npx --no-install app-list check x", "x=1 app-list pull 1 --out y > z", "npm run sing"].flatMap((code) =>
        problemsOf(wrong(code)),
      ),
    ).toEqual([
      "page.md:1: app-list has no command check",
      "page.md:1: app-list pull has no option --out",
      "page.md:1: package.json has no script sing",
    ]);
  });
});
