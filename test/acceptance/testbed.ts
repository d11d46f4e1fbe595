import { onTestFinished } from "vitest";
import type { PulumiHost } from "../harness/hosts";
import type { Declared, Program } from "../harness/program";
import { createProject, type CreatedProject } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf, type ResourceState } from "../harness/stack-state";
import { simulatorForTest } from "../simulator/simulators";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../provider/simulator/index";

/**
 * A line of a stack trace of this package: our code must explain, not dump. Pulumi prints its own traces, with the path of
 * the clone, whose folder may have our name.
 */
export const ownStackTrace = /^\s+at .*(?:provider\/dist|node_modules\/pulumi-app-list|resource-app-list)/mu;

/** The list that most tests manage. */
const appListId = 4321;

/** A simulator, and a project whose stack is configured for it. Both go when the test ends. */
export interface Testbed {
  readonly simulator: Simulator;
  readonly project: CreatedProject;
  /** What the requests since the last call were, such as `add 200`. */
  requests(): readonly string[];
  /** The app bundles in the list, sorted. */
  appBundles(id?: number): readonly string[];
  /** The state of an AppListEntries resource. Without a name: of the only one. */
  state(name?: string): Promise<ResourceState>;
}

/** Starts a simulator with one list, and makes a project of the program. */
export async function testbed(
  options: {
    /** The resources, or the source of a program in JavaScript or TypeScript. */
    readonly program: Program | string;
    readonly language?: "javascript" | "typescript";
    /** The host of the resources. Default: the plugin, and for a program in a language the dynamic provider. */
    readonly host?: PulumiHost;
    /** The app bundles in the list before anything runs. */
    readonly holds?: readonly string[];
    /** The name of the project; default: "acceptance". */
    readonly name?: string;
    /** Without settings the stack has no credentials and no base URL. */
    readonly isConfigured?: boolean;
    /** Where the project lies; by default inside the clone. */
    readonly parent?: string;
  } & SimulatorOptions,
): Promise<Testbed> {
  const { program, language, host, name, holds = [], isConfigured = true, parent, ...simulatorOptions } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds }];
  const simulator = await simulatorForTest({ lists, ...simulatorOptions });
  const settings = isConfigured ? settingsFor(simulator) : {};
  const project = await createProject({
    program,
    settings,
    ...(language && { language }),
    ...(host && { host }),
    ...(name !== undefined && { name }),
    ...(parent !== undefined && { parent }),
  });
  onTestFinished(() => project.remove());
  return {
    simulator,
    project,
    requests: () => takeRequests(simulator),
    appBundles: (id = appListId) => (simulator.list(id)?.appBundles ?? []).toSorted(),
    state: async (name) => {
      const resources = await resourcesOf(project);
      const resource = resources.find(({ urn }) => name === undefined || urn.endsWith(`::${name}`));
      if (resource === undefined) throw new Error(`The stack has no AppListEntries ${name ?? ""}.`);
      return resource;
    },
  };
}

/** The requests since the last call, such as `add 200`. */
export function takeRequests(simulator: Simulator): readonly string[] {
  const requests = simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
  simulator.clearJournal();
  return requests;
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
