import { messageWithCode } from "./error";
import { useCompileCache } from "./folders";
import { findNodeProblem } from "./node-version";

/** Starts an executable. An older Node cannot load its modules, and Node's compile cache has those that are loaded later. */
export function startExecutable(load: () => Promise<unknown>): void {
  const problem = findNodeProblem();
  if (problem === undefined) {
    useCompileCache();
    void load();
  } else {
    process.stderr.write(`${messageWithCode(problem)}\n`);
    process.exitCode = 1;
  }
}
