import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defaultAccount, type Simulator } from "pulumi-app-list/simulator";

import { pulumiEnvironment } from "../pulumi/environment.ts";
import { ToolError } from "../tool-error.mjs";
import { packageManagers, type Combination } from "./combination.ts";
import type { FetchedTools } from "./fetch-tools.ts";
import { mustRun, plainEnvironment } from "./must-run.ts";
import { declaredApps, writeProject } from "./project.ts";

/** What all combinations share. */
export interface Bench {
  /** A folder for the projects. */
  readonly parent: string;
  readonly tarball: string;
  readonly tools: FetchedTools;
  readonly simulator: Simulator;
  /** The folder that holds the `pulumi` executable. */
  readonly engine: string;
}

/** What was done in a project and how long each took, in milliseconds. */
export interface Trial {
  readonly combination: Combination;
  /** The exact version of Node, as far as it was found out. */
  readonly node: string;
  readonly result: "ok" | "FAILED" | "not tried";
  readonly durations: readonly { readonly step: Step; readonly milliseconds: number }[];
  /** What went wrong in the step after those, or why nothing was tried. */
  readonly problem: string | undefined;
}

/** What is done in each project, in this order. */
export const steps = ["install", "types", "preview", "up", "up again", "destroy", "app-list"] as const;

/** One of {@link steps}. */
type Step = (typeof steps)[number];

/** Installs the package into a new project of this kind and uses it, up to the first step that fails. */
export async function tryCombination(bench: Bench, combination: Combination, number: number): Promise<Trial> {
  const appListId = 1000 + number;
  const unmanaged = "com.others.own";
  bench.simulator.addList({ id: appListId, name: `matrix ${number}`, appBundles: [unmanaged] });
  const place = join(bench.parent, `project-${number}`);
  const folder = join(place, "project");
  writeProject(folder, combination, { tarball: bench.tarball, appListId, store: join(bench.parent, "store") });
  const environment = environmentOf(bench, combination, place);
  const runHere = (...command: readonly [string, ...string[]]): Promise<string> =>
    mustRun(command, { folder, environment });
  const expectApps = (expected: readonly string[]): void => {
    const found = (bench.simulator.list(appListId)?.appBundles ?? []).toSorted().join(" ");
    if (found !== expected.toSorted().join(" ")) throw new ToolError(`the list contains: ${found}`);
  };
  const packageManager = packageManagers[combination.packageManager];
  const managerCommand = combination.packageManager.split(" ")[0] ?? "";
  const command = join(folder, "node_modules", ".bin");

  let node: string = combination.node;
  const actions: Readonly<Record<Step, () => Promise<void>>> = {
    install: async () => {
      const version = (await runHere("node", "--version")).trim();
      if (!`${version}.`.startsWith(`v${combination.node}.`)) throw new ToolError(`node is ${version}`);
      node = version.slice(1);
      await runHere(managerCommand, ...packageManager.installArguments);
    },
    types: async () => {
      if (combination.language === "TypeScript") await runHere(join(command, "tsc"), "--noEmit");
    },
    preview: async () => {
      await runHere("pulumi", "stack", "init", "dev");
      await runHere("pulumi", "preview");
      expectApps([unmanaged]);
    },
    up: async () => {
      await runHere("pulumi", "up", "--yes", "--skip-preview");
      expectApps([unmanaged, ...declaredApps]);
    },
    "up again": async () => {
      await runHere("pulumi", "up", "--yes", "--skip-preview", "--expect-no-changes");
    },
    destroy: async () => {
      await runHere("pulumi", "destroy", "--yes", "--skip-preview");
      expectApps([unmanaged]);
    },
    "app-list": async () => {
      const help = await runHere(join(command, "app-list"), "--help");
      if (!help.includes("Usage: app-list")) throw new ToolError(`app-list --help printed: ${help}`);
    },
  };
  const durations: { step: Step; milliseconds: number }[] = [];
  for (const step of steps) {
    const start = performance.now();
    try {
      await actions[step]();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { combination, node, result: "FAILED", durations, problem: `${step}: ${error.message}` };
    }
    durations.push({ step, milliseconds: performance.now() - start });
  }
  return { combination, node, result: "ok", durations, problem: undefined };
}

/** Everything that the commands write stays below the matrix's own folder. */
function environmentOf(bench: Bench, { node, packageManager }: Combination, place: string): NodeJS.ProcessEnv {
  const [home, state, temporary] = ["home", "state", "temporary"].map((name) => {
    const folder = join(place, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  if (home === undefined || state === undefined || temporary === undefined) throw new Error("Three folders were made.");
  const { engine, tools, simulator, parent } = bench;
  const path = [tools.nodeFolder(node), tools.packageManagerFolder(packageManager), engine, process.env["PATH"] ?? ""];
  const { apiKey, apiSecret, username, password } = defaultAccount;
  return {
    ...plainEnvironment(),
    ...Object.fromEntries(
      Object.entries(pulumiEnvironment({ engine, home, state, temporary, passphrase: "matrix" })).filter(
        ([name]) => name.startsWith("PULUMI_") || name === "TMPDIR",
      ),
    ),
    PATH: path.join(delimiter),
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    NO_COLOR: "1",
    npm_config_cache: join(parent, "cache-npm"),
    XDG_CACHE_HOME: join(parent, "cache"),
    XDG_DATA_HOME: join(parent, "data"),
    YARN_CACHE_FOLDER: join(parent, `cache-${packageManager}`),
    ...(packageManager === "yarn 4" && { YARN_GLOBAL_FOLDER: join(parent, "yarn"), YARN_ENABLE_TELEMETRY: "0" }),
    APP_LIST_BASE_URL: simulator.url,
    APP_LIST_API_KEY: apiKey,
    APP_LIST_API_SECRET: apiSecret,
    APP_LIST_USERNAME: username,
    APP_LIST_PASSWORD: password,
  };
}
