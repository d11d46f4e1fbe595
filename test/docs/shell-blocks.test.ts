import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";
import { commandsByName } from "./command-texts";
import { codeBlocksOf, inlineCodeOf, placeOf, readPages, type CodeBlock } from "./markdown";
import { argumentsOf, commandsOf } from "./shell";

// Judged here, and not run: those that need an account, a registry or a person. test/acceptance/docs.test.ts runs those
// of docs/how-to/migrate.md, test/acceptance/pull.test.ts runs `app-list pull`, and the other tests of examples and pipelines
// run the commands of their pages.
const pages = readPages("*.md", "docs/**/*.md", "examples/**/*.md");
const blocks = pages.flatMap(codeBlocksOf).filter(({ language }) => language === "sh");

const { scripts } = z
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
  return script === undefined || scripts[script] !== undefined ? undefined : `package.json has no script ${script}`;
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
    const broken = blocks.filter(({ code }) => {
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
    expect([...blocks, ...pages.flatMap(inlineCodeOf)].flatMap(problemsOf)).toEqual([]);
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
