import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { AppListError } from "../common/error";
import { oneLine, quote } from "../common/quote";
import { describeConfiguration } from "../resource/texts/settings";
import type { Terminal } from "./terminal";
import { bounds } from "./bounds";

/** The configuration of a stack cannot be read. */
class StackConfigError extends AppListError {
  readonly code = "STACK_CONFIG_UNREADABLE";
  readonly stackName: string;

  constructor(stack: string, problem: string, remedy: string) {
    super(`The configuration of stack ${quote(stack)} cannot be read: ${problem}. No request was sent. ${remedy}`);
    this.stackName = stack;
  }
}

const configSchema = z.record(
  z.string(),
  z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }),
);

/**
 * Reads the settings and decrypted secrets of a stack with `pulumi config`, in the current folder.
 *
 * @throws {StackConfigError} if Pulumi cannot be run or fails. The message contains no value.
 */
export async function readStackConfig(stack: string, terminal: Terminal) {
  const words = ["config", "--json", "--show-secrets", "--non-interactive", "--stack", stack];
  const env = { ...terminal.environment, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { configTimeout: timeout, configBytes: maxBuffer } = bounds;
  const output = await promisify(execFile)("pulumi", words, { env, timeout, maxBuffer }).catch((error: unknown) => {
    throw new StackConfigError(stack, ...explainFailure(error));
  });
  try {
    const values = configSchema.parse(JSON.parse(output.stdout));
    const texts = Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]));
    return {
      config: (key: string) => values[`app-list:${key}`]?.value,
      warnings: describeConfiguration(texts, (key) => values[key]?.secret !== true),
    };
  } catch {
    // The parser's message can quote a secret.
    throw new StackConfigError(stack, "the output of pulumi config is not a configuration", "Update pulumi.");
  }
}

const failureSchema = z.object({ code: z.unknown(), stderr: z.string().catch("") });

function explainFailure(error: unknown): readonly [problem: string, remedy: string] {
  // stderr contains no secret: pulumi config prints values to stdout only.
  const { code, stderr } = failureSchema.parse(error);
  if (code === "ENOENT")
    return ["the command pulumi was not found", "Add pulumi to PATH, or set APP_LIST_… instead of --stack."];
  const shown = oneLine(stderr, bounds.errorCharacters).replace(/^error: |[.…]+$/gu, "");
  const remedy =
    "Run this command in the folder of the Pulumi project, with a login to its backend and the passphrase of the stack.";
  return [shown || "pulumi config failed without a message, or took too long", remedy];
}
