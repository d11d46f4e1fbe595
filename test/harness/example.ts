import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { simulatorForTest } from "../simulator/simulators";
import { openProject, type Project, root, type StackSettings, succeeded, withoutTypeChecks } from "./project";
import { settingsFor } from "./simulator-settings";

const examples = join(root, "examples");

const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "pipelines")
  .map(({ name }) => name)
  .toSorted();

/** The examples that are projects in TypeScript, as they are on disk. */
export const exampleNames: readonly string[] = names.filter(isTypeScript);

/** The examples in other languages, as they are on disk. `npm run test:languages` runs them. */
export const languageExampleNames: readonly string[] = names.filter((name) => !isTypeScript(name));

function isTypeScript(name: string): boolean {
  return existsSync(join(examples, name, "index.ts"));
}

/** A project from a copy of an example's folder. The checks of this repository check its types, so Pulumi does not. */
export async function copyExample(name: string, settings: StackSettings = {}): Promise<Project> {
  const parent = join(root, ".scratch", "acceptance");
  mkdirSync(parent, { recursive: true });
  const surroundings = mkdtempSync(join(parent, "example-"));
  const folder = join(surroundings, name);
  const copy = (path: string, to: string): void =>
    cpSync(join(root, path), to, { recursive: true, filter: (each) => !isOfThisMachine(each) });
  const path = join("examples", name);
  if (existsSync(join(root, path, "Pulumi.yaml"))) {
    copy(path, folder);
  } else {
    // The quickstart is the project of the root.
    copy("Pulumi.yaml", join(folder, "Pulumi.yaml"));
    copy(path, join(folder, path));
  }
  const project = await openProject({ folder, surroundings, settings });
  Object.assign(project.environment, withoutTypeChecks);
  return project;
}

/** What using an example in its place leaves there. */
function isOfThisMachine(path: string): boolean {
  return /^(node_modules|package-lock\.json|Pulumi\..+\.yaml|sdks|venv|__pycache__)$/u.test(basename(path));
}

/**
 * The arguments of one command that sets all values of an example's README: those of its lines `pulumi config set …`
 * that do not ask for theirs.
 */
function configurationOf(name: string): readonly string[] {
  const lines = readFileSync(join(examples, name, "README.md"), "utf8").split("\n");
  const values = lines.flatMap((line) => {
    const [, key, value] = /^ *pulumi config set (?:--path )?([^\s-]\S*) ([^\s#]+)$/u.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : ["--plaintext", `${key}=${value}`];
  });
  return ["config", "set-all", "--path", ...values];
}

/** An app that nobody in the examples declares. */
export const unmanaged = "com.dashboard.manual";

/** A stack of an example, with its README's configuration. Stack and simulator are removed when the test ends. */
export async function openExample(name: string) {
  const simulator = await simulatorForTest({ lists: [{ id: 4321, name: "blocked", appBundles: [unmanaged] }] });
  const project = await copyExample(name, settingsFor(simulator));
  onTestFinished(() => project.remove());
  succeeded(await project.pulumi(...configurationOf(name)));
  return {
    project,
    /** The entries of the list, of all kinds, sorted. */
    entries: () => {
      const { appBundles = [], placementIds = [], websites = [] } = simulator.list(4321) ?? {};
      return [...appBundles, ...placementIds, ...websites].toSorted();
    },
    /** The actions of the requests since the last call. */
    requests: () => {
      const actions = simulator.journal.map(({ action }) => action);
      simulator.clearJournal();
      return actions;
    },
  };
}

/** An example's project, and the simulator that its stack is configured for. */
export type OpenedExample = Awaited<ReturnType<typeof openExample>>;
