import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { groups } from "../../tools/test/groups.mjs";
import { temporaryFolder } from "../harness/shared-files";

const passes = 'import { it } from "vitest";\nit("passes", () => undefined);\n';
const fails = 'import { it } from "vitest";\nit("fails", () => { throw new Error(); });\n';
const leaves = 'import { it } from "vitest";\nit("passes", () => void Promise.reject(new Error()));\n';
const breaks = 'throw new Error("The file cannot be run.");\n';
const skips = 'import { it } from "vitest";\nit.skip("skips", () => undefined);\n';

const projects = Object.values(groups).flatMap((group) => group.projects);

/**
 * Runs .ci/run in a folder with the real tools, a check of each pace, and one test in each project, which passes by
 * default.
 */
function runCi(tests: Readonly<Record<string, string>>, problem = "undefined", setUp = "true") {
  const folder = temporaryFolder();
  const write = (path: string, content: string): void => writeFileSync(join(folder, path), content);
  for (const part of [".ci", "tools"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const scripts = Object.entries(groups).map(([group, { command }]) => {
    return [command.replace(/^npm (?:run )?/u, ""), `${setUp} && node tools/test.mjs ${group}`] as const;
  });
  write("package.json", JSON.stringify({ devDependencies: { pulumi: "1.0.0" }, scripts: Object.fromEntries(scripts) }));
  const step = (pace: string, found: string): string =>
    `{ name: "${pace}", pace: "${pace}", remedy: "mend it", findProblem: async () => ${found} }`;
  write("tools/check/steps.mjs", `export const steps = [${step("quick", problem)}, ${step("slow", "undefined")}];\n`);
  const named = projects.map((name) => ({ test: { name, include: [`${name}.test.ts`] } }));
  write("vitest.config.mts", `export default ${JSON.stringify({ test: { projects: named } })};\n`);
  for (const name of projects) write(`${name}.test.ts`, tests[name] ?? passes);
  // Nothing is to be installed on this machine.
  mkdirSync(join(folder, "bin"));
  for (const name of ["rsync", "chromium", "apt-get"]) {
    write(join("bin", name), "#!/bin/sh\n");
    chmodSync(join(folder, "bin", name), 0o755);
  }
  const PATH = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  const { status, stdout } = spawnSync(join(folder, ".ci", "run"), { env: { ...process.env, PATH }, encoding: "utf8" });
  return [status, stdout.trimEnd().split("\n").at(-1)];
}

it.each([
  ["each test passes", {}, undefined, [0, "9 passed, 0 failed"]],
  [
    "a test fails, a file cannot be run, and a test is skipped",
    { browser: fails, pages: breaks, pipelines: skips },
    undefined,
    [1, "6 passed, 2 failed"],
  ],
  ["only vitest fails", { browser: leaves }, undefined, [1, "9 passed, 1 failed"]],
  ["a check fails", {}, '"wrong"', [1, "9 passed, 1 failed"]],
] as const)(".ci/run prints true numbers and ends with the right status if %s", (_, tests, problem, expected) => {
  expect(runCi(tests, problem)).toEqual(expected);
});

it(".ci/run counts a run that wrote no numbers as a failed test", () => {
  expect(runCi({}, undefined, "false")).toEqual([1, "0 passed, 3 failed"]);
});
