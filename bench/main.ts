/**
 * `npm run bench`: measures whole `pulumi` commands of this package and of the least that the engine can take, with a real
 * engine and a simulator in a process of its own. README.md describes the method. A missed target exits with 1.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../test/harness/project.ts";
import { ensureEngine } from "../tools/engine/ensure-engine.mjs";
import { runProgram } from "../tools/tool-error.mjs";
import type { Results } from "./figures/results.ts";
import { printReport, withFigures } from "./figures/tables.ts";
import { judgeTargets } from "./figures/targets.ts";
import { candidates, note } from "./run/candidates.ts";
import { describeEnvironment } from "./run/environment.ts";
import { measureSection } from "./run/measure.ts";
import { readOptions } from "./run/options.ts";
import { planSections } from "./run/sections.ts";

const page = join(root, "bench", "README.md");

await runProgram(async () => {
  const { selection, out = join(root, "reports"), isWritten } = readOptions(process.argv.slice(2));
  const sections = planSections(selection, candidates);
  if (sections.length === 0) throw new Error("No candidate can be measured with these options.");
  const environment = describeEnvironment(await ensureEngine());
  const start = performance.now();
  const found: Results[] = [];
  for (const section of sections) {
    const report = (text: string) => console.log(`${section.part}, ${section.entries} entries: ${text}`);
    found.push(await measureSection(section, report));
  }
  const results: Results = {
    measurements: found.flatMap(({ measurements }) => measurements),
    omissions: found.flatMap(({ omissions }) => omissions),
    memory: found.flatMap(({ memory }) => memory),
  };
  const date = new Date().toISOString().slice(0, 10);
  const minutes = (performance.now() - start) / 60_000;
  const targets = judgeTargets(results);
  const report = { date, minutes, environment, results, targets };
  const figures = await formatMarkdown(`${printReport(report, candidates)}\n${note}\n`);
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bench.json"), `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(join(folder, "bench.md"), figures);
  console.log(`\n${figures}\nWritten to bench.md and bench.json in ${folder}.`);
  if (isWritten) {
    writeFileSync(page, await formatMarkdown(withFigures(readFileSync(page, "utf8"), figures)));
  }
  if (results.omissions.length > 0 || targets.some(({ isMissed }) => isMissed)) process.exitCode = 1;
});

async function formatMarkdown(text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(page)), parser: "markdown" });
}
