import { delimiter, join } from "node:path";
import { defaultAccount, type Simulator, type StoredList } from "pulumi-app-list/simulator";

import { isExecutable } from "../engine/executables.mjs";
import { executable } from "../setup/bundle.mjs";
import type { Edition } from "./edition.ts";
import { pulumiEnvironment } from "../pulumi/environment.ts";
import { type Printed, runPulumi } from "../pulumi/run.ts";
import { initialList } from "./plot.ts";
import type { ProjectFolder } from "./project-folder.ts";
import { describeRequests } from "./requests.ts";
import { hasColours, print, printCommand } from "./terminal.ts";

/** A step did not have the result that the demo describes. The message is a sentence. */
export class DemoError extends Error {}

/** The output of a `pulumi` command, and the requests that it sent. */
export interface Played extends Printed {
  readonly requests: string;
}

/** Everything that the steps of the story use. */
export interface Stage {
  readonly edition: Edition;
  readonly simulator: Simulator;
  readonly project: ProjectFolder;
  /** The list of the demo, as the simulator has it. */
  list(): StoredList;
  /**
   * Prints a `pulumi` command, runs it and prints its output.
   *
   * @throws DemoError when it fails.
   */
  pulumi(...commandArguments: readonly string[]): Promise<Played>;
  /** The same for a command that must fail. */
  refused(...commandArguments: readonly string[]): Promise<Played>;
}

/** The account of the simulator. */
export const account = defaultAccount;

/** Prepares the commands and the simulator for the steps. */
export function createStage(options: {
  readonly edition: Edition;
  readonly simulator: Simulator;
  readonly project: ProjectFolder;
  /** The folder of the `pulumi` executable. */
  readonly engine: string;
  readonly stop: AbortSignal;
}): Stage {
  const { edition, simulator, project, engine, stop } = options;
  const inherited = pulumiEnvironment({ ...project, engine, passphrase: "demo" });
  const environment = {
    ...inherited,
    PATH: withoutPlugin(inherited["PATH"] ?? ""),
    // Variables instead of options, so that the printed command is the one that a person would type.
    PULUMI_OPTION_COLOR: hasColours ? "always" : "never",
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
  };
  const play = async (commandArguments: readonly string[], succeeds: boolean): Promise<Played> => {
    simulator.clearJournal();
    printCommand(["pulumi", ...commandArguments]);
    const printed = await runPulumi(commandArguments, {
      engine,
      folder: project.folder,
      environment,
      onOutput: print,
      stop,
    });
    stop.throwIfAborted();
    const ending = `"pulumi ${commandArguments[0]}" exited with ${printed.code}`;
    check((printed.code === 0) === succeeds, `${ending}, and should have ${succeeds ? "succeeded" : "failed"}`);
    return { ...printed, requests: describeRequests(simulator.journal) };
  };
  return {
    edition,
    simulator,
    project,
    list: () => {
      const list = simulator.list(initialList.id);
      if (list === undefined) throw new DemoError(`The simulator has lost app list ${initialList.id}.`);
      return list;
    },
    pulumi: (...commandArguments) => play(commandArguments, true),
    refused: (...commandArguments) => play(commandArguments, false),
  };
}

/** Pulumi prefers a plugin on PATH, such as that of this clone, to the installed one and warns about it. */
function withoutPlugin(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !isExecutable(join(folder, executable)))
    .join(delimiter);
}

/**
 * Requires that a step has its described result.
 *
 * @param problem what happened instead, without the period at the end.
 */
export function check(holds: boolean, problem: string): void {
  if (!holds) throw new DemoError(`The demo stopped, because a step did not have the expected result: ${problem}.`);
}

/** Requires that two texts are equal. */
export function checkEqual(what: string, actual: string, expected: string): void {
  check(actual === expected, `${what} were "${actual}" instead of "${expected}"`);
}

/** Requires that two sets have the same members. */
export function checkSame(what: string, actual: ReadonlySet<string>, expected: ReadonlySet<string>): void {
  const wrong = [...actual.symmetricDifference(expected)];
  check(wrong.length === 0, `${what} differ from the expected ones by ${wrong.slice(0, 5).join(", ")}`);
}
