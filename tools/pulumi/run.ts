import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What a command printed, and how it ended. */
export interface Printed {
  readonly code: number;
  /** stdout, then stderr, without colours. */
  readonly text: string;
}

/** How a command is run. */
export interface RunOptions {
  /** The folder that holds the `pulumi` executable. */
  readonly engine: string;
  /** The folder of the project. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Gets the ID of the command's process once it runs. */
  readonly onStart?: (processId: number) => void;
  /** Gets what the command prints, as it comes. */
  readonly onOutput?: (text: string) => void;
  /**
   * Asks the command to stop, as Ctrl-C does. With it the command leads a process group of its own, because Pulumi
   * takes a second Ctrl-C, such as the terminal's own, as the order to break off at once.
   */
  readonly stop?: AbortSignal;
}

/** How long a command that was asked to stop may take to end what it has begun, in milliseconds. */
const patience = 20_000;

/**
 * Runs a `pulumi` command without questions and waits for its end, also when it was asked to stop.
 *
 * @throws Error when the command cannot be started, or was to stop before it began.
 */
export async function runPulumi(commandArguments: readonly string[], options: RunOptions): Promise<Printed> {
  const { engine, folder, environment, onStart, onOutput, stop } = options;
  stop?.throwIfAborted();
  const child = spawn(join(engine, "pulumi"), commandArguments, {
    cwd: folder,
    env: environment,
    detached: stop !== undefined,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  if (child.pid !== undefined) onStart?.(child.pid);
  let insisting: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    child.kill("SIGINT");
    insisting = setTimeout(() => child.kill("SIGINT"), patience);
  };
  stop?.addEventListener("abort", interrupt, { once: true });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    onOutput?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    onOutput?.(text);
  });
  try {
    await ended;
  } finally {
    stop?.removeEventListener("abort", interrupt);
    clearTimeout(insisting);
  }
  return { code: child.exitCode ?? 1, text: stripVTControlCharacters(stdout + stderr) };
}
