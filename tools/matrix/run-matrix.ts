import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-app-list/simulator";

import { formatDuration } from "../progress.mjs";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { ToolError } from "../tool-error.mjs";
import { allCombinations } from "./combination.ts";
import { coverPairs } from "./cover-pairs.ts";
import { fetchTools } from "./fetch-tools.ts";
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
    say(`packed: ${tarball.bytes} bytes, unpacked ${tarball.unpackedBytes} bytes in ${tarball.fileCount} files`);
    const tools = await fetchTools(parent, (name) => say(`fetching ${name}`));
    const all = allCombinations();
    const combinations = coverPairs(all);
    say(`${combinations.length} of ${all.length} combinations: each pair of values at least once`);

    const trials: Trial[] = [];
    for (const [index, combination] of combinations.entries()) {
      if (performance.now() - start > timeLimit) break;
      const trial = await tryCombination(
        { parent, tarball: tarball.path, tools, simulator, engine },
        combination,
        index + 1,
      );
      trials.push(trial);
      say(`${index + 1}/${combinations.length} ${Object.values(combination).join(", ")}: ${trial.problem ?? "ok"}`);
      if (index === 0)
        say(`installed packages: ${folderSize(join(parent, "project-1", "project", "node_modules"))} bytes`);
      rmSync(join(parent, `project-${index + 1}`), { recursive: true, force: true, maxRetries: 3 });
    }
    process.stdout.write(printTable(trials));
    say(`after ${formatDuration(performance.now() - start)}`);

    const failed = trials.filter(({ problem }) => problem !== undefined).length;
    const left = combinations.length - trials.length;
    if (failed + left > 0) {
      throw new ToolError(
        `${failed} of ${combinations.length} combinations failed, and for ${left} there was no time left.`,
      );
    }
  } finally {
    await simulator.close();
    remove();
  }
}
