#!/usr/bin/env node
import { commands } from "./commands";
import { runProgram } from "./program";
import { processTerminal } from "./terminal";

async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(process), commands);
}

void main();
