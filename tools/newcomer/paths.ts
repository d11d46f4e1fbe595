import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type SimulatedList } from "pulumi-app-list/simulator";

import { root } from "../paths.mjs";
import { type Commands, type Result, runSteps } from "./run-steps.ts";
import { openSession } from "./session.ts";
import { readSteps, type Step } from "./steps.ts";

/** The folders of a newcomer. */
interface Places {
  /** An empty home, with nothing but the clone in it later. */
  readonly home: string;
  readonly clone: string;
  /** A project of the newcomer's own. */
  readonly project: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A way from a page to a result. */
export interface Path {
  readonly name: string;
  readonly follow: (places: Places) => Promise<readonly Result[]>;
}

/** The list of the account, as its dashboard shows it. */
const list: SimulatedList = {
  id: 4321,
  name: "brand-safety",
  appBundles: ["com.goldfever.bingo", "com.shopfast.mobile"],
};

/** The paths in the order in which a newcomer follows them. Each begins in a new terminal. */
export const paths: readonly Path[] = [
  {
    name: "from a clone to a preview on the simulator (docs/tutorial.md)",
    follow: (places) => follow(stepsOf("docs/tutorial.md"), places, places.home),
  },
  {
    name: "the demo in the clone (README.md)",
    follow: (places) => follow(stepsOf("README.md", "Try it").map(withoutCloneAndTests), places, places.clone),
  },
  {
    name: "from the clone to a list of an account (README.md)",
    follow: (places) => onAccount(stepsOf("README.md", "Your account"), places, places.clone),
  },
  {
    name: "from a spreadsheet to a reviewed change (docs/how-to/migrate.md)",
    follow: (places) => {
      createProject(places.project);
      return onAccount(spreadsheetSteps(places), places, places.project);
    },
  },
];

/** The commands of other pages that install the package and configure the stack, and the section about spreadsheets. */
function spreadsheetSteps({ clone, project }: Places): readonly Step[] {
  const tools = firstCommands("README.md", "Your account");
  const [install] = tools.script.split(/(?=^pulumi login)/mu);
  const configure = tools.script.slice(install?.length).replace(/^.*appListId.*\n/mu, "");
  const pack = firstCommands("docs/installation-configuration.md", "Installation");
  const add = firstCommands("docs/installation-configuration.md", "TypeScript and JavaScript");
  const tarball = join(clone, "pulumi-app-list-0.1.0.tgz");
  return [
    { ...tools, script: `cd '${clone}'\n${install}` },
    pack,
    { ...add, script: `cd '${project}'\n${add.script.replace("PATH-TO-THE-TARBALL", `'${tarball}'`)}` },
    { ...tools, script: configure },
    ...stepsOf("docs/how-to/migrate.md", "From spreadsheets").map((step) =>
      step.kind === "commands" && step.script.includes("--json")
        ? { ...step, script: `sed -i.bak '/com.goldfever.keno/d' blocked.csv\n${newLine}\n${step.script}` }
        : step,
    ),
  ];
}

function firstCommands(page: string, heading: string): Commands {
  const commands = stepsOf(page, heading).find((step) => step.kind === "commands");
  if (commands === undefined) throw new Error(`${page} has no commands in "${heading}".`);
  return commands;
}

/** What the page describes in words: another line in the file. */
const newLine = "echo 'com.luckyreels.slots,,,Ana,gambling,' >> blocked.csv";

/** The files that `pulumi new typescript` writes. */
function createProject(folder: string): void {
  mkdirSync(folder);
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write("Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
  const devDependencies = { "@types/node": "^24", typescript: "^5.9" };
  write("package.json", JSON.stringify({ name: "brand-safety", main: "index.ts", devDependencies }));
  const compilerOptions = {
    strict: true,
    target: "es2020",
    module: "nodenext",
    moduleResolution: "nodenext",
    skipLibCheck: true,
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
}

function stepsOf(page: string, heading?: string): readonly Step[] {
  const text = readFileSync(join(root, page), "utf8");
  if (heading === undefined) return readSteps(text);
  const section = new RegExp(`^#+ ${heading}\n(.*?)(?=^## |(?![^]))`, "msu").exec(text)?.[1];
  if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
  return readSteps(section);
}

/** The steps of an earlier path are left out, and the tests, which run these steps themselves. */
function withoutCloneAndTests(step: Step): Step {
  return step.kind === "commands"
    ? { ...step, script: step.script.replaceAll(/^(?:git clone|cd|npm test)\b.*\n/gmu, "") }
    : step;
}

async function onAccount(steps: readonly Step[], places: Places, folder: string): Promise<readonly Result[]> {
  const simulator = await startSimulator({ lists: [list] });
  try {
    return await follow(steps, places, folder, simulator);
  } finally {
    await simulator.close();
  }
}

async function follow(
  steps: readonly Step[],
  { home, clone, environment }: Places,
  folder: string,
  account?: Parameters<typeof runSteps>[1]["account"],
): Promise<readonly Result[]> {
  const session = openSession(folder, environment);
  try {
    // The tutorial begins outside of the clone, and its files are in it.
    const files = folder === home ? clone : folder;
    return await runSteps(steps, {
      session,
      folder: files,
      repository: root,
      ...(account !== undefined && { account }),
    });
  } finally {
    session.close();
  }
}
