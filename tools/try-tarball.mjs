// `node tools/try-tarball.mjs TARBALL`: installs the package in an empty project, as a user does, and runs its command and
// a program with each host against the simulator. It needs the package registry and Pulumi on PATH, nothing of this clone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const tarball = resolve(process.argv[2] ?? "");
const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-"));
mkdirSync(join(folder, "state"));

/** @param {string} module  what the program imports */
const programOf = (module) => `const { AppListEntries } = require("${module}");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.example.own", "com.example.shared"] });
`;

const projectFile = `name: tarball
runtime: { name: nodejs, options: { typescript: false } }
plugins: { providers: [{ name: app-list, path: node_modules/.bin }] }
`;

/**
 * Runs a command, while the simulator in this process responds to it.
 *
 * @param {readonly string[]} command  its name, and arguments without spaces: on Windows, npm's commands need a shell
 * @param {Readonly<Record<string, string>>} [environment]
 */
async function run(command, environment = {}) {
  const [name = "", ...commandArguments] = command;
  const child = spawn(name, commandArguments, {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
    env: { ...process.env, ...environment },
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}.`);
}

/**
 * @param {readonly string[]} found
 * @param {readonly string[]} expected
 */
function expectEntries(found, expected) {
  if (found.toSorted().join() === expected.join()) return;
  throw new Error(`The list contains ${found.join(", ") || "nothing"}, and not ${expected.join(", ")}.`);
}

try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  writeFileSync(join(folder, "Pulumi.yaml"), projectFile);
  await run(["npm", "install", "--no-audit", "--no-fund", tarball, "@pulumi/pulumi"]);
  await run(["npx", "--no-install", "app-list", "--help"]);

  /** @type {typeof import("pulumi-app-list/simulator")} */
  const { startSimulator, defaultAccount } = createRequire(join(folder, "package.json"))("pulumi-app-list/simulator");
  const lists = [{ id: 4321, name: "blocked", appBundles: ["com.example.shared"] }];
  const simulator = await startSimulator({ lists });
  const entries = () => simulator.list(4321)?.appBundles ?? [];
  const environment = {
    PULUMI_BACKEND_URL: "file://./state",
    PULUMI_CONFIG_PASSPHRASE: "tarball",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    APP_LIST_BASE_URL: simulator.url,
    APP_LIST_API_KEY: defaultAccount.apiKey,
    APP_LIST_API_SECRET: defaultAccount.apiSecret,
    APP_LIST_USERNAME: defaultAccount.username,
    APP_LIST_PASSWORD: defaultAccount.password,
  };
  await run(["pulumi", "stack", "init", "dev", "--non-interactive"], environment);
  for (const module of ["pulumi-app-list", "pulumi-app-list/plugin"]) {
    writeFileSync(join(folder, "index.js"), programOf(module));
    await run(["pulumi", "up", "--yes", "--skip-preview", "--non-interactive"], environment);
    expectEntries(entries(), ["com.example.own", "com.example.shared"]);
    await run(["pulumi", "preview", "--refresh", "--expect-no-changes", "--non-interactive"], environment);
    await run(["pulumi", "destroy", "--yes", "--skip-preview", "--non-interactive"], environment);
    expectEntries(entries(), ["com.example.shared"]);
  }
  await simulator.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
