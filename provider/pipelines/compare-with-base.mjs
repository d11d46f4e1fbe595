// Previews the difference between two commits without secrets. It deploys the other commit to a simulator of the API, with
// a temporary backend, and previews this commit. It reads neither the real lists nor the real stack.
//
//   PULUMI_STACK=dev node node_modules/pulumi-app-list/pipelines/compare-with-base.mjs HEAD^1 > preview.json
//
// It runs in the folder of the project. It uses the settings in the file of the stack that are neither secret nor of the
// account. A program that needs more settings, such as outputs of another stack, fails.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startSimulator } from "pulumi-app-list/simulator";

const [base] = process.argv.slice(2);
const stack = process.env.PULUMI_STACK;
if (!base || !stack) throw new Error("Usage: PULUMI_STACK=STACK node compare-with-base.mjs COMMIT > preview.json");

// In the folder of the project, so that both commits find its node_modules.
const folder = await mkdtemp(resolve(".compare-"));
const simulator = await startSimulator({ lists: [] });
const { username, password, apiKey, apiSecret } = simulator.account;
const environment = {
  ...process.env,
  PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
  PULUMI_CONFIG_PASSPHRASE: "nothing is secret here",
  APP_LIST_BASE_URL: simulator.url,
  APP_LIST_USERNAME: username,
  APP_LIST_PASSWORD: password,
  APP_LIST_API_KEY: apiKey,
  APP_LIST_API_SECRET: apiSecret,
};
try {
  await mkdir(join(folder, "backend"));
  await deploy(await checkOut(base, "before"));
  process.stdout.write(await preview(await checkOut("HEAD", "after")));
} finally {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
  await run("git", ["worktree", "prune"], ".");
}

/** The folder of the project at a commit, with the settings of the stack that are usable here. */
async function checkOut(commit, name) {
  const tree = join(folder, name);
  await run("git", ["worktree", "add", "--quiet", "--detach", tree, commit], ".");
  const project = join(tree, (await run("git", ["rev-parse", "--show-prefix"], ".")).trim());
  const file = join(project, `Pulumi.${stack}.yaml`);
  await writeFile(file, usableSettings(await readFile(file, "utf8")));
  return project;
}

/** The file of a stack without its encryption, its secrets, and the settings of the account. */
function usableSettings(text) {
  const members = text.split(/^(?=\S| {2}\S)/mu);
  const isUsable = (member) => !/^(encryptionsalt|encryptedkey|secretsprovider):|^\s+"?app-list:|secure:/u.test(member);
  return members.filter(isUsable).join("");
}

/** Makes the lists and accounts that the program of a commit names, and deploys it. */
async function deploy(project) {
  await run("pulumi", ["stack", "init", stack], project);
  const { steps = [] } = JSON.parse(await preview(project));
  const inputs = steps.map(({ newState }) => newState?.inputs ?? {});
  for (const id of new Set(inputs.map(({ appListId }) => appListId).filter(Number.isInteger))) {
    simulator.addList({ id, name: `list ${id}` });
  }
  const names = inputs.map(({ account }) => account).filter((name) => typeof name === "string");
  environment.APP_LIST_ACCOUNTS = JSON.stringify(Object.fromEntries(names.map((name) => [name, simulator.account])));
  await run("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive"], project);
}

/** A preview as JSON. That of a preview that fails contains the reason. */
async function preview(project) {
  return run("pulumi", ["preview", "--json", "--non-interactive"], project).catch((/** @type {unknown} */ error) => {
    const printed = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    if (printed.startsWith("{")) return printed;
    throw error;
  });
}

async function run(command, commandArguments, cwd) {
  const options = { cwd, env: environment, maxBuffer: 512 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(command, commandArguments, options);
  return stdout;
}
