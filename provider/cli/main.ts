#!/usr/bin/env node
import { findNodeProblem } from "../common/node-version";
import { formatJson } from "./json";

async function main(): Promise<void> {
  const problem = findNodeProblem();
  if (problem !== undefined) {
    const { code, message, needed, running } = problem;
    if (process.argv.includes("--json"))
      process.stdout.write(formatJson({ error: { code, message, needed, running } }));
    else process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    return;
  }
  // In an older Node these modules cannot be loaded.
  const [{ commands }, { runProgram }, { processTerminal }] = await Promise.all([
    import("./commands.js"),
    import("./program.js"),
    import("./terminal.js"),
  ]);
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(process), commands);
}

void main();
