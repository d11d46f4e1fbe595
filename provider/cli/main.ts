#!/usr/bin/env node
import { useCompileCache } from "../common/folders";
import { messageWithCode } from "../common/error";
import { findNodeProblem } from "../common/node-version";
import { formatError } from "./json";

async function main(): Promise<void> {
  const problem = findNodeProblem();
  if (problem !== undefined) {
    if (process.argv.includes("--json")) process.stdout.write(formatError(problem));
    else process.stderr.write(`${messageWithCode(problem)}\n`);
    process.exitCode = 1;
    return;
  }
  useCompileCache();
  // An older Node cannot load these modules.
  const [{ runProgram }, { processTerminal }] = await Promise.all([import("./run.js"), import("./terminal.js")]);
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
}

void main();
