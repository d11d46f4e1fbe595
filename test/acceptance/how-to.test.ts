import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  defaultAccount,
  startSimulator,
  type KeyedAccount,
  type SimulatedAccount,
} from "../../provider/simulator/index";
import { environmentFor } from "../cli/terminal";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { argumentsOf, commandsOf } from "../docs/shell";
import { expectOutput } from "../docs/shown-output";
import { bundleFolder } from "../../tools/setup/bundle.mjs";
import { dynamicHost } from "../harness/hosts";
import { useLanguage } from "../harness/language-host";
import { javaScript, projectFile } from "../harness/program";
import { createProject, root, succeeded, withoutTypeChecks, type Project } from "../harness/project";
import { openScene, runAndKill } from "../laws/kills/survive";
import { authority, startProxy } from "./proxy";
import { resultOf } from "./pulumi-output";
import { blocked, testbed } from "./testbed";

/** The blocks of code in a language, of a page or of one of its sections. */
function blocksOf(path: string, language: string, heading?: string): readonly string[] {
  const page = readPage(path);
  const text = heading === undefined ? page.text : sectionOf(page, heading).text;
  const blocks = codeBlocksOf({ path, text }).filter((block) => block.language === language);
  if (blocks.length === 0) throw new Error(`${path} has no ${language} ${heading ?? ""}`);
  return blocks.map(({ code }) => code);
}

/** Runs a script in a folder with the commands of this repository, and returns what it prints. */
async function runScript(
  { folder, commandEnvironment }: Project,
  script: string,
  options: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const environment = { ...commandEnvironment(), ...options.environment };
  const PATH = [environment["PATH"] ?? "", join(root, "node_modules", ".bin")].join(delimiter);
  const { stdout, stderr } = await promisify(execFile)("bash", ["-e", "-c", script], {
    cwd: options.cwd ?? folder,
    env: { ...environment, PATH },
  });
  return stdout + stderr;
}

describe("docs/_index.md and docs/installation-configuration.md", () => {
  const path = "docs/installation-configuration.md";

  it("have commands that install and configure, and one program in two languages", async () => {
    const list = { id: 4321, name: "brand-safety", appBundles: ["com.theirs"] };
    const account: SimulatedAccount = { ...defaultAccount, username: "ad.ops@example.com", lists: [list] };
    const { project, simulator } = await testbed({
      program: "",
      language: "typescript",
      isConfigured: false,
      accounts: [account],
    });
    const proxy = await startProxy(simulator);
    onTestFinished(() => proxy.close());
    Object.assign(project.environment, {
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: authority,
      ...withoutTypeChecks,
    });

    await useLanguage(project, "yaml");
    const [, install = "", installPlugin = "", , configure = "", check = ""] = blocksOf(path, "sh");
    const [, version = ""] = install.split("\n").map((line) => line.replace("npx --no-install ", ""));
    expectOutput({
      page: path,
      command: "npx --no-install app-list --version",
      printed: await runScript(project, version),
    });
    succeeded(await project.pulumi("plugin", "rm", "--all", "--yes"));
    const [, pluginScript = ""] = installPlugin.split("\n");
    const fromBundle = pluginScript.replace(/"\$\(.*\)[^"]*"/u, JSON.stringify(bundleFolder));
    expectOutput({ page: path, command: "pulumi plugin", printed: await runScript(project, fromBundle) });
    await configureAsShown(project, configure, account);
    const printed = await runScript(project, check.replace("npx --no-install ", ""));
    expectOutput({ page: path, command: check, printed });

    const [[program = ""], [yaml = ""]] = [blocksOf("docs/_index.md", "ts"), blocksOf("docs/_index.md", "yaml")];
    project.write("blocked-apps.txt", "com.goldfever.bingo\n");
    project.write("Pulumi.yaml", yaml.replace(/^name: .*$/mu, "name: acceptance"));
    succeeded(await project.up());
    expect(simulator.list(4321, account)).toMatchObject({
      appBundles: ["com.theirs", "com.goldfever.bingo"],
      placementIds: ["20418-rewardedb21c"],
    });
    project.write("Pulumi.yaml", "name: acceptance\nruntime: nodejs\n");
    project.write("index.ts", program);
    simulator.clearJournal();
    expect(succeeded(await project.up()).text).toContain("~ 1 updated");
    expect(simulator.journal).toEqual([]);
  });
});

/** Runs the commands `pulumi config set …` of a page. Those without a value ask for it, which is that of the account. */
async function configureAsShown(project: Project, script: string, account: KeyedAccount): Promise<void> {
  const { password, apiKey, apiSecret } = account;
  const secrets = new Map(Object.entries({ password, apiKey, apiSecret }));
  for (const words of commandsOf(script).map((command) => argumentsOf("pulumi", command) ?? [])) {
    const secret = secrets.get(/\w+$/u.exec(words.at(-1) ?? "")?.[0] ?? "");
    succeeded(await project.pulumi(...words, ...(secret === undefined ? [] : [secret])));
  }
}

describe("docs/how-to/test-programs.md", () => {
  const path = "docs/how-to/test-programs.md";
  const namesOf = (output: string): readonly string[] =>
    Array.from(output.matchAll(/^✔ (.*) \([\d.]+ms\)$/gmu), ([, name = ""]) => name);

  it.each([
    ["the dynamic provider", undefined, ["blocks no app of our own", "limits the removals of every exclusive list"]],
    ["the plugin", "With the plugin", ["exports the app bundles of the list"]],
  ])("has tests that pass, of a program for %s", async (_, heading, names) => {
    const { project } = await testbed({ program: "", isConfigured: false });
    const [[program = ""], [test = ""], [script = ""]] = [
      blocksOf(path, "ts", heading),
      blocksOf(path, "js", heading),
      blocksOf(path, "sh"),
    ];
    project.write("package.json", "{}");
    project.write("blocked-apps.txt", "com.goldfever.bingo\n");
    project.write("index.ts", program);
    project.write("index.test.js", test);
    const printed = await runScript(project, script);
    expect(namesOf(printed)).toEqual(names);
    if (heading === undefined) expectOutput({ page: path, command: script, printed, comparable: namesOf });
  });
});

describe("docs/how-to/test-programs.md", () => {
  const path = "docs/how-to/test-programs.md";

  it("has code that runs in any folder, because of Pulumi.yaml", async () => {
    const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.theirs"] }] });
    onTestFinished(() => simulator.close());
    const project = await createProject({ program: "", name: "brand-safety" });
    onTestFinished(() => project.remove());
    const [[yamlProject = ""], [code = ""], [script = ""]] = [
      blocksOf(path, "yaml"),
      blocksOf(path, "js"),
      blocksOf(path, "sh"),
    ];
    project.write("Pulumi.yaml", yamlProject);
    project.write("deploy.js", code);
    const environment = environmentFor(simulator);
    expectOutput({ page: path, command: script, printed: await runScript(project, script, { environment }) });
    expect(simulator.list(4321)?.appBundles).toEqual(["com.theirs", "com.goldfever.bingo", "com.meetnow.chat"]);

    const elsewhere = { cwd: tmpdir(), environment };
    const sameScript = script.replace("deploy.js", join(project.folder, "deploy.js"));
    expect(await runScript(project, sameScript, elsewhere)).toContain("{ same: 2 }");

    project.write("Pulumi.yaml", projectFile("brand-safety", javaScript));
    project.write("deploy.js", code.replace('"pulumi-app-list"', '"pulumi-app-list/plugin"'));
    expect(await runScript(project, sameScript, elsewhere)).toContain("{ same: 2 }");

    project.write("deploy.js", code);
    rmSync(join(project.folder, "Pulumi.yaml"));
    const [message = ""] = blocksOf(path, "text", "The working directory");
    await expect(runScript(project, sameScript, elsewhere)).rejects.toThrow(message.trim());
  });
});

describe("docs/how-to/operate.md", () => {
  const path = "docs/how-to/operate.md";
  const heading = "Accounts in the configuration";

  it("has a program with two accounts, and the commands that set the second one", async () => {
    const eu: SimulatedAccount = {
      username: "ad.ops.eu@example.com",
      password: "eu password",
      apiKey: "eu-key",
      apiSecret: "eu-secret",
      lists: [{ id: 4321, name: "europe" }],
    };
    const [[program = ""], [script = ""]] = [blocksOf(path, "ts", heading), blocksOf(path, "sh", heading)];
    const bed = await testbed({ program, language: "typescript", accounts: [defaultAccount, eu] });
    const { project, simulator } = bed;
    Object.assign(project.environment, withoutTypeChecks);
    await configureAsShown(project, script, eu);
    const { text } = succeeded(await project.up());
    expectOutput({ page: path, command: "pulumi up", printed: resultOf(text) });
    expect(bed.appBundles()).toEqual(["com.goldfever.bingo", "com.meetnow.chat"]);
    expect(simulator.list(4321, eu)?.appBundles).toEqual(["com.goldfever.bingo"]);
  });
});

describe("docs/how-to/recover.md", () => {
  const page = "docs/how-to/recover.md";

  it("has commands that continue after a kill", async () => {
    const scene = await openScene(dynamicHost);
    onTestFinished(() => scene.close());
    const { driver, simulator } = scene;
    const { project } = driver;
    await runAndKill(scene, { kill: "everything", operation: "create", nth: 3, effect: "after" });
    const [unlock = "", update = "", clear = ""] = blocksOf(page, "sh").map((script) => script.trim());
    const runCommand = async (script: string, ...more: readonly string[]) => {
      const words = commandsOf(script).flatMap((command) => argumentsOf("pulumi", command) ?? []);
      return succeeded(await project.pulumi(...words, ...more)).text;
    };
    expectOutput({ page, command: unlock, printed: await runCommand(unlock) });
    const updated = await runCommand(update, "--yes", "--skip-preview");
    expectOutput({ page, command: update, printed: resultOf(updated) });
    expect(succeeded(await project.up()).text).toContain("1 pending operations");
    expect(simulator.list(4321)?.appBundles).toEqual(["com.existing.x", "com.shared.s", "com.own.a", "com.own.b"]);
    await runCommand(clear, "--skip-preview");
    expect(succeeded(await project.up()).text).not.toContain("pending operations");
  });
});

describe("docs/how-to/operate.md", () => {
  const page = "docs/how-to/operate.md";

  it("has variables with which app-list and Pulumi reach the API through a proxy", async () => {
    const { project, simulator } = await testbed({ program: blocked(["com.a"]) });
    const proxy = await startProxy(simulator);
    onTestFinished(() => proxy.close());
    const scripts = blocksOf(page, "sh").map((script) => script.replace("http://proxy.example.com:3128", proxy.url));
    const [setUpperCase = "", check = "", , setLowerCase = ""] = scripts;
    const environment = {
      ...environmentFor(simulator),
      APP_LIST_BASE_URL: "https://api.example.com",
      NODE_EXTRA_CA_CERTS: authority,
    };
    const printed = await runScript(project, setUpperCase + check.replace("npx --no-install ", ""), { environment });
    expectOutput({ page, command: check, printed });
    expect(new Set(proxy.hosts())).toEqual(new Set(["api.example.com:443"]));

    project.configure({ plain: { baseUrl: environment.APP_LIST_BASE_URL } });
    project.environment["NODE_EXTRA_CA_CERTS"] = authority;
    for (const [script, command] of [
      [setUpperCase, "up"],
      [setLowerCase, "refresh"],
    ] as const) {
      const variables = Array.from(script.matchAll(/^export (\w+)=(.*)$/gmu), ([, name = "", value]) => [name, value]);
      Object.assign(project.environment, Object.fromEntries(variables));
      succeeded(await project.pulumi(command, "--yes", "--skip-preview"));
      expect(new Set(proxy.hosts())).toEqual(new Set(["api.example.com:443"]));
    }
    project.environment["no_proxy"] = undefined;
    const [message = ""] = blocksOf(page, "text", "Lower-case variables");
    expect((await project.preview()).text.replaceAll(/:\d+ through/gu, ":34875 through")).toContain(message.trim());
    expect(proxy.hosts().filter((host) => !host.startsWith("127.0.0.1:"))).toEqual([]);
  });
});
