import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { defaultAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { pluginServer } from "../../tools/release/registry-files.mjs";
import { ensureEngine } from "../../tools/engine/ensure-engine.mjs";
import { environmentFor } from "../cli/terminal";
import { commandsByName } from "../docs/command-texts";
import { readPage } from "../docs/markdown";
import { dynamicHost } from "../harness/hosts";
import { javaScript, projectFile } from "../harness/program";
import {
  failed,
  pathWithoutPlugin,
  root,
  succeeded,
  usualStart,
  withoutTypeChecks,
  type CreatedProject,
  type Printed,
} from "../harness/project";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { commitList, gitIn } from "./git";
import { openPage, runPage, unrunCommands } from "./page-run";
import { authority, startProxy } from "./proxy";
import { blocked, startInPlace } from "./testbed";

/** `pulumi install` asks a public registry for a package without an address: whoever has its name there runs code. */
async function expectNoBareName(project: CreatedProject): Promise<void> {
  expect(readFileSync(join(project.folder, "Pulumi.yaml"), "utf8")).not.toContain("app-list: app-list");
  succeeded(await project.pulumi("install", "--no-plugins"));
}

const dashboard = [
  {
    id: 4321,
    name: "brand-safety",
    appBundles: ["com.goldfever.bingo", "com.meetnow.chat"],
    websites: ["casino.example"],
    hasAssociatedCampaigns: true,
  },
  { id: 4322, name: "gambling", appBundles: ["com.goldfever.keno", "com.luckyreels.slots"] },
];

describe("README.md and docs/installation.md", () => {
  const path = "docs/installation.md";

  it("have commands that install and configure, and one program in two languages", async () => {
    const list = { id: 4321, name: "brand-safety", appBundles: ["com.theirs"] };
    const account: SimulatedAccount = { ...defaultAccount, username: "ad.ops@example.com", lists: [list] };
    const options = { program: {}, isConfigured: false, accounts: [account], parent: temporaryFolder() };
    const { project, simulator, run } = await openPage(path, options);
    const proxy = await startProxy(simulator);
    const release = await serveRelease();
    Object.assign(project.environment, release.environment, { HTTPS_PROXY: proxy.url, NO_PROXY: "127.0.0.1" });
    const PATH = pathWithoutPlugin(project);
    Object.assign(project.environment, { PATH });
    const isInstalled = true;
    const program = runPage("README.md", project).block("A list as code", "yaml");
    /** Expects the command that lies beside the plugin in a message of it. */
    const expectCommand = async (command: string): Promise<void> => {
      const before = readFileSync(join(project.folder, "Pulumi.yaml"), "utf8");
      project.write(
        "Pulumi.yaml",
        before.replace("appListId: 4321", "$&\n      exclusive: true\n      removalLimit: 9"),
      );
      expect(succeeded(await project.preview()).text).toContain(`of a kind: ${command} diff --stack dev 4321 FILE`);
      project.write("Pulumi.yaml", before);
    };
    const expectMessage = ({ text }: Printed, message: string): void => {
      expect(text.replaceAll(/\s+/gu, " ")).toContain(message);
      expect(readPage("docs/reference/errors.md").text).toContain(`**\`${message}\`**`);
    };

    project.write("lists/blocked-apps.txt", "com.goldfever.bingo\n");
    project.write("Pulumi.yaml", program);
    expectMessage(failed(await project.preview()), "parsing plugin options for 'app-list': no folder at path");
    const tarball = join(temporaryFolder(), `pulumi-app-list-${version}.tgz`);
    writeFileSync(tarball, release.files.get(basename(tarball)) ?? "");
    // The tarball, the plugin for three systems with two processors each, the schema, and the checksums.
    expect(release.files.size).toBe(9);
    await run("Installation", "mkdir", { values: { "PATH-OF-THE-TARBALL": tarball }, isInstalled });
    rmSync(join(project.folder, "node_modules"), { recursive: true });
    await run("Installation", "npm ci", { isInstalled });
    const { password, apiKey, apiSecret } = defaultAccount;
    await run("Configuration", "pulumi config", { secrets: { password, apiKey, apiSecret } });
    await run("Configuration", "npx", { isInstalled });
    project.environment["PATH"] = await ensureEngine();
    expectMessage(failed(await project.preview()), "pulumi-resource-app-list exited prematurely");
    project.environment["PATH"] = PATH;
    await run("YAML, Python and Go", "pulumi package add", { isInstalled });
    await expectNoBareName(project);
    await expectCommand("npx --no-install app-list");
    expect(succeeded(await project.up()).text).not.toContain("warning");
    const appBundles = ["com.theirs", "com.goldfever.bingo"];
    expect(simulator.list(4321, account)).toMatchObject({ appBundles });

    rmSync(join(project.folder, "node_modules"), { recursive: true });
    project.write("Pulumi.yaml", program.replace(/^plugins: .*\n/mu, ""));
    project.environment["PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION"] = "true";
    expectMessage(failed(await project.preview()), "no resource plugin 'pulumi-resource-app-list' found");
    const [, checksum = ""] = /^(\w+) {2}pulumi-resource/mu.exec(String(release.files.get("SHA256SUMS"))) ?? [];
    const released = { "URL-OF-THE-RELEASE": release.url, CHECKSUM: checksum };
    await run("Without npm", "pulumi plugin install", { values: released, isInstalled });
    await expectCommand("app-list");
    // The address as it is in the schema of a release, at another host.
    const server = pluginServer("https://github.com/ad-ops/pulumi-app-list").replace(
      "api.github.com",
      new URL(release.url).host,
    );
    const reinstall = async (sum: string): Promise<Printed> => {
      const words = ["app-list", version, "--reinstall", "--server", server, "--checksum", sum];
      return project.pulumi("plugin", "install", "resource", ...words);
    };
    succeeded(await reinstall(checksum));
    expectMessage(failed(await reinstall("0".repeat(64))), "invalid checksum");
    simulator.clearJournal();
    expect(succeeded(await project.up("--expect-no-changes")).text).not.toContain("warning");
    succeeded(await project.pulumi("package", "add", `app-list@${version}`, "--server", server));
    await expectNoBareName(project);
    await run("Without npm", "pulumi plugin rm", { isInstalled });
    await run("Without get.pulumi.com", "npm run", { folder: root });

    symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
    Object.assign(project.environment, usualStart, withoutTypeChecks);
    project.write("Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
    project.write("index.ts", runPage("README.md", project).block("A list as code", "ts"));
    expect(succeeded(await project.up()).text).toContain("~ 1 updated");
    expect(simulator.journal).toEqual([]);
  });

  it("has variables with which app-list and Pulumi reach the API through a proxy", async () => {
    const { project, simulator, run, block } = await openPage(path, { program: blocked(["com.a"]), host: dynamicHost });
    const proxy = await startProxy(simulator);
    const heading = "Run behind a proxy";
    const baseUrl = "https://api.example.com";
    project.configure({ plain: { baseUrl } });
    Object.assign(project.environment, environmentFor(simulator), { APP_LIST_BASE_URL: baseUrl });
    project.environment["NODE_EXTRA_CA_CERTS"] = authority;
    const shown = "http://proxy.example.com:3128";
    await run(heading, "export HTTPS_PROXY", { values: { [shown]: proxy.url } });
    for (const number of [0, 1]) {
      for (const [, name = "", value = ""] of block(heading, "sh", number).matchAll(/^export (\w+)=(.*)$/gmu)) {
        project.environment[name] = value.replace(shown, proxy.url);
      }
    }
    succeeded(await project.up());
    succeeded(await project.refresh());
    expect(new Set(proxy.hosts())).toEqual(new Set(["api.example.com:443"]));
    project.environment["no_proxy"] = undefined;
    const { text } = failed(await project.preview());
    expect(text.replaceAll(/:\d+ through/gu, ":34875 through")).toContain(block(heading, "text").trim());
    expect(proxy.hosts().filter((host) => !host.startsWith("127.0.0.1:"))).toEqual([]);
  });
});

describe("docs/how-to/credentials.md", () => {
  const path = "docs/how-to/credentials.md";

  it("has a YAML program with all forms of entries, whose credentials are rotated as described", async () => {
    const { project, simulator, run, block } = await openPage(path);
    const program = runPage("docs/installation.md", project).block("YAML, Python and Go", "yaml");
    // The plugin of this clone.
    project.write("Pulumi.yaml", program.replace("path: node_modules", `path: ${root}/node_modules`));
    project.write("lists/blocked-apps.txt", "# Agreed.\ncom.b # gambling\ncom.a\n");
    succeeded(await project.up());
    const list = simulator.list(4321);
    expect(list).toMatchObject({ appBundles: ["com.a", "com.b"], websites: ["casino.example", "dating.example"] });

    const heading = "Rotate credentials";
    const rotated = { ...defaultAccount, password: "rotated password" };
    const after = await startInPlace(simulator, { lists: list === undefined ? [] : [list], accounts: [rotated] });
    await run(heading, "pulumi config", { secrets: { password: rotated.password } });
    await run(heading, "npx");
    const refused = await run(heading, "pulumi refresh", { exitCode: "failure" });
    expect(refused).toContain(block(heading, "text", 1).trim().replaceAll("\n", " "));
    succeeded(await project.refresh("--run-program"));

    after.clearJournal();
    await run(heading, "pulumi up");
    expect(after.journal).toEqual([]);
    await run(heading, "pulumi refresh");
    await run(heading, "pulumi destroy");
    expect(after.list(4321)).toMatchObject({ appBundles: [], websites: [] });
  });

  it("has a program with two accounts, and the commands that set the second one", async () => {
    const secrets = { password: "eu password", apiKey: "eu-key", apiSecret: "eu-secret" };
    const lists = [{ id: 8765, name: "europe" }];
    const eu: SimulatedAccount = { username: "ad.ops.eu@example.com", ...secrets, lists };
    const bed = await openPage(path, { program: "", language: "typescript", accounts: [defaultAccount, eu] });
    const heading = "Accounts in the configuration";
    bed.project.write("index.ts", bed.block(heading, "ts"));
    await bed.run(heading, "pulumi config", { secrets });
    await bed.run(heading, "pulumi up");
    expect(bed.appBundles()).toEqual(["com.goldfever.bingo", "com.meetnow.chat"]);
    expect(bed.simulator.list(8765, eu)?.appBundles).toEqual(["com.goldfever.bingo"]);
  });
});

it("docs/how-to/report.md has commands that report a change in each format, over its limit, and its shares", async () => {
  const bundles = Array.from({ length: 12 }, (_, index) => `com.own.x${index}`);
  const { project, requests, run } = await openPage("docs/how-to/report.md", { program: blocked(bundles) });
  const read = (name: string) => readFileSync(join(project.folder, name), "utf8");
  succeeded(await project.up());
  requests();
  project.declare(blocked([...bundles, "com.own.new"]));
  const heading = "Write a report";
  await run(heading, "pulumi preview");
  expect(await run(heading, "npx", { exitCode: 2 })).toContain("+ com.own.new");
  for (const [index, name] of ["comment.md", "report.html", "report.json"].entries()) {
    await run(heading, "npx", { number: index + 1, exitCode: 2 });
    expect(read(name)).toContain("com.own.new");
  }

  project.declare(blocked([]));
  await run(heading, "pulumi preview", { exitCode: "failure" });
  await run(heading, "npx", { exitCode: 1 });
  const shown = await run("Show a change that is over its limit", "", { exitCode: 1 });
  for (const bundle of bundles) expect(shown).toContain(`- ${bundle}\n`);
  expect(requests()).toEqual([]);

  project.declare(blocked([...bundles, "com.b", "com.new"]));
  const rows = (share: number) =>
    `date,bundle,impressions\n2026-10-24,com.b,${share}\n2026-11-22,com.other,${100 - share}\n`;
  project.write("last-30-days.csv", rows(19));
  const allowed = await run("See what a change does to delivery", "pulumi preview", { exitCode: 2 });
  const shares = "of the impressions in last-30-days.csv (24 Oct – 22 Nov)";
  expect(allowed).toContain(`adds entries with 19% ${shares}; 1 of 2 entries are not in the file\n`);
  project.write("last-30-days.csv", rows(21));
  const refused = await run("See what a change does to delivery", "pulumi preview", { exitCode: 1 });
  expect(refused).toContain("more than --max-delivery 20%: the change adds entries with 21% of the impressions");
  expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
});

describe("docs/how-to/test-programs.md", () => {
  const path = "docs/how-to/test-programs.md";

  it("has tests that pass, of a program for the dynamic provider", async () => {
    const heading = "Unit test a program";
    const { project, run, block } = await openPage(path, { program: "", isConfigured: false });
    project.write("package.json", "{}");
    project.write("lists/blocked-apps.txt", "com.goldfever.bingo\n");
    project.write("index.ts", block(heading, "ts"));
    project.write("index.test.js", block(heading, "js"));
    const passed = (text: string) => Array.from(text.matchAll(/^ *✔ (.*) \([\d.]+ms\)$/gmu), ([, name]) => name);
    expect(passed(await run(heading, "node --test", { comparable: passed }))).toHaveLength(2);
  });

  it("has code that runs in any folder, because of Pulumi.yaml", async () => {
    const heading = "Run a program with the Automation API";
    const { project, simulator, run, block } = await openPage(path, { program: "", holds: ["com.theirs"] });
    const withoutPlugin = block(heading, "yaml");
    const code = block(heading, "js");
    project.write("Pulumi.yaml", withoutPlugin);
    project.write("deploy.js", code);
    const environment = environmentFor(simulator);
    await run(heading, "node deploy.js", { environment });
    expect(simulator.list(4321)?.appBundles).toEqual(["com.theirs", "com.goldfever.bingo", "com.meetnow.chat"]);

    const values = { "deploy.js": join(project.folder, "deploy.js"), "{ create: 2 }": "{ same: 2 }" };
    const elsewhere = { environment, folder: tmpdir(), values };
    await run(heading, "node deploy.js", elsewhere);
    project.write("Pulumi.yaml", projectFile("brand-safety", javaScript));
    project.write("deploy.js", code.replace('"pulumi-app-list"', '"pulumi-app-list/plugin"'));
    await run(heading, "node deploy.js", elsewhere);

    project.write("deploy.js", code);
    rmSync(join(project.folder, "Pulumi.yaml"));
    await expect(run(heading, "node deploy.js", elsewhere)).rejects.toThrow(block(heading, "text", 1).trim());
  });
});

describe("docs/how-to/migrate.md", { timeout: 120_000 }, () => {
  const path = "docs/how-to/migrate.md";

  it("takes lists from the dashboard into a project, without a change of the lists", async () => {
    const program = 'import * as pulumi from "@pulumi/pulumi"; // The last line has no line break.';
    const bed = await openPage(path, { program, language: "typescript", lists: dashboard });
    const { project, simulator, requests, run, block } = bed;
    project.write("Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
    const before = dashboard.map(({ id }) => simulator.list(id));
    const heading = "From the dashboard";
    const pulled = () => readFileSync(join(project.folder, "index.ts"), "utf8");
    const missing = { values: { "4321 4322": "4321 9999" }, exitCode: "failure", comparable: () => undefined } as const;
    await run(heading, "printf", missing);
    expect(pulled()).toBe(`${program}\n`);
    await run(heading, "printf");
    expect(pulled()).toBe(`${program}\n\n${block(heading, "ts")}`);
    requests();
    await run(heading, "pulumi up");
    expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
    expect(dashboard.map(({ id }) => simulator.list(id))).toEqual(before);

    simulator.edit(4322, { add: { appBundles: ["com.spinpalace.roulette"] } });
    await run("Pull again", "npx --no-install app-list pull 4322 --stack dev > /dev/null");
    simulator.edit(4322, { remove: { appBundles: ["com.goldfever.keno"] } });
    await run("Pull again", "npx --no-install app-list pull 4322 --stack dev\n", { exitCode: 1 });
    expect(readFileSync(join(project.folder, "app-list-4322", "app-bundles.txt"), "utf8")).toBe(
      "com.goldfever.keno\ncom.luckyreels.slots\ncom.spinpalace.roulette\n",
    );
  });

  it("takes a spreadsheet into a list, and then a change", async () => {
    const heading = "From spreadsheets";
    const holds = ["com.goldfever.bingo", "com.unmanaged.a"];
    const bed = await openPage(path, { program: "", language: "typescript", holds });
    const { project, simulator, run, block } = bed;
    project.write("clients.csv", block(heading, "text"));
    await run(heading, "npx --no-install app-list convert");
    expect(readFileSync(join(project.folder, "blocked.txt"), "utf8").split("\n")).toContain(
      "com.meetnow.chat  # dating, until 2999-12-31",
    );
    project.write("index.ts", block(heading, "ts"));
    const table = block(heading, "csv");
    project.write("blocked.csv", table);
    await run(heading, "npx --no-install app-list validate");
    await run(heading, "npx --no-install app-list diff", { exitCode: 2 });
    await run(heading, "pulumi up");
    expect(simulator.list(4321)).toMatchObject({
      appBundles: ["com.goldfever.bingo", "com.unmanaged.a", "com.goldfever.keno", "com.meetnow.chat"],
      placementIds: ["20418-rewardedb21c"],
      websites: ["casino.example"],
    });

    const added = "com.luckyreels.slots,,,Ana,gambling,";
    project.write("blocked.csv", `${table.replace(/^com\.goldfever\.keno.*\n/mu, "")}${added}\n`);
    await run(heading, "pulumi up");
    const after = ["com.goldfever.bingo", "com.luckyreels.slots", "com.meetnow.chat", "com.unmanaged.a"];
    expect(bed.appBundles()).toEqual(after);
  });
});

it("docs/reference/resource.md has the code that an import prints", async () => {
  const holds = ["com.goldfever.bingo", "com.meetnow.chat"];
  const { run, block } = await openPage("docs/reference/resource.md", { holds });
  expect(await run("Import", "pulumi import")).toContain(block("Import", "yaml").trimEnd());
});

it("docs/versions.md describes an upgrade of the plugin without a change, and the way back", async () => {
  const options = { program: blocked(["com.a", "com.theirs"]), holds: ["com.theirs"] };
  const { project, requests, state, run, block } = await openPage("docs/versions.md", options);
  succeeded(await project.up());
  const { outputs } = await state();
  const exported = succeeded(await project.pulumi("stack", "export")).text;
  const importState = async (text: string): Promise<void> => {
    writeFileSync(join(project.folder, "state.json"), text);
    succeeded(await project.pulumi("stack", "import", "--file", "state.json"));
  };
  // As an earlier version wrote it.
  await importState(exported.replaceAll(version, "0.0.9").replaceAll("0_1_0", "0_0_9"));
  requests();
  for (const command of ["pulumi stack export", "pulumi preview", "pulumi up"]) {
    await run("Upgrade", command);
  }
  expect(requests()).toEqual([]);
  expect((await state()).outputs).toEqual(outputs);
  expect(await project.readState()).not.toContain("0.0.9");

  // As a later version would write it.
  await importState(exported.replaceAll('"stateVersion": 2', '"stateVersion": 3'));
  const refused = await run("Go back", "pulumi preview", { exitCode: "failure" });
  expect(refused).toContain(block("Go back", "text").trim().replaceAll("\n", " "));
  expect(requests()).toEqual([]);
  await run("Go back", "pulumi stack import");
  await run("Go back", "pulumi up");
  expect((await state()).outputs).toEqual(outputs);
});

it("docs/how-to/approve-a-large-change.md shows the error, the way back, the approval and the limits", async () => {
  const path = "docs/how-to/approve-a-large-change.md";
  const { project, appBundles, run, block } = await openPage(path);
  const git = gitIn(project);
  const program = runPage("README.md", project)
    .block("A list as code", "yaml")
    .replace("node_modules/.bin", join(root, "node_modules", ".bin"));
  const [removalLimit = "", additionLimit = ""] = block("Raise the limit", "yaml").trim().split("\n");
  const withLimits = (...limits: readonly string[]): void =>
    project.write("Pulumi.yaml", program + limits.map((limit) => `      ${limit}\n`).join(""));
  const lines = Array.from({ length: 12 }, (_, index) => `com.example.app${index + 1}\n`);
  const keep = (count: number): void => project.write("lists/blocked-apps.txt", lines.slice(0, count).join(""));
  const approve = async (error: string): Promise<void> => {
    const [digest = ""] = /(?<=APP_LIST_APPROVE=)[0-9a-f]{16}/u.exec(error) ?? [];
    await run("Approve this change", "APP_LIST_APPROVE", { values: { "0123456789abcdef": digest } });
  };
  withLimits(additionLimit);
  keep(12);
  commitList(git, "Declare the list");
  succeeded(await project.up());

  keep(6);
  commitList(git, "Drop entries");
  const error = await run("The error", "pulumi preview", { exitCode: "failure" });
  failed(await project.up());
  await run("The error", "git restore");
  succeeded(await project.up("--expect-no-changes"));
  expect(appBundles()).toHaveLength(12);
  keep(6);
  await approve(error);
  expect(appBundles()).toHaveLength(6);

  keep(12);
  await approve(failed(await project.preview()).text);
  expect(appBundles()).toHaveLength(12);
  keep(5);
  withLimits(removalLimit, additionLimit);
  succeeded(await project.up());
  expect(appBundles()).toHaveLength(5);
});

it("docs/how-to/exclusive-lists.md shows what goes, and removes it once it is approved", async () => {
  const fromFile = { "fn::readFile": "lists/blocked-apps.txt" };
  const holds = ["com.theirs.a", "com.theirs.b"];
  const { project, appBundles, run } = await openPage("docs/how-to/exclusive-lists.md", {
    program: blocked(fromFile),
    holds,
  });
  project.write("lists/blocked-apps.txt", "com.own.a\n");
  succeeded(await project.up());
  const heading = "Make a list exclusive";
  const shown = await run(heading, "npx", { exitCode: 2 });
  for (const entry of holds) expect(shown).toContain(`undeclared  ${entry}`);
  const [digest = ""] = /\b[0-9a-f]{16}\b/u.exec(shown) ?? [];
  project.declare(blocked(fromFile, { exclusive: true }));
  expect(failed(await project.up()).text).toContain(`APP_LIST_APPROVE=${digest} `);
  expect(appBundles()).toEqual(["com.own.a", ...holds]);
  const applied = await run(heading, "APP_LIST_APPROVE", { values: { "0123456789abcdef": digest } });
  expect(applied).toContain("removed 2 app bundles");
  expect(appBundles()).toEqual(["com.own.a"]);
});

it("docs/how-to/many-lists.md has a program and commands for a stack of a client", async () => {
  const bed = await openPage("docs/how-to/many-lists.md", { program: "", language: "typescript" });
  const { project, run, block } = bed;
  const heading = "Twelve stacks";
  project.write("index.ts", block(heading, "ts"));
  project.write("lists/all-clients.txt", "com.goldfever.bingo\n");
  project.write("lists/client-a/apps.txt", "com.meetnow.chat\n");
  await run(heading, "pulumi stack init", { values: { "init client-a": "init client-a --copy-config-from dev" } });
  succeeded(await project.pulumi("up", "--yes", "--skip-preview", "--stack", "client-a"));
  expect(bed.appBundles()).toEqual(["com.goldfever.bingo", "com.meetnow.chat"]);
});

it("docs/reference/errors.md shows the requests of an up", async () => {
  const program = blocked(["com.a", "com.b"], { websites: ["a.example"] });
  const { run, requests } = await openPage("docs/reference/errors.md", { program, host: dynamicHost });
  const comparable = (text: string) => text.match(/^ *app-list: .*$/gmu)?.map((line) => line.replace(/\d+ ms/u, ""));
  await run("Show the requests", "APP_LIST_LOG", { comparable });
  expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
});

describe("docs/reference/cli.md and docs/reference/json.md", () => {
  const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("blocked-apps.txt") });
`;
  const file = `# Agreed with brand safety.
com.goldfever.bingo   # gambling
com.goldfever.keno    # gambling
com.luckyreels.poker  # gambling
com.meetnow.chat      # dating
`;

  it("show what each command prints", async () => {
    const { project, simulator, run } = await openPage("docs/reference/cli.md", {
      program,
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.puzzlefox.saga"], hasAssociatedCampaigns: true }],
      campaigns: [
        { id: 71, name: "Spring", status: "active" },
        { id: 72, name: "Summer", status: "paused" },
      ],
    });
    project.write("blocked-apps.txt", file);
    succeeded(await project.up());
    cpSync(join(root, "test/cli/workbook.xlsx"), join(project.folder, "blocked.xlsx"));
    project.write("blocked-apps.txt", file.replace(/^.*keno.*$/mu, "com.luckyreels.slots  # gambling"));
    // In a project that declares nothing yet.
    project.write("new/Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
    const environment = environmentFor(simulator);
    const exitCodes: Readonly<Record<string, number>> = { report: 2, diff: 2 };
    const values = { "https://api.example.com": simulator.url };
    for (const name of commandsByName.keys()) {
      // A simulator runs until it is stopped.
      if (name === "simulate") continue;
      const folder = name === "pull" ? join(project.folder, "new") : project.folder;
      await run(`\`app-list ${name}\``, "", { environment, folder, exitCode: exitCodes[name] ?? 0, values });
    }
    await run("The command app-list");
    await runPage("docs/reference/files.md", project).run("Workbooks");
    // Documents are equal however they are indented.
    const comparable = (text: string): unknown => JSON.parse(/\{.*\}/su.exec(text)?.[0] ?? "");
    await runPage("docs/reference/json.md", project).run("JSON output", "", { environment, exitCode: 1, comparable });
    expect(unrunCommands("docs/reference/{cli,files,json}.md")).toEqual([expect.stringContaining("app-list simulate")]);
  });
});

/** The commands of pages that no test above runs, by the start of their first line. */
const ranElsewhere = [
  // Other tests follow these pages.
  /^docs\/(?:tutorial|how-to\/(?:common-tasks|follow-a-source|other-ci|pipelines))\.md/u,
  // test/acceptance/something-went-wrong.test.ts runs these.
  /^docs\/how-to\/when-something-went-wrong\.md: (?:pulumi (?:cancel|up --refresh|refresh --yes)|npx .* doctor .*--list)/u,
  // The test of the README runs these, and a test above sets these variables.
  /: export (?:PULUMI_CONFIG_PASSPHRASE|https_proxy)/u,
  // It needs the packages of Pulumi's policies.
  /^docs\/how-to\/test-programs\.md: pulumi preview --policy-pack/u,
  // It needs a GitLab.
  /^docs\/how-to\/special-pipelines\.md: curl/u,
  // They need an account of AWS or of Pulumi.
  /^docs\/how-to\/credentials\.md: pulumi login/u,
  // A test above installs the package in the same way.
  /^docs\/versions\.md: rm/u,
  // It runs until it is stopped; the tutorial has one like it.
  /^docs\/reference\/cli\.md: app-list simulate/u,
  // It needs an archive of Pulumi.
  /^docs\/installation\.md: tar/u,
  // It needs Terraform.
  /^docs\/how-to\/migrate\.md: terraform/u,
];

it("the tests above run each command of the pages, but for those with a reason", () => {
  const places = unrunCommands("docs/**/*.md");
  expect(places.filter((place) => !ranElsewhere.some((pattern) => pattern.test(place)))).toEqual([]);
  expect(ranElsewhere.filter((pattern) => !places.some((place) => pattern.test(place)))).toEqual([]);
});
