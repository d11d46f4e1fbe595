import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineObstacle } from "../../tools/engine/engine-on-path.mjs";
import { readLanguages } from "../../tools/engine/languages.mjs";
import { type Attempt, firstFound } from "../../tools/first-found.mjs";
import { pinnedVersion, root } from "../../tools/paths.mjs";
import { deleteLeftovers } from "../../tools/setup/build.mjs";
import { linkCommand, makeExecutable } from "../../tools/setup/make-executable.mjs";
import { nodeObstacle } from "../../tools/setup/node-version.mjs";
import { ToolError } from "../../tools/tool-error.mjs";
import { temporaryFolder } from "../harness/shared-files";

it("the Node of the machine can run the set-up from version 20 on", () => {
  for (const version of ["20.0.0", "24.21.0"]) expect(nodeObstacle(version)).toBeUndefined();
  for (const version of ["18.20.8", "unknown"]) {
    expect(nodeObstacle(version)).toContain(`The set-up needs Node 20 or later, and this is Node ${version}.`);
  }
});

describe("the languages of the set-up", () => {
  it.each([
    { options: [], languages: [] },
    { options: ["--languages"], languages: ["yaml", "python"] },
    { options: ["--languages=python,yaml"], languages: ["yaml", "python"] },
  ])("are $languages with the options $options", ({ options, languages }) => {
    expect(readLanguages(options)).toEqual(languages);
  });

  it.each(["--languages=", "--languages=go", "yaml"])("are not %j, and the error names it", (option) => {
    expect(() => readLanguages([option])).toThrow(`Unknown option ${option}. Use --languages, or --languages=`);
  });
});

describe("an engine that the machine has", () => {
  it.each(["v3.217.0", "3.1000.1", "v3.260.0-alpha.1+abc.dirty"])("is used if it is complete and %s", (version) => {
    expect(engineObstacle({ version, missing: [] })).toBeUndefined();
  });

  it.each([
    ["it is too old", "v3.216.9", [], "it is version v3.216.9, and 3.217 or a later 3 is needed"],
    ["it is of another major version", "v4.300.0", [], "it is version v4.300.0"],
    ["its output is no version", "command not found", [], '"pulumi version" prints no version'],
    ["a language host is missing", "v3.259.0", ["pulumi-language-yaml"], "is neither beside it nor on PATH"],
  ])("is not used if %s", (_, version, missing, obstacle) => {
    expect(engineObstacle({ version, missing })).toContain(obstacle);
  });
});

describe("the build from Go modules", () => {
  it.each(["cli", "sdk-generator"])("builds %s of the version that the npm package pulumi is pinned to", (module) => {
    const text = readFileSync(`${root}/tools/engine/go/${module}/go.mod`, "utf8");
    expect(text).toContain(`require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion("pulumi")}\n`);
  });
});

describe("what several sources may have", () => {
  const texts = { problem: "There is no Pulumi engine.", remedy: "Install Pulumi. Then run the same command again." };
  const sourceOf = (name: string, result: Attempt<string>) => ({ name, attempt: async () => result });
  const onPath = sourceOf("an engine on PATH", { kind: "failed", reason: "there is no pulumi on PATH" });

  it("is that of the first source that has it, and the sources after it are not tried", async () => {
    const build = { name: "the build", attempt: () => Promise.reject(new Error("The build was tried.")) };
    const download = sourceOf("the download", { kind: "found", found: "/opt/pulumi/bin" });
    expect(await firstFound([onPath, download, build], texts)).toBe("/opt/pulumi/bin");
  });

  it("is reported as missing, with the attempts in their order, their reasons and the fix", async () => {
    const download = sourceOf("the download", { kind: "failed", reason: "it exited with status 1:\nfetch failed\n" });
    const message = `There is no Pulumi engine. These attempts failed, in this order:
1. an engine on PATH: there is no pulumi on PATH
2. the download: it exited with status 1:
   fetch failed

Install Pulumi. Then run the same command again.`;
    await expect(firstFound([onPath, download], texts)).rejects.toThrow(new ToolError(message));
  });
});

describe("a build", () => {
  it("deletes what the compiler made of sources that are gone, and nothing else", () => {
    const folder = temporaryFolder();
    const kept = ["list/plan.d.ts", "list/plan.js", "index.js", "plugin/main.js", "schemas/diff.json", ".tsbuildinfo"];
    const left = ["list/old.d.ts", "list/old.js", "gone/all.js"];
    for (const path of ["list/plan.ts", "index.ts", ...[...kept, ...left].map((output) => `dist/${output}`)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "");
    }
    deleteLeftovers(join(folder, "dist"), folder);
    expect(kept.filter((path) => !existsSync(join(folder, "dist", path)))).toEqual([]);
    expect([...left, "gone"].filter((path) => existsSync(join(folder, "dist", path)))).toEqual([]);
  });

  it("makes a command of a script that the compiler writes after the installation, and keeps it", () => {
    const folder = temporaryFolder();
    const [script, command] = [join(folder, "main.js"), join(folder, "bin", "command")];
    linkCommand(script, command);
    writeFileSync(script, '#!/usr/bin/env node\nconsole.log("it runs");\n', { mode: 0o644 });
    linkCommand(script, command);
    makeExecutable(script);
    expect(execFileSync(command, { encoding: "utf8" })).toBe("it runs\n");
  });
});
