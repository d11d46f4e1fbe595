import { execFile } from "node:child_process";
import * as z from "zod";
import { AppListError } from "../common/error";
import { oneLine } from "../common/printable";
import { quote } from "../common/quote";
import type { Terminal } from "./terminal";

/** The configuration of a stack cannot be read. */
class StackConfigError extends AppListError {
  readonly code = "STACK_CONFIG_UNREADABLE";
  readonly stackName: string;

  constructor(stack: string, problem: string, remedy: string) {
    super(`The configuration of stack ${quote(stack)} cannot be read: ${problem}. No request was sent. ${remedy}`);
    this.stackName = stack;
  }
}

/** The timeout of `pulumi config`, in milliseconds. */
const timeout = 60_000;

/** The most that `pulumi config` may print, in bytes: far more than a configuration with accounts. */
const maxBuffer = 16 * 1024 * 1024;

const configSchema = z.record(z.string(), z.looseObject({ value: z.string().optional() }));

/**
 * Reads the configuration of a stack, with decrypted secrets, with `pulumi config` in the current folder.
 *
 * @returns the value of each key, such as "app-list:baseUrl".
 * @throws {StackConfigError} if Pulumi cannot be run or fails. The message contains no value.
 */
export async function readStackConfig(stack: string, terminal: Terminal): Promise<ReadonlyMap<string, string>> {
  const output = await runPulumiConfig(stack, terminal);
  try {
    const values = Object.entries(configSchema.parse(JSON.parse(output)));
    return new Map(values.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])));
  } catch {
    // The parser's message can quote a secret.
    throw new StackConfigError(stack, "the output of pulumi config is not a configuration", "Update pulumi.");
  }
}

function runPulumiConfig(stack: string, terminal: Terminal): Promise<string> {
  const commandArguments = ["config", "--json", "--show-secrets", "--non-interactive", "--stack", stack];
  const env = { ...terminal.environment, PULUMI_SKIP_UPDATE_CHECK: "1" };
  return new Promise((resolve, reject) => {
    execFile(
      "pulumi",
      commandArguments,
      { env, timeout, maxBuffer, signal: terminal.stop },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new StackConfigError(stack, ...explainFailure(error, stderr)));
      },
    );
  });
}

function explainFailure(
  error: { readonly code?: unknown; readonly name: string; readonly killed?: boolean },
  stderr: string,
): readonly [problem: string, remedy: string] {
  if (error.code === "ENOENT") {
    return ["the command pulumi was not found", "Add pulumi to PATH, or set APP_LIST_… instead of --stack."];
  }
  if (error.name === "AbortError") return ["the command was cancelled", "Try again."];
  if (error.killed === true) return [`pulumi config timed out after ${timeout / 1000} s`, "Try again."];
  // pulumi config prints values, which may be secrets, to stdout only.
  const reason = oneLine(stderr, 300).replace(/[.…]+$/u, "");
  return [
    reason === "" ? "pulumi config failed without a message" : reason,
    "Run this command in the folder of the Pulumi project, log in to its backend, and set PULUMI_CONFIG_PASSPHRASE if " +
      "its stacks have a passphrase.",
  ];
}
