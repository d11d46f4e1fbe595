import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename } from "node:path";

import { formatDuration } from "./progress.mjs";

/**
 * How a command ended. `output` is what it wrote to both streams, in order of arrival.
 *
 * @typedef {{ readonly kind: "exited", readonly status: number, readonly output: string, readonly standardOutput: string }} Exited
 * @typedef {{ readonly kind: "stopped", readonly reason: string, readonly output: string }} Stopped
 * @typedef {{ readonly kind: "not started", readonly reason: string, readonly output: string }} NotStarted
 * @typedef {Exited | Stopped | NotStarted} Outcome
 */

/**
 * All times are in milliseconds.
 *
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeLimit]  the longest that the command may take
 * @property {number} [silenceLimit]  the longest that it may write nothing
 * @property {(text: string) => void} [onOutput]
 * @property {(processId: number) => void} [onStart]
 * @property {(elapsed: string) => void} [onWait]  is called every 15 s with the time that has passed
 */

/** The interval between two reports of a long command, in milliseconds. */
const waitInterval = 15_000;

/** Commands that run at this moment: each leads a process group, which ends with this program. */
const running = /** @type {Set<number>} */ (new Set());

process.on("exit", () => running.forEach(endGroup));
for (const [signal, status] of /** @type {const} */ ([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
])) {
  process.on(signal, () => process.exit(status));
}

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
  const { timeLimit, silenceLimit, onOutput, onStart, onWait, ...spawnOptions } = options;
  return new Promise((resolve) => {
    let output = "";
    let standardOutput = "";
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

    /** @param {string} reason */
    const stop = (reason) => {
      stopReason = reason;
      if (pid !== undefined) endGroup(pid);
    };
    const timeTimer =
      timeLimit === undefined
        ? undefined
        : setTimeout(() => stop(`it took longer than ${formatDuration(timeLimit)}`), timeLimit);
    const silenceTimer =
      silenceLimit === undefined
        ? undefined
        : setTimeout(() => stop(`it wrote nothing for ${formatDuration(silenceLimit)}`), silenceLimit);

    const start = performance.now();
    const waitTimer = setInterval(() => onWait?.(formatDuration(performance.now() - start)), waitInterval);

    /** @param {string} text */
    const gather = (text) => {
      output += text;
      silenceTimer?.refresh();
      onOutput?.(text);
    };
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      standardOutput += text;
      gather(text);
    });
    child.stderr.setEncoding("utf8").on("data", gather);

    /** @param {Outcome} outcome */
    const end = (outcome) => {
      clearTimeout(timeTimer);
      clearTimeout(silenceTimer);
      clearInterval(waitTimer);
      if (pid !== undefined) running.delete(pid);
      resolve(outcome);
    };
    child.on("error", (error) => end({ kind: "not started", reason: error.message, output }));
    child.on("close", (status, signal) => {
      if (stopReason === "" && status !== null) end({ kind: "exited", status, output, standardOutput });
      else end({ kind: "stopped", reason: stopReason || `it was ended by ${signal}`, output });
    });
  });
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

/**
 * The npm that started this program, so that both are of one version; else the one on PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly [command: string, ...commandArguments: string[]]}
 */
export function npmCommand(env) {
  const path = env["npm_execpath"];
  return path !== undefined && basename(path) === "npm-cli.js" && existsSync(path) ? [process.execPath, path] : ["npm"];
}
