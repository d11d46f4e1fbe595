#!/usr/bin/env node
/** The executable that the engine starts, in a file of its own: Node's compile cache has only what is loaded later. */
import { flushCompileCache } from "node:module";
import { useCompileCache } from "../../common/compile-cache";
import { messageWithCode } from "../../common/error";
import { keepHeapSmall } from "../../common/heap";
import { findNodeProblem } from "../../common/node-version";

const problem = findNodeProblem();
if (problem === undefined) {
  useCompileCache(process.env);
  void import("./main.js").then(() => setImmediate(startWork));
} else {
  process.stderr.write(`${messageWithCode(problem)}\n`);
  process.exitCode = 1;
}

function startWork(): void {
  // The engine kills its plugins, and Node would write the cache only at a regular end.
  flushCompileCache();
  // After that: Node accepts compiled code only with the flags of V8 with which it was written.
  keepHeapSmall();
}
