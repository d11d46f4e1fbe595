import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import type { ExitCode } from "../../provider/cli/exit-code";
import { runProgram as run } from "../../provider/cli/run";
import { strictJsonSchemas } from "../harness/json-schemas";
import { testTerminal, type TestTerminalOptions } from "./terminal";

const ajv = addFormats(new Ajv2020({ allErrors: true }));

const validators: ReadonlyMap<string, ValidateFunction> = new Map(
  Array.from(strictJsonSchemas, ([command, schema]) => [command, ajv.compile(schema)]),
);

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: ExitCode;
  readonly output: string;
  readonly messages: string;
}

/** Runs `app-list` at a terminal. Whatever it prints with `--json` must match the schema of the command. */
export async function runProgram(words: readonly string[], options: TestTerminalOptions = {}): Promise<Ended> {
  const terminal = testTerminal(options);
  const code = await run(words, terminal);
  const [output, messages] = [terminal.output(), terminal.messages()];
  if (words.includes("--json")) expectDocument(words[0] ?? "", output);
  return { code, output, messages };
}

function expectDocument(command: string, output: string): void {
  const validate = validators.get(command);
  if (validate === undefined || validate(JSON.parse(output))) return;
  expect.fail(`app-list ${command} --json: ${ajv.errorsText(validate.errors)} in ${output}`);
}
