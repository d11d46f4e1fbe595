import { describeEnd, run, succeeded } from "../commands.mjs";
import { ToolError } from "../tool-error.mjs";

/** The longest that one command may take, in milliseconds. */
const timeLimit = 3 * 60_000;

/** Variables by which npm, an editor or Pulumi would change the behaviour of the commands. */
const inheritedSetting = /^(npm_|PULUMI_|APP_LIST_|NODE_OPTIONS$|NODE_ENV$|YARN_|PNPM_|COREPACK_)/iu;

/** This process's environment, without the variables that an empty project does not have. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inheritedSetting.test(name)));
}

/**
 * Runs a command that must succeed.
 *
 * @returns what it wrote to standard output
 * @throws ToolError with the end of its output when it does not.
 */
export async function mustRun(
  command: readonly [string, ...string[]],
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): Promise<string> {
  const [file, ...commandArguments] = command;
  const outcome = await run(file, commandArguments, { cwd: folder, env: environment, timeLimit });
  if (!succeeded(outcome)) throw new ToolError(`${command.join(" ")}: ${describeEnd(outcome, 40)}`);
  return outcome.standardOutput;
}
