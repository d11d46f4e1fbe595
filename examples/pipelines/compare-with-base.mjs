// What would this commit change in the lists, compared with another commit? A preview of that without a secret:
// the other commit is brought up on a simulator of the service, in a backend that is thrown away, and this commit is
// previewed on top of it. It says nothing of what the real lists hold.
//
//   PULUMI_STACK=dev node compare-with-base.mjs HEAD^1 > preview.json
//
// It runs in the folder of the project. The settings are those in the stack's file that are neither secret nor of the
// account; a program that needs more, such as the outputs of another stack, cannot be compared like this.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startSimulator } from "pulumi-app-list/simulator";

const [base] = process.argv.slice(2);
const stack = process.env.PULUMI_STACK;
if (!base || !stack) throw new Error("Usage: PULUMI_STACK=STACK node compare-with-base.mjs COMMIT > preview.json");

// Inside the project's folder, so that both commits find its node_modules.
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
  await bringUp(await checkOut(base, "before"));
  process.stdout.write(await preview(await checkOut("HEAD", "after")));
} finally {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
  await run("git", ["worktree", "prune"], ".");
}

/** The project's folder as it is in a commit, with the settings of the stack that can be used here. */
async function checkOut(commit, name) {
  const tree = join(folder, name);
  await run("git", ["worktree", "add", "--quiet", "--detach", tree, commit], ".");
  const project = join(tree, (await run("git", ["rev-parse", "--show-prefix"], ".")).trim());
  const file = join(project, `Pulumi.${stack}.yaml`);
  await writeFile(file, usableSettings(await readFile(file, "utf8")));
  return project;
}

/** A stack's file, as Pulumi writes it, without how it is encrypted, secret values, and the settings of the account. */
function usableSettings(text) {
  const members = text.split(/^(?=\S| {2}\S)/mu);
  const isUsable = (member) => !/^(encryptionsalt|encryptedkey|secretsprovider):|^\s+"?app-list:|secure:/u.test(member);
  return members.filter(isUsable).join("");
}

/** Makes the lists and accounts that a commit's program names, and brings it up on them. */
async function bringUp(project) {
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

/** A preview as JSON, also where it fails: the JSON says why. */
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
