import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { goEnvironment } from "../../tools/engine/go-programs.mjs";
import { copyExample } from "../harness/example";
import { installPlugin } from "../harness/language-host";
import type { Project } from "../harness/project";
import { generateSdk } from "./generate-sdk";

/** Runs a command of Go without a network: the set-up has fetched and compiled what the example uses. */
async function go({ folder }: Project, ...args: readonly string[]): Promise<string> {
  const env = { ...goEnvironment, GOPROXY: "off" };
  const { stdout, stderr } = await promisify(execFile)("go", args, { cwd: folder, env });
  return `${stdout}${stderr}`;
}

describe("the example go", () => {
  it("compiles with a generated SDK, and go vet has no objections", async () => {
    const project = await copyExample("go");
    onTestFinished(() => project.remove());
    await installPlugin(project);
    await generateSdk(project, "go");
    await go(project, "build", "-trimpath", "-o", "program", ".");
    expect(await go(project, "vet", "-trimpath", "./...")).toBe("");
  });
});
