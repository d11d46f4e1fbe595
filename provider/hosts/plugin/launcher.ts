#!/usr/bin/env node
/**
 * The executable that the engine starts. It is a separate file, because Node's compile cache contains only modules that
 * are loaded later.
 */
import { flushCompileCache } from "node:module";
import { useCompileCache } from "../../common/folders";
import { messageWithCode } from "../../common/error";
import { findNodeProblem } from "../../common/node-version";

const problem = findNodeProblem();
if (problem === undefined) {
  useCompileCache();
  // The engine kills its plugins. Node would write the cache only at a regular end.
  void import("./main.js").then(() => setImmediate(flushCompileCache));
} else {
  process.stderr.write(`${messageWithCode(problem)}\n`);
  process.exitCode = 1;
}
