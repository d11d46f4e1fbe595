/**
 * `npm run bench`: measures whole `pulumi` commands of this package and of what people write instead, with a real engine
 * and a simulator in a process of its own. README.md describes the method.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../test/harness/project.ts";
import { formatDuration } from "../tools/progress.mjs";
import { engineFolder } from "../tools/pulumi/engine-folder.ts";
import { runProgram } from "../tools/tool-error.mjs";
import { formatMarkdown, writeFigures } from "./figures/write.ts";
import type { Results } from "./figures/results.ts";
import { printReport, type Report } from "./figures/tables.ts";
import { judgeTargets } from "./figures/targets.ts";
import { type Candidate, candidates, notes } from "./run/candidates.ts";
import { describeEnvironment } from "./run/environment.ts";
import { measureSection } from "./run/measure.ts";
import { findObstacle } from "./run/obstacles.ts";
import { help, type Options, readOptions } from "./run/options.ts";
import { estimateSeconds, planEverything, planSections, type Section } from "./run/sections.ts";

await runProgram(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(help);
  else await runBench(options);
});

async function runBench({ selection, out, isWritten }: Options): Promise<void> {
  const sections = planSections(selection, candidates);
  if (sections.length === 0) throw new Error("No candidate can be measured with these options.");
  const engine = await engineFolder();
  const environment = await describeEnvironment(engine);
  const obstacles = await findObstacles(sections, engine);
  const everything = sumSeconds(planEverything(candidates)) / 3600;
  say(`${describeTime(sumSeconds(sections))} for ${sections.length} sections.`);
  say(`Each command with each candidate, size and number of lists would take about ${everything.toFixed(0)} hours.`);
  const start = performance.now();
  let results: Results = { measurements: [], omissions: [], memory: [] };
  for (const [index, section] of sections.entries()) {
    const found = await measureSection(
      section,
      ({ name }) => obstacles.get(name),
      (text) => say(`${describeSection(section)}: ${text}; ${remaining(sections, index, performance.now() - start)}`),
    );
    results = {
      measurements: [...results.measurements, ...found.measurements],
      omissions: [...results.omissions, ...found.omissions],
      memory: [...results.memory, ...found.memory],
    };
  }
  const minutes = (performance.now() - start) / 60_000;
  const date = new Date().toISOString().slice(0, 10);
  const report = { date, minutes, environment, results, targets: judgeTargets(results) };
  await writeReport(report, resolve(out ?? join(root, "reports")), isWritten);
  if (results.omissions.some(({ reason }) => reason.startsWith("failed"))) process.exitCode = 1;
}

async function writeReport(report: Report, folder: string, isWritten: boolean): Promise<void> {
  const markdown = `${printReport(report, candidates)}\n${notes}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bench.json"), `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(join(folder, "bench.md"), await formatMarkdown(markdown));
  say(`\n${await formatMarkdown(markdown)}\nWritten to bench.md and bench.json in ${folder}.`);
  if (isWritten) await writeFigures("figures", markdown);
}

async function findObstacles(sections: readonly Section[], engine: string): Promise<ReadonlyMap<string, string>> {
  const used = new Map(
    sections.flatMap((section) => section.candidates).map((each): [string, Candidate] => [each.name, each]),
  );
  const obstacles = new Map<string, string>();
  for (const candidate of used.values()) {
    const obstacle = await findObstacle(candidate, engine);
    if (obstacle !== undefined) obstacles.set(candidate.name, obstacle);
  }
  return obstacles;
}

function sumSeconds(sections: readonly Section[]): number {
  return sections.reduce((sum, section) => sum + estimateSeconds(section), 0);
}

function describeTime(seconds: number): string {
  return `About ${formatDuration(seconds * 1000)}`;
}

function describeSection({ part, entries, lists, circumstances }: Section): string {
  const size = `${lists === 1 ? "" : `${lists} lists of `}${entries} entries`;
  return `${part}, ${size}${circumstances === "usual" ? "" : `, ${circumstances}`}`;
}

/** The time that the sections from this one on take, as fast as those before it were. */
function remaining(sections: readonly Section[], index: number, elapsed: number): string {
  const before = sumSeconds(sections.slice(0, index));
  const speed = before === 0 ? 1 : elapsed / 1000 / before;
  return `${describeTime(sumSeconds(sections.slice(index)) * speed).toLowerCase()} from the start of this section`;
}

function say(text: string): void {
  console.log(text);
}
