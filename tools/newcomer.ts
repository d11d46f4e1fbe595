// `npm run lab -- newcomer`, after the set-up: follows the README, the tutorial and the page about migration in an empty home
// folder, with their commands as printed, and prints the time of each step. It compares each output with the page. With
// `--engine`, the Pulumi engine of this clone is on PATH, as on a machine with Pulumi; otherwise the set-up installs one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";

import { describeProblems } from "./newcomer/compare.ts";
import { paths } from "./newcomer/paths.ts";
import type { Result } from "./newcomer/run-steps.ts";
import { root } from "./paths.mjs";
import { formatDuration } from "./progress.mjs";
import { engineFolder } from "./pulumi/engine-folder.ts";
import { runProgram, ToolError } from "./tool-error.mjs";

/** The variables of the machine that a newcomer has: certificates and proxies, besides PATH. */
const machineVariable =
  /^(?:.*_PROXY|.*_proxy|SSL_.*|NODE_EXTRA_CA_CERTS|GIT_SSL_CAINFO|CURL_CA_BUNDLE|LANG|TERM|USER)$/u;

await runProgram(async () => {
  const { values } = parseArgs({ options: { engine: { type: "boolean", default: false } } });
  const home = mkdtempSync(join(tmpdir(), "newcomer-"));
  try {
    const machine = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.startsWith(root));
    const path = values.engine ? [await engineFolder(), ...machine] : machine;
    const inherited = Object.entries(process.env).filter(([name]) => machineVariable.test(name));
    const environment = { ...Object.fromEntries(inherited), HOME: home, PATH: path.join(delimiter) };
    const places = { home, clone: join(home, "pulumi-app-list"), project: join(home, "brand-safety"), environment };
    let problems = 0;
    for (const { name, follow } of paths) {
      console.log(`\n${name}`);
      const results = await follow(places);
      for (const result of results) problems += printResult(result);
      const total = results.reduce((sum, { duration }) => sum + duration, 0);
      console.log(`${formatDuration(total).padStart(12)}  in total`);
    }
    if (problems > 0) throw new ToolError(`${problems} steps differ from their pages.`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

/** Prints a step with its time, and returns the number of its problems. */
function printResult(result: Result): number {
  const problems = describeProblems(result);
  const command = result.step.script.trim().split("\n").at(-1) ?? "";
  console.log(`${formatDuration(result.duration).padStart(12)}  ${command.slice(0, 90)}`);
  for (const problem of problems) console.log(problem.replaceAll(/^/gmu, "              "));
  return problems.length;
}
