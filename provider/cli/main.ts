#!/usr/bin/env node
import { startExecutable } from "../common/start-executable";

startExecutable(async () => {
  const [{ runProgram }, { processTerminal }] = await Promise.all([import("./run.js"), import("./terminal.js")]);
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
});
