/**
 * How long a preview that changes nothing takes, whole command, with 10,000 entries: beside a program without any
 * resource, and beside what people would write instead, a dynamic resource of their own with the entries as an array.
 *
 * Prints the median of several runs in turn. `npm run bench` runs it.
 */
import { startSimulator } from "pulumi-app-list/simulator";
import { createProject, type Project } from "../test/harness/project.ts";
import { settingsFor } from "../test/harness/simulator-settings.ts";

const runs = 7;
const entryCount = 10_000;

const entries = Array.from({ length: entryCount }, (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`);

const programs = {
  "a program without a resource": "",
  AppListEntries: `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 1, appBundles: entriesFromFile("entries.txt") });
`,
  "a dynamic resource with an array": `const pulumi = require("@pulumi/pulumi");
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
`,
} as const;

const simulator = await startSimulator({ lists: [{ id: 1, name: "bench" }] });
const settings = settingsFor(simulator);
const projects: [name: string, project: Project, seconds: number[]][] = [];
try {
  for (const [name, program] of Object.entries(programs)) {
    const project = await createProject({ program, settings });
    projects.push([name, project, []]);
    project.write("entries.txt", `${entries.join("\n")}\n`);
    await timed(() => project.up());
  }
  for (let run = 0; run < runs; run += 1) {
    for (const [, project, seconds] of projects) seconds.push(await timed(() => project.preview()));
  }
  console.log(`No-op pulumi preview with ${entryCount.toLocaleString("en-US")} entries, median of ${runs} runs:`);
  for (const [name, , seconds] of projects) console.log(`  ${median(seconds).toFixed(2)} s  ${name}`);
} finally {
  for (const [, project] of projects) project.remove();
  await simulator.close();
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
