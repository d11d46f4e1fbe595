import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dynamicHost, pulumiHosts } from "../harness/hosts";
import { readPage, sectionOf } from "../docs/markdown";
import { firstLine } from "../harness/first-line";
import { installTarball } from "../harness/installed-package";
import { createProject, failed, succeeded, usualStart } from "../harness/project";
import { startSimulator } from "../../provider/simulator/index";
import { javaScript, projectFile } from "../harness/program";
import { temporaryFolder } from "../harness/shared-files";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, listsOf, ownStackTrace, testbed } from "./testbed";

const typeScriptProgram = `import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, getCampaigns, getCampaignsOutput } from "pulumi-app-list";
import * as plugin from "pulumi-app-list/plugin";

const config = new pulumi.Config("app-list");
const provider = new plugin.Provider("explicit", {
  baseUrl: config.require("baseUrl"),
  username: config.require("username"),
  password: config.requireSecret("password"),
  apiKey: config.requireSecret("apiKey"),
  apiSecret: config.requireSecret("apiSecret"),
  timeoutSeconds: 60,
});
const args = {
  appListId: 4321,
  appBundles: ["com.own.a", { entry: "com.own.b", note: "clickbait" }],
  placementIds: ["1001-a1b2c3"],
  websites: ["own.example"],
};
const outputsOf = (blocked: AppListEntries | plugin.AppListEntries) => ({
  appBundles: blocked.appBundles as pulumi.Output<readonly string[]>,
  placementIds: blocked.placementIds,
  websites: blocked.websites,
  list: blocked.name,
  adopted: blocked.adopted.appBundles,
  unmanaged: blocked.unmanaged,
});
const blocked = new plugin.AppListEntries("blocked", { ...args, appListId: 4322 }, { provider });

export const ofDynamic = outputsOf(new AppListEntries("blocked", args));
export const ofPlugin = outputsOf(blocked);
export const inList = plugin.getAppListOutput({ appListId: blocked.appListId }, { provider }).appBundles;
export const campaigns = [
  getCampaigns({ perPage: 2 }).then((all) => all.map(({ name }) => name)),
  plugin.getCampaigns({ perPage: 2 }).then((all) => all.map(({ name }) => name)),
];
export const numbers = [getCampaignsOutput, plugin.getCampaignsOutput].map((get) => get().apply((all) => all.length));
`;

describe("a TypeScript program", () => {
  it("type-checks with the classes of both hosts, and gets entries as arrays and campaigns from the API", async () => {
    const holds = ["com.existing.x", "com.own.a"];
    const names = ["Autumn", "Winter", "Spring"];
    const { project, requests, appBundles } = await testbed({
      program: typeScriptProgram,
      language: "typescript",
      lists: listsOf({ 4321: holds, 4322: holds }),
      campaigns: names.map((name, index) => ({ id: index + 1, name })),
    });
    succeeded(await project.up());
    const own = ["com.own.a", "com.own.b"];
    const entries = { appBundles: own, placementIds: ["1001-a1b2c3"], websites: ["own.example"] };
    const outputs = { ...entries, adopted: ["com.own.a"], unmanaged: 1 };
    expect(JSON.parse(succeeded(await project.pulumi("stack", "output", "--json")).text)).toEqual({
      ofDynamic: { ...outputs, list: "list 4321" },
      ofPlugin: { ...outputs, list: "list 4322" },
      inList: ["com.existing.x", ...own],
      campaigns: [names, names],
      numbers: [3, 3],
    });
    requests();
    succeeded(await project.preview("--expect-no-changes"));
    // The data functions read the list and the campaigns, and nothing is changed: a probe removes what cannot exist.
    expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
    succeeded(await project.destroy());
    expect([appBundles(), appBundles(4322)]).toEqual([holds, holds]);
  });

  it("is refused by the compiler for an argument that does not exist", async () => {
    const { project } = await testbed({
      program: `import { AppListEntries } from "pulumi-app-list";
new AppListEntries("blocked", { appListId: 4321, appBundle: ["com.own.a"] });
`,
      language: "typescript",
    });
    const { text } = failed(await project.preview());
    expect(text).toContain("'appBundle' does not exist in type 'AppListEntriesArgs'");
  });
});

describe("bad input in a program", () => {
  it("in the arguments of a resource, or without any, gives one readable error and changes nothing", async () => {
    const problems = [
      `appBundles[0]: "com.a,com.b" contains a comma`,
      `appBundles[1]: "" is empty`,
      `appBundles[2]: " " has whitespace`,
      String.raw`appBundles[3]: "com.a\u{a}com.b" contains a line break`,
      "websites[0]: 123456789 is neither a string",
      `placementIds[0]: "1001" does not have the form <number>-<token>`,
      "appBundle is not an argument of AppListEntries",
      `removalLimit: "lots" is neither`,
    ];
    const more = { websites: [123456789], placementIds: ["1001"], appBundle: ["com.a"], removalLimit: "lots" };
    const { project, requests } = await testbed({
      host: dynamicHost,
      program: blocked(["com.a,com.b", "", " ", "com.a\ncom.b"], more),
    });
    const { text } = failed(await project.up());
    for (const problem of problems) expect(text).toContain(problem);
    expect(text.slice(text.indexOf("Diagnostics:")).match(/error: /gu)).toHaveLength(1);
    project.write("index.js", `new (require("pulumi-app-list").AppListEntries)("blocked");\n`);
    const withoutArguments = failed(await project.preview());
    expect(withoutArguments.text).toContain("appListId: is missing");
    for (const each of [text, withoutArguments.text]) expect(each).not.toMatch(ownStackTrace);
    expect(requests()).toEqual([]);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("in its files is an error that claims nothing of another resource, which it has begun to change", async () => {
    const failing = [
      [`entriesFromFile("lists/missing.txt")`, "was not found in"],
      [`entriesFromFile("index.js")`, "has an unknown format"],
    ] as const;
    const { project, appBundles } = await testbed({ program: "" });
    for (const [index, [argument, problem]] of failing.entries()) {
      // The second resource depends on the first, so the file is read after that was changed.
      project.write(
        "index.js",
        `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
const first = new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.own.x${index}"], removalLimit: "100%" });
first.urn.apply(() => { ${argument}; });
`,
      );
      const { text } = failed(await project.up());
      expect(text).toContain(problem);
      expect(text).not.toMatch(/nothing (was|is|has)/iu);
      expect(appBundles()).toEqual([`com.own.x${index}`]);
    }
  });
});

describe("the settings of a program", () => {
  it.each(pulumiHosts)(
    "in plain text in the configuration cause a warning with the command that encrypts them, with $name",
    async ({ module }) => {
      const program = `const { AppListEntries } = require("${module}");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.own.a"] });
`;
      const { project, simulator } = await testbed({ program, isConfigured: false });
      const { plain, secret } = settingsFor(simulator);
      project.configure({ plain: { ...plain, ...secret } });
      const preview = succeeded(await project.preview());
      expect(preview.text).toContain("app-list:password is in the stack's configuration file as plain text");
      expect(preview.text).toContain("pulumi config set --secret app-list:password");
      expect(preview.text).not.toContain("app-list:username is in");
    },
  );
});

it("the plugin is found in the folder that Pulumi.yaml names; Pulumi's error is on the page", async () => {
  const { project, requests, ...bed } = await testbed({
    program: `const { AppListEntries } = require("pulumi-app-list/plugin");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.own.a"] });
`,
  });
  const { PATH = "" } = project.commandEnvironment();
  const withoutBins = PATH.split(delimiter).filter((folder) => !folder.endsWith(".bin"));
  // Without the variable, the engine would first try to download the plugin.
  const environment = { PATH: withoutBins.join(delimiter), PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" };
  Object.assign(project.environment, environment);
  project.write("Pulumi.yaml", "name: acceptance\nruntime: {name: nodejs, options: {typescript: false}}\n");
  const { text } = failed(await project.preview());
  const message = "no resource plugin 'pulumi-resource-app-list' found";
  expect(text).toContain(`error: ${message}`);
  expect(sectionOf(readPage("docs/reference/errors.md"), "Messages of Pulumi").text).toContain(`\`${message}\``);
  expect(requests()).toEqual([]);
  // npm installs the packages of a workspace in a folder above.
  project.write("Pulumi.yaml", projectFile("acceptance", javaScript, undefined, "../../../node_modules/.bin"));
  succeeded(await project.up());
  expect(bed.appBundles()).toEqual(["com.own.a"]);
});

it("the package works from its tarball alone, and its commands without Pulumi's SDK", async () => {
  const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety" }] });
  onTestFinished(() => simulator.close());
  const project = await createProject({
    program: blocked(["com.own.a"]),
    host: dynamicHost,
    settings: settingsFor(simulator),
    parent: temporaryFolder(),
  });
  const { target, linkPeers } = installTarball(project.folder);
  expect(await firstLine(join(target, "dist/bundles/app-list.js"), "--help")).toBe("Examples:");
  // The port, when the plugin is ready. It ends with the test, as no engine has started it.
  expect(await firstLine(join(target, "dist/plugin/pulumi-resource-app-list"))).toMatch(/^[1-9][0-9]+$/u);

  linkPeers();
  Object.assign(project.environment, usualStart);
  succeeded(await project.up());
  expect(simulator.list(4321)?.appBundles).toEqual(["com.own.a"]);
  succeeded(await project.destroy());
  expect(simulator.list(4321)?.appBundles).toEqual([]);
});
