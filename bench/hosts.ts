/**
 * How long the plugin takes to start, and how long a preview that changes nothing takes, whole command, with each host and
 * language: beside programs without a resource, and a dynamic resource of one's own with the entries as an array.
 *
 * Prints the median of several runs in turn. `npm run bench` runs it, and gets the YAML and Python hosts that it needs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startSimulator } from "pulumi-app-list/simulator";
import type { Language } from "../tools/engine/languages.mjs";
import { useLanguage } from "../test/harness/language-host.ts";
import { createProject, root, type Project } from "../test/harness/project.ts";
import { settingsFor } from "../test/harness/simulator-settings.ts";

const runs = Number(process.argv[2] ?? 7);
const executables = join(root, "node_modules", ".bin");
const plugins = `plugins: {providers: [{name: app-list, path: ${JSON.stringify(executables)}}]}\n`;
const javaScript = `runtime: {name: nodejs, options: {typescript: false}}\n`;

/** A way to declare the entries of entries.txt. */
interface Candidate {
  readonly name: string;
  readonly language?: Language;
  /** The content of Pulumi.yaml, after its name. */
  readonly project: string;
  readonly program?: readonly [path: string, content: string];
}

const arrayProgram = `const pulumi = require("@pulumi/pulumi");
const { readFileSync } = require("node:fs");
const provider = {
  async diff(id, olds, news) { return { changes: olds.entries.join() !== news.entries.join() }; },
  async create(inputs) { return { id: "1", outs: inputs }; },
  async update(id, olds, news) { return { outs: news }; },
};
class Entries extends pulumi.dynamic.Resource {
  constructor(name, props) { super(provider, name, props); }
}
new Entries("blocked", { entries: readFileSync("entries.txt", "utf8").trim().split("\\n") });
`;

function classProgram(module: string): string {
  return `const { AppListEntries, entriesFromFile } = require("${module}");
new AppListEntries("blocked", { appListId: 1, appBundles: entriesFromFile("entries.txt") });
`;
}

const pythonProgram = `import pulumi
pulumi.CustomResource("app-list:index:AppListEntries", "blocked",
    {"appListId": 1, "appBundles": open("entries.txt").read()})
`;

const yamlProgram = `resources:
  blocked:
    type: app-list:AppListEntries
    properties:
      appListId: 1
      appBundles:
        fn::readFile: ./entries.txt
`;

const candidates: readonly Candidate[] = [
  { name: "YAML, no resource", language: "yaml", project: "runtime: yaml\n" },
  { name: "YAML, plugin", language: "yaml", project: `runtime: yaml\n${plugins}${yamlProgram}` },
  { name: "Node.js, no resource", project: javaScript, program: ["index.js", ""] },
  {
    name: "Node.js, plugin",
    project: javaScript + plugins,
    program: ["index.js", classProgram("pulumi-app-list/plugin")],
  },
  { name: "Node.js, dynamic provider", project: javaScript, program: ["index.js", classProgram("pulumi-app-list")] },
  { name: "Node.js, own dynamic resource with an array", project: javaScript, program: ["index.js", arrayProgram] },
  {
    name: "Python, plugin",
    language: "python",
    project: `runtime: python\n${plugins}`,
    program: ["__main__.py", pythonProgram],
  },
];

console.log(`Start of the plugin to its port, median of 20: ${(await startTime(20)).toFixed(0)} ms\n`);
const simulator = await startSimulator({ lists: [{ id: 1, name: "bench" }] });
try {
  for (const entryCount of [10_000, 100_000]) await measure(entryCount);
} finally {
  await simulator.close();
}

async function measure(entryCount: number): Promise<void> {
  const entries = Array.from(
    { length: entryCount },
    (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`,
  );
  const prepared: { readonly name: string; readonly project: Project; readonly seconds: number[] }[] = [];
  try {
    for (const { name, language, project: yaml, program } of candidates) {
      const project = await createProject({ program: "", settings: settingsFor(simulator) });
      prepared.push({ name, project, seconds: [] });
      project.write("Pulumi.yaml", `name: acceptance\n${yaml}`);
      if (program !== undefined) project.write(...program);
      project.write("entries.txt", `${entries.join("\n")}\n`);
      if (language !== undefined) await useLanguage(project, language);
      await timed(() => project.up());
      await timed(() => project.preview());
    }
    for (let run = 0; run < runs; run += 1) {
      for (const { project, seconds } of prepared) seconds.push(await timed(() => project.preview()));
    }
    console.log(
      `No-op pulumi preview with ${entryCount.toLocaleString("en-US")} entries, ${runs} runs: median (least to most)`,
    );
    for (const { name, seconds } of prepared) {
      const spread = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
      console.log(`  ${median(seconds).toFixed(2)} s (${spread})  ${name}`);
    }
    console.log("");
  } finally {
    for (const { project } of prepared) {
      await project.destroy();
      project.remove();
    }
  }
}

/** The milliseconds from the start of the plugin's executable until it prints its port. */
async function startTime(starts: number): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const begin = performance.now();
    const plugin = spawn(join(executables, "pulumi-resource-app-list"), ["127.0.0.1:1"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(plugin.stdout, "data");
    times.push(performance.now() - begin);
    plugin.stdin.end();
    await once(plugin, "exit");
  }
  return median(times);
}

/** The seconds that a command takes, which must succeed. */
async function timed(command: () => ReturnType<Project["up"]>): Promise<number> {
  const start = performance.now();
  const { code, text } = await command();
  if (code !== 0) throw new Error(text);
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
