#!/usr/bin/env node
import { useCompileCache } from "../common/compile-cache";
import { messageWithCode } from "../common/error";
import { findNodeProblem } from "../common/node-version";
import { formatJson } from "./json";

async function main(): Promise<void> {
  const problem = findNodeProblem();
  if (problem !== undefined) {
    const { code, message, needed, running } = problem;
    if (process.argv.includes("--json"))
      process.stdout.write(formatJson({ error: { code, message, needed, running } }));
    else process.stderr.write(`${messageWithCode(problem)}\n`);
    process.exitCode = 1;
    return;
  }
  useCompileCache(process.env);
  // In an older Node these modules cannot be loaded.
  const { run } = await import("./run.js");
  await run();
}

void main();
