import { spawn } from "node:child_process";

import { formatDuration, report } from "./progress.mjs";
import { ToolError } from "./tool-error.mjs";

/**
 * What a command wrote: to both streams in order of arrival, and to each.
 *
 * @typedef {{ readonly output: string, readonly standardOutput: string, readonly standardError: string }} Written
 */

/**
 * How a command ended.
 *
 * @typedef {Written & { readonly kind: "exited", readonly status: number }} Exited
 * @typedef {Written & { readonly kind: "stopped" | "not started", readonly reason: string }} Ended
 * @typedef {Exited | Ended} Outcome
 */

/**
 * All times are in milliseconds.
 *
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeLimit]  the longest that the command may take
 * @property {(text: string) => void} [onOutput]
 * @property {(processId: number) => void} [onStart]
 * @property {(elapsed: string) => void} [onWait]  is called every 15 s with the time that has passed
 */

/** The interval between two reports of a long command, in milliseconds. */
const waitInterval = 15_000;

/**
 * Commands that run at this moment: each leads a process group, which ends with this program.
 *
 * @type {Set<number>}
 */
const running = new Set();

process.on("exit", () => running.forEach(endGroup));

/** @param {number} leader */
function endGroup(leader) {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It ended in the meantime.
  }
}

/**
 * Runs a command without a shell and without input, and gathers what it writes. Never rejects.
 *
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {CommandOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(command, commandArguments, options = {}) {
  const { timeLimit, onOutput, onStart, onWait, ...spawnOptions } = options;
  return new Promise((resolve) => {
    const written = { output: "", standardOutput: "", standardError: "" };
    let stopReason = "";
    const child = spawn(command, commandArguments, {
      ...spawnOptions,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = child;
    if (pid !== undefined) {
      running.add(pid);
      onStart?.(pid);
    }

    const endLate = () => {
      stopReason = `it took longer than ${formatDuration(timeLimit ?? 0)}`;
      if (pid !== undefined) endGroup(pid);
    };
    const timeTimer = timeLimit === undefined ? undefined : setTimeout(endLate, timeLimit);
    const start = performance.now();
    const waitTimer = setInterval(() => onWait?.(formatDuration(performance.now() - start)), waitInterval);

    for (const stream of /** @type {const} */ (["standardOutput", "standardError"])) {
      child[stream === "standardOutput" ? "stdout" : "stderr"].setEncoding("utf8").on("data", (text) => {
        written[stream] += text;
        written.output += text;
        onOutput?.(text);
      });
    }

    /** @param {{ kind: "exited", status: number } | { kind: "stopped" | "not started", reason: string }} ending */
    const end = (ending) => {
      clearTimeout(timeTimer);
      clearInterval(waitTimer);
      if (pid !== undefined) running.delete(pid);
      resolve({ ...ending, ...written });
    };
    child.on("error", (error) => end({ kind: "not started", reason: error.message }));
    child.on("close", (status, signal) => {
      if (stopReason === "" && status !== null) end({ kind: "exited", status });
      else end({ kind: "stopped", reason: stopReason || `it was ended by ${signal}` });
    });
  });
}

/**
 * Runs a command of the set-up, and reports that it still runs.
 *
 * @param {string} step  the name of the step for the reports
 * @param {readonly [command: string, ...commandArguments: string[]]} command
 * @param {CommandOptions & { readonly remedy: string }} options  `remedy` is what to do if the command fails
 * @returns {Promise<string>}  what it wrote to standard output
 * @throws {ToolError} if it fails
 */
export async function runStep(step, [command, ...commandArguments], { remedy, ...options }) {
  const onWait = (/** @type {string} */ time) => report(step, `still running (${time})`);
  const outcome = await run(command, commandArguments, { ...options, onWait });
  if (succeeded(outcome)) return outcome.standardOutput;
  const line = [command, ...commandArguments].join(" ");
  throw new ToolError(`"${line}" failed: ${describeEnd(outcome, 30)}\n\n${remedy} Then run the same command again.`);
}

/**
 * Whether a command ran to its end and succeeded.
 *
 * @param {Outcome} outcome
 * @returns {outcome is Exited}
 */
export function succeeded(outcome) {
  return outcome.kind === "exited" && outcome.status === 0;
}

/**
 * Why a command did not succeed, with the last lines that it wrote.
 *
 * @param {Outcome} outcome
 * @param {number} [lineCount]
 * @returns {string}
 */
export function describeEnd(outcome, lineCount = 12) {
  const reason = outcome.kind === "exited" ? `it exited with status ${outcome.status}` : outcome.reason;
  const lines = outcome.output.trimEnd().split("\n").slice(-lineCount).join("\n");
  return lines === "" ? reason : `${reason}:\n${lines}`;
}
