/**
 * What pipelines pay: runs the steps of the example for GitHub as the files have them, in fresh checkouts, with a real
 * engine against the simulator: without the settings that save time, with each of them alone, and with all.
 *
 * The steps that need the forge, and the installation of Pulumi, are left out. `npm ci` uses the registry. A list has
 * 10,000 entries, and each change 37.
 *
 * `node bench/pipelines.ts [--rounds 5] [--json FILE] [--write]`, after `npm run setup`, prints tables of the medians.
 * `--json` writes all durations to a file; `--write` puts the table of the jobs into docs/how-to/pipelines.md.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import prettier from "prettier";
import { defaultAccount, startSimulator } from "pulumi-app-list/simulator";
import { plainEnvironment } from "../tools/matrix/must-run.ts";
import { pinnedVersion, root } from "../tools/paths.mjs";
import { engineFolder } from "../tools/pulumi/engine-folder.ts";
import { lists, makeListsRepository } from "./pipelines/repository.ts";
import { type Durations, type JobName, keepCaches, runJob, type Runner } from "./pipelines/run-job.ts";
import { printJobs, printSteps } from "./pipelines/tables.ts";
import { type Variant, variants } from "./pipelines/variants.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const roundCount = Number(options.rounds);
const entryCount = 10_000;

const folder = mkdtempSync(join(tmpdir(), "app-list-pipelines-"));
const simulator = await startSimulator({ lists });
try {
  const state = join(folder, "state");
  const kept = join(folder, "kept");
  for (const each of [state, kept]) mkdirSync(each);
  const environment = {
    ...plainEnvironment(),
    PATH: [dirname(process.execPath), await engineFolder(), process.env["PATH"] ?? ""].join(delimiter),
    CI: "true",
    GIT_CONFIG_GLOBAL: "/dev/null",
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    APP_LIST_USERNAME: defaultAccount.username,
    APP_LIST_PASSWORD: defaultAccount.password,
    APP_LIST_API_KEY: defaultAccount.apiKey,
    APP_LIST_API_SECRET: defaultAccount.apiSecret,
  };
  const repository = await makeListsRepository(join(folder, "repository"), { simulator, entryCount, environment });
  const runner: Runner = { repository, place: join(folder, "runner"), kept, environment };
  await fillCaches(runner);
  const measured = variants.map((variant) => ({
    name: variant.name,
    variant,
    rounds: { "pull request": [] as Durations[], deploy: [] as Durations[] } satisfies Record<JobName, Durations[]>,
  }));
  for (let round = 1; round <= roundCount; round += 1) {
    for (const { variant, rounds } of measured) {
      const durations = await runBoth(variant, runner);
      for (const job of ["pull request", "deploy"] as const) rounds[job].push(durations[job]);
      process.stderr.write(`round ${round} of ${roundCount}: ${variant.name}\n`);
    }
  }
  const machine = `Node.js ${process.version}, Pulumi ${pinnedVersion("pulumi")}, ${cpus().length} cores`;
  const table = printJobs(measured);
  const title = `Median of ${roundCount} runs (least to most): ${machine}, one list of ${entryCount.toLocaleString("en-US")} entries, 37 changes.\n`;
  process.stdout.write(`${title}\n${table}\n${printSteps(measured)}`);
  if (options.json !== undefined) {
    const variantsByName = Object.fromEntries(measured.map(({ name, rounds }) => [name, rounds]));
    writeFileSync(options.json, `${JSON.stringify({ machine, rounds: roundCount, seconds: variantsByName })}\n`);
  }
  if (options.write) await writePage(`${table}\n${title}`);
} finally {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A pull request with a change, and then its deployment. */
async function runBoth(variant: Variant, runner: Runner): Promise<Readonly<Record<JobName, Durations>>> {
  await runner.repository.commitChange();
  return {
    "pull request": await runJob("pull request", variant, runner),
    deploy: await runJob("deploy", variant, runner),
  };
}

/** Runs both jobs once with empty caches, and keeps those. The first deployment also creates the resources. */
async function fillCaches(runner: Runner): Promise<void> {
  const first = variants.find(({ name }) => name === "all, first run");
  if (first === undefined) throw new Error("No variant fills the caches.");
  for (const job of ["deploy", "pull request"] as const) {
    await runJob(job, first, runner);
    keepCaches(runner);
  }
}

/** Replaces the table in the page about pipelines. */
async function writePage(text: string): Promise<void> {
  const path = join(root, "docs", "how-to", "pipelines.md");
  const [begin, end] = ["<!-- bench/pipelines.ts writes this table -->", "<!-- end of the table -->"];
  const page = readFileSync(path, "utf8");
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${path} has no place for the table.`);
  const written = `${page.slice(0, start)}${begin}\n\n${text}\n${page.slice(stop)}`;
  const settings = await prettier.resolveConfig(path);
  writeFileSync(path, await prettier.format(written, { ...settings, filepath: path }));
}
