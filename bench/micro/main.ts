/**
 * The price of the provider's own work, without engine and API, beside the least that any implementation has to do.
 *
 * Prints a table; with `--json`, the times in milliseconds. `--quick` measures shorter, and `--write` also writes the
 * table to the page of the bench.
 */
import { registerHooks } from "node:module";
import { writeFigures } from "../figures/write.ts";
import type { Measurement, Times } from "./measure.ts";

// The sources, as they are: Node does not add the ending of a file, and takes those of the package for CommonJS.
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^\..*\/[\w-]+$/u.test(specifier) ? `${specifier}.ts` : specifier, context),
  load: (url, context, next) => next(url, url.endsWith(".ts") ? { ...context, format: "module-typescript" } : context),
});
const { measure } = await import("./measure.ts");

const sizes = [10_000, 100_000];
const milliseconds = process.argv.includes("--quick") ? 200 : 1000;

const measurements: Measurement[] = [];
for (const size of sizes) measurements.push(...(await measure(size, milliseconds)));
const table = printTable(measurements);
if (process.argv.includes("--write")) await writeFigures("handlers", table);
const json = `${JSON.stringify({ node: process.version, measurements }, undefined, 2)}\n`;
process.stdout.write(process.argv.includes("--json") ? json : table);

function printTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ name, entries, times, bound, boundTimes }) =>
    [
      name,
      entries.toLocaleString("en"),
      formatTimes(times),
      `${bound}: ${formatTimes(boundTimes)}`,
      (times.median / boundTimes.median).toFixed(1),
      (times.shortest / boundTimes.shortest).toFixed(1),
    ].join(" | "),
  );
  const header = "measured | entries | median (shortest), ms | lower bound | ratio | of the shortest";
  const lines = [header, "--- | --: | --: | --- | --: | --:", ...rows];
  return `${lines.map((row) => `| ${row} |`).join("\n")}\n`;
}

function formatTimes({ median, shortest }: Times): string {
  return `${median.toFixed(3)} (${shortest.toFixed(3)})`;
}
