import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** The first line that a script prints. It runs until the test ends: a plugin does so, too. */
export async function firstLine(script: string, ...args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const line: unknown = await once(lines, "line");
  return Array.isArray(line) ? line[0] : undefined;
}
