import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, placeOf, readPages, type CodeBlock } from "./markdown";

const blocks = readPages("*.md", "docs/**/*.md", "examples/**/*.md").flatMap(codeBlocksOf);

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
