import { onTestFinished } from "vitest";
import { z } from "zod";
import { createProject, type Printed, type Project } from "../harness/project";
import { defaultAccount, startSimulator, type Simulator, type SimulatorOptions } from "../../provider/simulator/index";

/** The list that most tests manage. */
const appListId = 4321;

/** A simulator, and a project whose stack is configured for it. Both go when the test ends. */
export interface Testbed {
  readonly simulator: Simulator;
  readonly project: Project;
  /** What the requests since the last call were, such as `add 200`. */
  requests(): readonly string[];
  /** The app bundles in the list, sorted. */
  appBundles(id?: number): readonly string[];
  /** The state of the only AppListEntries resource, without `__provider`. */
  state(): Promise<ResourceState>;
}

/** A resource as `pulumi stack export` shows it. */
export interface ResourceState {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** The settings with which a stack reaches a simulator as its default account. */
export function settingsFor(simulator: Simulator): {
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
} {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  return { plain: { baseUrl: simulator.url, username }, secret: { apiKey, apiSecret, password } };
}

/** Starts a simulator with one list, and makes a project of the program. */
export async function testbed(
  options: {
    readonly program: string;
    readonly language?: "javascript" | "typescript";
    /** The app bundles in the list before anything runs. */
    readonly holds?: readonly string[];
    /** Without settings the stack has no credentials and no base URL. */
    readonly isConfigured?: boolean;
  } & SimulatorOptions,
): Promise<Testbed> {
  const { program, language = "javascript", holds = [], isConfigured = true, ...simulatorOptions } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds }];
  const simulator = await startSimulator({ lists, ...simulatorOptions });
  onTestFinished(() => simulator.close());
  const settings = isConfigured ? settingsFor(simulator) : {};
  const project = await createProject({ program, language, settings });
  onTestFinished(() => project.remove());
  return {
    simulator,
    project,
    requests: () => {
      const requests = simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
      simulator.clearJournal();
      return requests;
    },
    appBundles: (id = appListId) => (simulator.list(id)?.appBundles ?? []).toSorted(),
    state: async () => {
      const [resource] = await resourcesOf(project);
      if (resource === undefined) throw new Error("The stack holds no AppListEntries.");
      return resource;
    },
  };
}

/** All AppListEntries resources of the stack. */
export async function resourcesOf(project: Project): Promise<readonly (ResourceState & { readonly urn: string })[]> {
  const { deployment } = exportSchema.parse(JSON.parse(await stateText(project)));
  return deployment.resources.flatMap(({ urn, type, inputs, outputs }) =>
    type === "pulumi-nodejs:dynamic/app-list:AppListEntries"
      ? [{ urn, inputs: withoutProvider(inputs), outputs: withoutProvider(outputs) }]
      : [],
  );
}

/** The whole state of the stack as `pulumi stack export` prints it. */
export async function stateText(project: Project): Promise<string> {
  return succeeded(await project.pulumi("stack", "export")).text;
}

const exportSchema = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          inputs: z.record(z.string(), z.unknown()).default({}),
          outputs: z.record(z.string(), z.unknown()).default({}),
        }),
      )
      .default([]),
  }),
});

function withoutProvider({
  __provider: _,
  ...rest
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest;
}

/** A command that must have succeeded, with its output in the error where it has not. */
export function succeeded(printed: Printed): Printed {
  if (printed.code !== 0) throw new Error(`The command ended with ${printed.code}:\n${printed.text}`);
  return printed;
}

/** A JavaScript program with one resource. The arguments are the source text of an object's members. */
export function programOf(appBundles: readonly string[], more = "", name = "blocked", options = "{}"): string {
  return `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("${name}", { appListId: ${appListId}, appBundles: ${JSON.stringify(appBundles)}, ${more} }, ${options});
`;
}
