import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-app-list/simulator";

import { formatDuration } from "../progress.mjs";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { ToolError } from "../tool-error.mjs";
import { allCombinations, notTried } from "./combination.ts";
import { coverPairs } from "./cover-pairs.ts";
import { fetchTools } from "./fetch-tools.ts";
import { mustRun, plainEnvironment } from "./must-run.ts";
import { folderSize, packPackage } from "./pack-package.ts";
import { printTable } from "./print-table.ts";
import { tryCombination, type Trial } from "./try-combination.ts";

/** The longest that all may take, in milliseconds: no project is begun after that. */
const timeLimit = 30 * 60_000;

/**
 * Tries the package in projects of all kinds and prints a table of them.
 *
 * @throws ToolError when one of them failed or was not tried.
 */
export async function runMatrix(): Promise<void> {
  const start = performance.now();
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  // Outside of the clone, so that nothing of it is found by mistake.
  const parent = mkdtempSync(join(tmpdir(), "pulumi-app-list-matrix-"));
  const remove = (): void => rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
  process.on("exit", remove);
  const simulator = await startSimulator({ lists: [] });
  try {
    const engine = await engineFolder();
    const tarball = await packPackage(parent);
    const engineVersion = await mustRun([join(engine, "pulumi"), "version"], {
      folder: parent,
      environment: plainEnvironment(),
    });
    say(`packed: ${tarball.bytes} bytes, unpacked ${tarball.unpackedBytes} bytes in ${tarball.fileCount} files`);
    const tools = await fetchTools(parent, (name) => say(`fetching ${name}`));
    const all = allCombinations();
    const combinations = coverPairs(all);
    say(`${combinations.length} of ${all.length} combinations: each pair of values at least once`);

    const trials: Trial[] = [];
    for (const [index, combination] of combinations.entries()) {
      const obstacle = performance.now() - start > timeLimit ? "there was no time left" : tools.whyMissing(combination);
      const trial: Trial =
        obstacle === undefined
          ? await tryCombination({ parent, tarball: tarball.path, tools, simulator, engine }, combination, index + 1)
          : { combination, node: combination.node, result: "not tried", durations: [], problem: obstacle };
      trials.push(trial);
      say(`${index + 1}/${combinations.length} ${Object.values(combination).join(", ")}: ${trial.problem ?? "ok"}`);
      if (index === 0 && trial.result === "ok")
        say(`its node_modules: ${folderSize(join(parent, "project-1", "project", "node_modules"))} bytes`);
      rmSync(join(parent, `project-${index + 1}`), { recursive: true, force: true, maxRetries: 3 });
    }
    process.stdout.write(printTable(trials));
    process.stdout.write(
      `
Seconds of each step, with the engine ${engineVersion.trim()}. These are ${combinations.length} of ${all.length} combinations, chosen such that each pair of
values that can be combined is in a row. In no row:
${notTried.map((line) => `- ${line}\n`).join("")}`,
    );
    say(`after ${formatDuration(performance.now() - start)}`);

    const count = (result: Trial["result"]): number => trials.filter((trial) => trial.result === result).length;
    if (count("ok") < trials.length) {
      throw new ToolError(
        `${count("FAILED")} of ${trials.length} combinations failed, and ${count("not tried")} were not tried.`,
      );
    }
  } finally {
    await simulator.close();
    remove();
  }
}
