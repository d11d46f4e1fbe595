#!/usr/bin/env node
/**
 * The executable that the engine starts. It is a separate file, because Node's compile cache contains only modules that
 * are loaded later.
 */
import { useCompileCache } from "../../common/folders";
import { messageWithCode } from "../../common/error";
import { findNodeProblem } from "../../common/node-version";

const problem = findNodeProblem();
if (problem === undefined) {
  useCompileCache();
  void import("./main.js");
} else {
  process.stderr.write(`${messageWithCode(problem)}\n`);
  process.exitCode = 1;
}
