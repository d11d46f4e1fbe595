import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../harness/project";
import { openExample } from "./example-stack";
import { generateSdk } from "./generate-sdk";

it("compiles a generated SDK for Node.js", async () => {
  const { project } = await openExample("yaml");
  const sdk = await generateSdk(project, "nodejs");
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, "--project", sdk, "--noEmit"]);
  expect(stdout).toBe("");
});
