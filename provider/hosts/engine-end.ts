import { fstatSync } from "node:fs";

/** Calls a function when the engine that started this process ends, also if it is killed: it keeps our standard input open. */
export function whenEngineEnds(act: () => void): void {
  const stdin = fstatSync(0);
  // Only a pipe ends with the engine: a terminal does not, and /dev/null has ended from the start.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("end", act).resume();
}
