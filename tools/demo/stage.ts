import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import type { JournalEntry, Simulator, StoredList } from "pulumi-app-list/simulator";

import { pulumiEnvironment } from "../pulumi/environment.ts";
import { runPulumi } from "../pulumi/run.ts";
import { initialList } from "./entries.ts";
import { hasColors, print, printCommand } from "./terminal.ts";

/** A step did not have the result that the demo describes. The message is a sentence. */
export class DemoError extends Error {}

/** Everything that the steps of the story use. */
export interface Stage {
  readonly simulator: Simulator;
  /** The list of the demo, as the simulator has it. */
  list(): StoredList;
  read(path: string): string;
  write(path: string, content: string): void;
  /**
   * Prints a `pulumi` command, runs it, and prints its output and the requests that it sent. It must succeed, unless
   * `fails` is set, and send these requests, if they are given. Returns the output.
   */
  pulumi(commandArguments: readonly string[], expected?: { requests?: string; fails?: boolean }): Promise<string>;
}

/** Prepares the project and the commands of the demo. */
export function createStage(options: {
  readonly simulator: Simulator;
  /** The folder of the project. */
  readonly folder: string;
  readonly engine: string;
  readonly stop: AbortSignal;
}): Stage {
  const { simulator, folder, engine, stop } = options;
  const [home, state, temporary] = [join(folder, "home"), join(folder, "state"), join(folder, "temporary")];
  for (const each of [home, state, temporary]) mkdirSync(each);
  const environment = {
    ...pulumiEnvironment({ home, state, temporary, engine, passphrase: "demo" }),
    // Variables instead of options, so that the printed command is the one that a person would type.
    PULUMI_OPTION_COLOR: hasColors ? "always" : "never",
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
  };
  return {
    simulator,
    list: () => {
      const list = simulator.list(initialList.id);
      if (list === undefined) throw new DemoError(`The simulator has lost app list ${initialList.id}.`);
      return list;
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
    write: (path, content) => writeFileSync(join(folder, path), content),
    pulumi: async (commandArguments, { requests, fails = false } = {}) => {
      simulator.clearJournal();
      const command = commandArguments.slice(0, 2).join(" ");
      printCommand(["pulumi", ...commandArguments]);
      const { code, text } = await runPulumi(commandArguments, { engine, folder, environment, onOutput: print, stop });
      stop.throwIfAborted();
      check((code === 0) === !fails, `"pulumi ${command}" exited with ${code}`);
      const sent = simulator.journal.map(describeRequest).join(", ") || "none";
      if (!/^(stack|config)/u.test(command)) print(styleText("dim", `(requests to the API: ${sent})\n\n`));
      check(sent === (requests ?? sent), `the requests of "pulumi ${command}" were ${sent} instead of ${requests}`);
      return text;
    },
  };
}

/** Names a request as the documentation does: "token", "probe", "add 291". */
function describeRequest({ action, entries = {} }: JournalEntry): string {
  const sent = Object.values(entries).flat();
  // The removal of an app bundle that cannot exist reads the list.
  if (action === "remove" && sent.length === 1 && sent[0]?.startsWith("invalid.")) return "probe";
  return action === "add" || action === "remove" ? `${action} ${sent.length}` : action;
}

/**
 * Requires that a step has its described result.
 *
 * @param problem what happened instead, without the period at the end.
 */
export function check(holds: boolean, problem: string): void {
  if (!holds) throw new DemoError(`The demo stopped, because a step did not have the expected result: ${problem}.`);
}

/** Requires that two collections have the same members. */
export function checkSame(what: string, actual: Iterable<string>, expected: Iterable<string>): void {
  const wrong = [...new Set(actual).symmetricDifference(new Set(expected))].slice(0, 5);
  check(wrong.length === 0, `${what} differ from the expected ones by ${wrong.join(", ")}`);
}
