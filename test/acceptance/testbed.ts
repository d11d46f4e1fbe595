import { onTestFinished } from "vitest";
import { runProgram } from "../cli/run-program";
import type { Declared, Program } from "../harness/program";
import { createProject } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { simulatorForTest } from "../simulator/simulators";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../provider/simulator/index";

/**
 * A line of a stack trace of this package: our code must explain, not dump. Pulumi prints its own traces, with the path
 * of the clone, whose folder may have our name.
 */
export const ownStackTrace = /^\s+at .*(?:provider\/dist|node_modules\/pulumi-app-list|resource-app-list)/mu;

/** The list that most tests manage. */
const appListId = 4321;

/**
 * Starts a simulator with one list, and makes a project of the program, whose stack is configured for it. Both go when
 * the test ends.
 */
export async function testbed(
  options: Omit<Parameters<typeof createProject>[0], "settings"> & {
    /** The app bundles in the list before anything runs. */
    readonly holds?: readonly string[];
    /** Without settings the stack has no credentials and no base URL. */
    readonly isConfigured?: boolean;
  } & SimulatorOptions,
) {
  const { holds = [], isConfigured = true } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds }];
  const simulator = await simulatorForTest({ lists, ...options });
  const project = await createProject({ ...options, settings: isConfigured ? settingsFor(simulator) : {} });
  onTestFinished(() => project.remove());
  return {
    simulator,
    project,
    /** What the requests since the last call were, such as `add 200`. */
    requests: (): readonly string[] => {
      const requests = simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
      simulator.clearJournal();
      return requests;
    },
    /** How `app-list report` ends for a preview, and what it prints. */
    report: async (...options: readonly string[]) => {
      const { text: input } = await project.preview("--json", "--show-sames", ...options);
      return runProgram(["report", "--all"], { input });
    },
    /** The app bundles in the list, sorted. */
    appBundles: (id = appListId) => (simulator.list(id)?.appBundles ?? []).toSorted(),
    /** The state of an AppListEntries resource. Without a name: of the only one. */
    state: async (name?: string) => {
      const resources = await resourcesOf(project);
      const resource = resources.find(({ urn }) => name === undefined || urn.endsWith(`::${name}`));
      if (resource === undefined) throw new Error(`The stack has no AppListEntries ${name ?? ""}.`);
      return resource;
    },
  };
}

/** Starts another simulator at the address of one, until the test ends: such as one with other credentials. */
export async function startInPlace(simulator: Simulator, options: SimulatorOptions): Promise<Simulator> {
  await simulator.close();
  const after = await startSimulator({ ...options, port: Number(new URL(simulator.url).port) });
  onTestFinished(() => after.close());
  return after;
}

/** A resource with app bundles in a list. */
export function inList(
  id: number,
  appBundles: unknown,
  more: Declared["properties"] = {},
  options: Declared["options"] = {},
): Declared {
  return { properties: { appListId: id, appBundles, ...more }, options };
}

/** A program with the resource "blocked", whose list most tests manage. */
export function blocked(
  appBundles: unknown,
  more: Declared["properties"] = {},
  options: Declared["options"] = {},
): Program {
  return { blocked: inList(appListId, appBundles, more, options) };
}

/** Lists by their IDs, each with the app bundles in it. */
export function listsOf(appBundles: Readonly<Record<number, readonly string[]>>) {
  return Object.entries(appBundles).map(([id, held]) => ({ id: Number(id), name: `list ${id}`, appBundles: held }));
}

/** Lists without entries. */
export function emptyLists(...ids: readonly number[]) {
  return listsOf(Object.fromEntries(ids.map((id) => [id, []])));
}
