import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { messageWithCode } from "./error";
import { openPrivateFolder } from "./folders";
import { findNodeProblem } from "./node-version";

/**
 * Starts an executable. An older Node cannot load its modules. Node keeps the compiled code of those that are loaded later
 * in the private folder. By default, it uses the shared temporary folder: another user can put code there that this
 * process would run. If NODE_COMPILE_CACHE or NODE_DISABLE_COMPILE_CACHE is set, Node ignores this folder.
 */
export function startExecutable(load: () => Promise<unknown>): void {
  const problem = findNodeProblem();
  if (problem !== undefined) {
    process.stderr.write(`${messageWithCode(problem)}\n`);
    process.exitCode = 1;
    return;
  }
  try {
    enableCompileCache(join(openPrivateFolder(process.env), "compiled"));
  } catch {
    // Without a cache, the start takes longer. Nothing else is different.
  }
  void load();
}
