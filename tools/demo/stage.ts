import { delimiter, join } from "node:path";
import { defaultAccount, type Simulator, type StoredList } from "pulumi-app-list/simulator";

import { isExecutable } from "../engine/executables.mjs";
import { executable } from "../setup/bundle.mjs";
import type { Edition } from "./edition.ts";
import { pulumiEnvironment } from "../pulumi/environment.ts";
import { type Printed, runPulumi } from "../pulumi/run.ts";
import { initialList } from "./plot.ts";
import type { ProjectFolder } from "./project-folder.ts";
import { requestsOf } from "./requests.ts";
import type { Terminal } from "./terminal.ts";

/** The demo does not show what it says. The message is a sentence. */
export class DemoError extends Error {}

/** What a `pulumi` command printed, and what it asked the service for. */
export interface Played extends Printed {
  readonly requests: string;
}

/** What the steps of the story are played with. */
export interface Stage {
  readonly edition: Edition;
  readonly terminal: Terminal;
  readonly simulator: Simulator;
  readonly project: ProjectFolder;
  /** The list that the story is about, as it stands in the service. */
  list(): StoredList;
  /**
   * Prints a `pulumi` command, runs it and prints what it prints.
   *
   * @throws DemoError when it fails.
   */
  pulumi(...commandArguments: readonly string[]): Promise<Played>;
}

/** The account of the simulator. */
export const account = defaultAccount;

/** Sets the stage. */
export function createStage(options: {
  readonly edition: Edition;
  readonly terminal: Terminal;
  readonly simulator: Simulator;
  readonly project: ProjectFolder;
  /** The folder that holds the `pulumi` executable. */
  readonly engine: string;
  readonly stop: AbortSignal;
}): Stage {
  const { edition, terminal, simulator, project, engine, stop } = options;
  const inherited = pulumiEnvironment({ ...project, engine, passphrase: "demo" });
  const environment = {
    ...inherited,
    PATH: withoutPlugin(inherited["PATH"] ?? ""),
    // As variables, so that what is printed as the command is what a person would type.
    PULUMI_OPTION_COLOR: terminal.hasColours ? "always" : "never",
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
  };
  return {
    edition,
    terminal,
    simulator,
    project,
    list: () => {
      const list = simulator.list(initialList.id);
      if (list === undefined) throw new DemoError(`The simulator has lost app list ${initialList.id}.`);
      return list;
    },
    pulumi: async (...commandArguments) => {
      simulator.clearJournal();
      terminal.command("pulumi", commandArguments);
      const printed = await runPulumi(commandArguments, {
        engine,
        folder: project.folder,
        environment,
        onOutput: terminal.output,
        stop,
      });
      stop.throwIfAborted();
      const requests = requestsOf(simulator.journal);
      check(printed.code === 0, `"pulumi ${commandArguments[0]}" ended with exit code ${printed.code} instead of 0`);
      return { ...printed, requests };
    },
  };
}

/** Pulumi prefers a plugin on PATH, such as that of this clone, to the installed one, and warns about it. */
function withoutPlugin(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !isExecutable(join(folder, executable)))
    .join(delimiter);
}

/**
 * Requires that a step shows what the story says.
 *
 * @param problem what is the case otherwise, without the stop at the end.
 */
export function check(holds: boolean, problem: string): void {
  if (!holds) throw new DemoError(`The demo does not show what it should: ${problem}.`);
}

/** Requires that two texts are the same. */
export function checkEqual(what: string, actual: string, expected: string): void {
  check(actual === expected, `${what}: ${actual}, where it should be: ${expected}`);
}

/** Requires that two sets have the same members. */
export function checkSame(what: string, actual: ReadonlySet<string>, expected: ReadonlySet<string>): void {
  const wrong = [...actual.symmetricDifference(expected)];
  check(wrong.length === 0, `${what} differ from what they should be by ${wrong.slice(0, 5).join(", ")}`);
}
