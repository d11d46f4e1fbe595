import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "../commands.mjs";

/** What a command printed, and how it ended. */
export interface Printed {
  /** The exit status; 1 after a signal. */
  readonly code: number;
  /** stdout, then stderr, without colors. */
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
  /** Gets what the command prints, as it arrives. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs a `pulumi` command without questions and waits for its end.
 *
 * @throws Error when the command cannot be started.
 */
export async function runPulumi(
  commandArguments: readonly string[],
  { engine, folder, environment, ...options }: RunOptions,
): Promise<Printed> {
  const outcome = await run(join(engine, "pulumi"), commandArguments, { cwd: folder, env: environment, ...options });
  if (outcome.kind === "not started") throw new Error(`pulumi cannot be started: ${outcome.reason}`);
  const text = stripVTControlCharacters(outcome.standardOutput + outcome.standardError);
  return { code: outcome.kind === "exited" ? outcome.status : 1, text };
}
