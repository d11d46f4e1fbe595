import { execFile } from "node:child_process";
import { z } from "zod";
import { oneLine } from "../../common/printable";
import { quote } from "../../common/quote";
import { AppListError } from "../../common/error";
import type { Terminal } from "../terminal";

/** The configuration of a stack cannot be read. */
class StackConfigError extends AppListError {
  readonly code = "STACK_CONFIG_UNREADABLE";
  readonly stackName: string;

  constructor(stack: string, problem: string, remedy: string) {
    super(`The configuration of stack ${quote(stack)} cannot be read: ${problem}. Nothing was sent. ${remedy}`);
    this.stackName = stack;
  }
}

/** How long `pulumi config` may take, in milliseconds. */
const timeLimit = 60_000;

/** The most that it may print, in bytes: far more than a configuration with accounts. */
const outputLimit = 16 * 1024 * 1024;

/**
 * Reads the configuration of a stack, secrets decrypted, with `pulumi config` in the current folder.
 *
 * @returns the text of each key, such as "app-list:baseUrl".
 * @throws {StackConfigError} where Pulumi cannot be run or refuses. No value is in its message.
 */
export async function readStackConfig(stack: string, terminal: Terminal): Promise<ReadonlyMap<string, string>> {
  const values = parseConfig(await runPulumiConfig(stack, terminal));
  if (values !== undefined) return values;
  throw new StackConfigError(stack, "pulumi config printed something else than a configuration", "Update pulumi.");
}

function runPulumiConfig(stack: string, terminal: Terminal): Promise<string> {
  const commandArguments = ["config", "--json", "--show-secrets", "--non-interactive", "--stack", stack];
  const options = {
    env: { ...terminal.environment, PULUMI_SKIP_UPDATE_CHECK: "1" },
    timeout: timeLimit,
    maxBuffer: outputLimit,
    signal: terminal.stop,
  };
  return new Promise((resolve, reject) => {
    execFile("pulumi", commandArguments, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(failureOf(stack, error, stderr));
    });
  });
}

function failureOf(
  stack: string,
  error: { readonly code?: unknown; readonly name: string; readonly killed?: boolean },
  stderr: string,
): StackConfigError {
  if (error.code === "ENOENT") {
    return new StackConfigError(stack, "there is no command pulumi", "Put pulumi on PATH, or set APP_LIST_… instead.");
  }
  if (error.name === "AbortError") return new StackConfigError(stack, "it was cancelled", "Try again.");
  if (error.killed === true) {
    return new StackConfigError(stack, `pulumi config had not ended after ${timeLimit / 1000} seconds`, "Try again.");
  }
  // What went wrong is on stderr; the values that could be secrets go to stdout.
  const reason = oneLine(stderr, 300) || "pulumi config failed without a word";
  return new StackConfigError(
    stack,
    reason.replace(/[.\s]+$/u, ""),
    "Run this command in the folder of the Pulumi project, log in to where its stacks are kept, and set " +
      "PULUMI_CONFIG_PASSPHRASE where they have a passphrase.",
  );
}

const configSchema = z.record(z.string(), z.looseObject({ value: z.string().exactOptional() }));

function parseConfig(text: string): ReadonlyMap<string, string> | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = configSchema.safeParse(json);
  if (!parsed.success) return undefined;
  return new Map(
    Object.entries(parsed.data).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])),
  );
}
