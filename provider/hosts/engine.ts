import { fstatSync } from "node:fs";

/** All waits of the hosts, in milliseconds. */
export const waits = {
  /** The longest that the engine has to take a notice. */
  notice: 5000,
  /** Between two checks whether the parent of the plugin lives. */
  parent: 500,
  /** Between two checks whether a process without its engine is idle. */
  idle: 200,
} as const;

/**
 * The address of the engine that started this process; undefined if no engine did. It is the last argument: with
 * `--logflow` and `--tracing`, flags come first.
 */
export function findEngineAddress(commandLine: readonly string[]): string | undefined {
  const last = commandLine.slice(2).at(-1);
  return last !== undefined && /^[^\s:]+:[0-9]+$/u.test(last) ? last : undefined;
}

/** Calls a function when the engine that started this process ends, also if it is killed: it keeps our standard input open. */
export function whenEngineEnds(act: () => void): void {
  const stdin = fstatSync(0);
  // Only a pipe ends with the engine: a terminal does not, and /dev/null has ended from the start.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("end", act).resume();
}
