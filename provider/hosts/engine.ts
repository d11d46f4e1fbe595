import { fstatSync } from "node:fs";

/** All waits of the hosts, in milliseconds. */
export const waits = {
  /** The timeout of sending a notice to the engine. */
  notice: 5000,
  /** Between two checks whether the parent process of the plugin still runs. */
  parent: 500,
  /** Between two checks whether a process without its engine is idle. */
  idle: 200,
} as const;

/** The signals with which an engine, a person, a runner of pipelines or a closed terminal ends a process. */
export const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The address of the engine that started this process; undefined if no engine did. It is the last argument, because
 * flags such as `--logflow` and `--tracing` precede it.
 */
export function findEngineAddress(commandLine: readonly string[]): string | undefined {
  const last = commandLine.slice(2).at(-1);
  return last !== undefined && /^[^\s:]+:[0-9]+$/u.test(last) ? last : undefined;
}

/**
 * Calls a function when the engine that started this process ends, even if it is killed. Until then, it keeps the
 * standard input of this process open.
 */
export function whenEngineEnds(act: () => void): void {
  const stdin = fstatSync(0);
  // Only a pipe ends with the engine. A terminal does not end, and /dev/null ends immediately.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("end", act).resume();
}

/**
 * The property with the URN of a resource from its type on, in inputs and in states, because the operations of a dynamic
 * provider do not get the URN. Without the stack and the project, it stays the same if these are renamed.
 */
export const resourceMark = "__resource";

/**
 * The property of a resource with secret entries: true. It is needed because the engine passes secrets to a dynamic provider in
 * plain text. Pulumi does not print properties with such names.
 */
export const secretMark = "__secretEntries";
