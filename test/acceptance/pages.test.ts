import { cpSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { defaultAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { pluginServer } from "../../tools/release/registry-files.mjs";
import { ensureEngine } from "../../tools/engine/ensure-engine.mjs";
import { environmentFor } from "../cli/terminal";
import { commandsByName } from "../docs/command-texts";
import { readPage } from "../docs/markdown";
import { dynamicHost } from "../harness/hosts";
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
import { openPage, runPage, unrunCommands } from "./page-run";
import { authority, startProxy } from "./proxy";
import { blocked } from "./testbed";
import { testTasks } from "./tasks";

/** `pulumi install` asks a public registry for a package without an address: whoever has its name there runs code. */
async function expectNoBareName(project: CreatedProject): Promise<void> {
  expect(readFileSync(join(project.folder, "Pulumi.yaml"), "utf8")).not.toContain("app-list: app-list");
  succeeded(await project.pulumi("install", "--no-plugins"));
}

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
    // The tarball, the plugin for three systems with two processors each, the schema, and the checksums.
    expect(release.files.size).toBe(9);
    await run("Installation", "mkdir", { values: { "PATH-OF-THE-TARBALL": release.tarball }, isInstalled });
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

testTasks("pages.txt");

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
  /^docs\/(?:tutorial|how-to\/(?:follow-a-source|other-ci|pipelines))\.md/u,
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
