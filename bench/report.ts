/**
 * What `app-list report` makes of previews by the real engine: how long its text and its Markdown are, and how long the
 * whole command takes, beside one that does nothing.
 *
 * `npm run lab -- reports` runs it.
 */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-app-list/simulator";
import { createProject, root, succeeded } from "../test/harness/project.ts";
import { settingsFor } from "../test/harness/simulator-settings.ts";

const runs = 5;
const command = join(root, "provider", "dist", "bundles", "app-list.js");
const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 1, appBundles: entriesFromFile("entries.txt"), removalLimit: "100%" });
`;

const simulator = await startSimulator({ lists: [{ id: 1, name: "bench" }] });
const settings = settingsFor(simulator);
const project = await createProject({ program, settings });
try {
  const scattered = await preview(numbered(10_000), change(numbered(10_000), 37));
  const text = await report(scattered, "text");
  print(`${text.split("\n").length - 1} lines of text`, "37 changes in 10,000 entries");

  const many = await preview(numbered(10_000), numbered(20_000));
  const markdown = await report(many, "markdown");
  print(`${markdown.length.toLocaleString("en-US")} characters of Markdown`, "10,000 changes in 10,000 entries");
  print(`${((await report(many, "html")).length / 1e6).toFixed(2)} MB of HTML`, "10,000 changes in 10,000 entries");

  const large = await preview(numbered(100_000), change(numbered(100_000), 37));
  print(`${(statSync(large).size / 1e6).toFixed(1)} MB of JSON`, "37 changes in 100,000 entries, with --refresh");
  print(`${(await median(() => run("--help"))).toFixed(2)} s`, "app-list --help");
  for (const format of ["text", "markdown", "html", "json"]) {
    print(
      `${(await median(() => report(large, format))).toFixed(2)} s`,
      `app-list report --format ${format}, of that JSON`,
    );
  }
} finally {
  project.remove();
  await simulator.close();
}

/** The file with the preview of a change, refreshed, from the entries of the list to the declared ones. */
async function preview(before: readonly string[], after: readonly string[]): Promise<string> {
  await declare(before);
  succeeded(await project.up());
  await declare(after);
  const { text } = succeeded(await project.preview("--json", "--refresh"));
  const name = `preview-${before.length}-${after.length}.json`;
  project.write(name, text);
  return join(project.folder, name);
}

async function declare(entries: readonly string[]): Promise<void> {
  project.write("entries.txt", entries.map((entry) => `${entry}  # gambling\n`).join(""));
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`);
}

/** The same entries with some of them scattered and gone, and half as many put in beside them. */
function change(entries: readonly string[], count: number): readonly string[] {
  const removed = Math.ceil(count / 2);
  const step = Math.floor(entries.length / removed);
  const gone = entries.filter((_, index) => index % step === 7).slice(0, removed);
  const without = new Set(gone);
  const added = gone.slice(0, count - removed).map((entry) => entry.replace(/\.app$/u, ".new"));
  return [...entries.filter((entry) => !without.has(entry)), ...added];
}

async function report(file: string, format: string): Promise<string> {
  return run("report", file, "--format", format);
}

/** What the command prints. Its exit code is the result of the report; empty output means that it failed. */
function run(...commandArguments: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 1 << 30 };
    execFile(process.execPath, [command, ...commandArguments], options, (error, stdout, stderr) => {
      if (stdout === "") reject(error ?? new Error(stderr));
      else resolve(stdout);
    });
  });
}

/** The median of the seconds that several runs take. */
async function median(operate: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const start = performance.now();
    await operate();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds.toSorted((left, right) => left - right)[Math.floor(runs / 2)] ?? Number.NaN;
}

function print(figure: string, what: string): void {
  console.log(`${figure.padStart(32)}  ${what}`);
}
