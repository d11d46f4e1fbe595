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

  constructor(stack: string, problem: string) {
    super(
      `The configuration of stack ${quote(stack)} cannot be read: ${problem}. No request was sent. Run this command in the ` +
        "folder of the Pulumi project, with pulumi on PATH, a login to its backend and the passphrase of the stack.",
    );
  }
}

const configSchema = z.record(
  z.string(),
  z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }),
);

const failureSchema = z.object({ code: z.unknown(), stderr: z.string().catch("") });

/**
 * Reads the settings and decrypted secrets of a stack with `pulumi config`, in the current folder.
 *
 * @throws {StackConfigError} if Pulumi cannot be run or fails. The message contains no value.
 */
export async function readStackConfig(stack: string, terminal: Terminal) {
  const words = ["config", "--json", "--show-secrets", "--non-interactive", "--stack", stack];
  const env = { ...terminal.environment, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const output = await promisify(execFile)("pulumi", words, { env, timeout: bounds.configTimeout }).catch(
    (error: unknown) => {
      // stderr contains no secret: pulumi config prints values to stdout only.
      const { code, stderr } = failureSchema.parse(error);
      const shown = oneLine(stderr, bounds.errorCharacters).replace(/^error: |[.…]+$/gu, "");
      const silent =
        code === "ENOENT" ? "the command pulumi was not found" : "pulumi config gave no reason, or took too long";
      throw new StackConfigError(stack, shown || silent);
    },
  );
  try {
    const values = configSchema.parse(JSON.parse(output.stdout));
    const texts = Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]));
    return {
      config: (key: string) => values[`app-list:${key}`]?.value,
      warnings: describeConfiguration(texts, (key) => values[key]?.secret !== true),
    };
  } catch {
    // The parser's message can quote a secret.
    throw new StackConfigError(stack, "the output of pulumi config is not a configuration");
  }
}
