import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { goEnvironment } from "../../tools/engine/go-programs.mjs";
import type { Project } from "../harness/project";
import { blockedApps, exampleProgramsIn, expectLifeCycle, generateSdk, openLanguage } from "./example-stack";
import { withCompiledProgram } from "./run-go";

/** Runs a command of Go without a network: the set-up has fetched and compiled what the example uses. */
async function go({ folder }: Project, ...args: readonly string[]): Promise<string> {
  const env = { ...goEnvironment, GOPROXY: "off" };
  const { stdout, stderr } = await promisify(execFile)("go", args, { cwd: folder, env });
  return `${stdout}${stderr}`;
}

it("the example go keeps entries in a list, with a generated SDK; those of the schema compile", async () => {
  const stack = await openLanguage("go");
  const { schema } = await generateSdk(stack.project, "go");
  exampleProgramsIn(schema, "go").forEach((source, index) => stack.project.write(`example${index}/main.go`, source));
  const program = join(stack.project.folder, "program");
  await go(stack.project, "build", "-trimpath", "-o", program, ".");
  expect(await go(stack.project, "vet", "-trimpath", "./...")).toBe("");
  const project = await withCompiledProgram(stack.project, program);
  await expectLifeCycle({ ...stack, project }, [...blockedApps, "freestreams.example", "newsburst.example"]);
});
