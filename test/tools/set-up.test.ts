import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserPaths } from "../../tools/browser/find-browser.ts";
import { engineObstacle } from "../../tools/engine/engine-on-path.mjs";
import { readLanguages } from "../../tools/engine/languages.mjs";
import { type Attempt, firstFound } from "../../tools/first-found.mjs";
import { pinnedVersion, root } from "../../tools/paths.mjs";
import { deleteLeftovers } from "../../tools/setup/build.mjs";
import { linkCommand, makeExecutable } from "../../tools/setup/make-executable.mjs";
import { nodeObstacle } from "../../tools/setup/node-version.mjs";
import { ToolError } from "../../tools/tool-error.mjs";
import { temporaryFolder } from "../harness/shared-files";

describe("the Node of the machine", () => {
  it.each(["20.0.0", "22.19.0", "24.21.0"])("can run the set-up if it is %s", (version) => {
    expect(nodeObstacle(version)).toBeUndefined();
  });

  it.each(["18.20.8", "16.0.0", "unknown"])("cannot run the set-up if it is %s", (version) => {
    expect(nodeObstacle(version)).toContain(`The set-up needs Node 20 or later, and this is Node ${version}.`);
  });
});

describe("the languages of the set-up", () => {
  it.each([
    { options: [], languages: [] },
    { options: ["--languages"], languages: ["yaml", "python"] },
    { options: ["--languages=yaml"], languages: ["yaml"] },
    { options: ["--languages=python,yaml"], languages: ["yaml", "python"] },
    { options: ["--languages=yaml", "--languages=yaml"], languages: ["yaml"] },
  ])("are $languages with the options $options", ({ options, languages }) => {
    expect(readLanguages(options)).toEqual(languages);
  });

  it.each(["--languages=", "--languages=go", "--language", "yaml"])("are not %j, and the error names it", (option) => {
    const problem = `Unknown option ${option}. Use --languages, or --languages=yaml,python.`;
    expect(() => readLanguages([option])).toThrow(problem);
  });
});

describe("an engine that the machine has", () => {
  const hosts = ["pulumi-language-nodejs", "pulumi-language-yaml"];

  it.each(["v3.217.0", "3.1000.1", "v3.260.0-alpha.1+abc.dirty"])("is used if it is complete and %s", (version) => {
    expect(engineObstacle({ version, missing: [] })).toBeUndefined();
  });

  it.each([
    ["it is too old", "v3.216.9", [], "it is version v3.216.9, and 3.217 or a later 3 is needed"],
    ["it is of another major version", "v4.300.0", [], "it is version v4.300.0, and 3.217 or a later 3 is needed"],
    ["it prints nothing", "", [], '"pulumi version" prints no version'],
    ["its output is no version", "command not found", [], '"pulumi version" prints no version'],
    ["its language hosts are missing", "v3.259.0", hosts, `${hosts.join(" and ")} is neither beside it nor on PATH`],
  ])("is not used if %s", (_, version, missing, obstacle) => {
    expect(engineObstacle({ version, missing })).toBe(obstacle);
  });
});

describe("the build from Go modules", () => {
  it.each(["cli", "sdk-generator"])("builds %s of the version that the npm package pulumi is pinned to", (module) => {
    const text = readFileSync(`${root}/tools/engine/go/${module}/go.mod`, "utf8");
    expect(text).toContain(`require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion("pulumi")}\n`);
  });
});

describe("the browser", () => {
  it("is the one that CHROMIUM_PATH names, and no other", () => {
    expect(browserPaths({ CHROMIUM_PATH: "/opt/my-chromium" }, "linux")).toEqual(["/opt/my-chromium"]);
    expect(browserPaths({ CHROMIUM_PATH: "" }, "linux")).toContain("/usr/bin/chromium");
  });

  it("has a path of its own on each system", () => {
    const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
    expect(browserPaths({}, "linux")).toEqual(names.map((name) => `/usr/bin/${name}`));
    expect(browserPaths({}, "darwin")[0]).toBe("/Applications/Chromium.app/Contents/MacOS/Chromium");
  });
});

describe("what several sources may have", () => {
  const texts = { problem: "There is no Pulumi engine.", remedy: "Install Pulumi. Then run the same command again." };

  /** Sources with given results, and the names of those that were tried. */
  function sourcesOf(attempts: Readonly<Record<string, Attempt<string>>>) {
    const tried: string[] = [];
    const sources = Object.entries(attempts).map(([name, result]) => ({
      name,
      attempt: async () => {
        tried.push(name);
        return result;
      },
    }));
    return { sources, tried };
  }

  it("is that of the first source that has it, and the sources after it are not tried", async () => {
    const { sources, tried } = sourcesOf({
      path: { kind: "failed", reason: "there is no pulumi on PATH" },
      download: { kind: "found", found: "/opt/pulumi/bin" },
      build: { kind: "failed", reason: "there is no go on PATH" },
    });
    expect(await firstFound(sources, texts)).toBe("/opt/pulumi/bin");
    expect(tried).toEqual(["path", "download"]);
  });

  it("is reported as missing, with the attempts in their order, their reasons and the fix", async () => {
    const { sources, tried } = sourcesOf({
      "an engine on PATH": { kind: "failed", reason: "there is no pulumi on PATH" },
      "the download of the npm package pulumi": { kind: "failed", reason: "it exited with status 1:\nfetch failed\n" },
      "the build from Go modules": { kind: "failed", reason: "there is no go on PATH" },
    });
    const message = `There is no Pulumi engine. These attempts failed, in this order:
1. an engine on PATH: there is no pulumi on PATH
2. the download of the npm package pulumi: it exited with status 1:
   fetch failed
3. the build from Go modules: there is no go on PATH

Install Pulumi. Then run the same command again.`;
    await expect(firstFound(sources, texts)).rejects.toThrow(new ToolError(message));
    expect(tried).toHaveLength(3);
  });
});

describe("a build", () => {
  const program = '#!/usr/bin/env node\nconsole.log("it runs");\n';

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

  it("makes a script that can be run as a command of one that the compiler has written", () => {
    const script = join(temporaryFolder(), "main.js");
    writeFileSync(script, program, { mode: 0o644 });
    expect(() => execFileSync(script, { stdio: "pipe" })).toThrow("EACCES");
    makeExecutable(script);
    expect(execFileSync(script, { encoding: "utf8" })).toBe("it runs\n");
  });

  it("makes a command of a script that was built after the installation, and keeps one that leads to it", () => {
    const folder = temporaryFolder();
    const [script, command] = [join(folder, "main.js"), join(folder, "bin", "command")];
    linkCommand(script, command);
    writeFileSync(script, program, { mode: 0o755 });
    linkCommand(script, command);
    expect(execFileSync(command, { encoding: "utf8" })).toBe("it runs\n");
  });
});
