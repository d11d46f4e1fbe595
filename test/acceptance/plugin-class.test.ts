import { delimiter } from "node:path";
import { expect, it } from "vitest";
import { readPage, sectionOf } from "../docs/markdown";
import { javaScript, projectFile } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { testbed } from "./testbed";

const typeScriptProgram = `import { Config } from "@pulumi/pulumi";
import { AppListEntries, getAppListOutput, getCampaigns, getCampaignsOutput, Provider } from "pulumi-app-list/plugin";

const config = new Config("app-list");
const provider = new Provider("explicit", {
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
};
const blocked = new AppListEntries("blocked", args, { provider });

export const appBundles: import("@pulumi/pulumi").Output<readonly string[]> = blocked.appBundles;
export const adopted = blocked.adopted.appBundles;
export const unmanaged = blocked.unmanaged;
export const websites = blocked.websites;
export const inList = getAppListOutput({ appListId: blocked.appListId }, { provider }).appBundles;
export const campaigns = getCampaigns({ perPage: 2 }).then((all) => all.map(({ name }) => name));
export const sameCampaigns = getCampaignsOutput().apply((all) => all.length);
`;

it("A TypeScript program manages a list with the class of the plugin, an explicit provider and data functions", async () => {
  const { project, requests, ...bed } = await testbed({
    program: typeScriptProgram,
    language: "typescript",
    holds: ["com.own.a", "com.theirs"],
    campaigns: [{ name: "one" }, { name: "two" }],
  });
  succeeded(await project.up());
  expect(bed.appBundles()).toEqual(["com.own.a", "com.own.b", "com.theirs"]);
  const { text } = succeeded(await project.pulumi("stack", "output", "--json"));
  expect(JSON.parse(text)).toEqual({
    appBundles: ["com.own.a", "com.own.b"],
    adopted: ["com.own.a"],
    unmanaged: 1,
    websites: [],
    inList: ["com.own.a", "com.own.b", "com.theirs"],
    campaigns: ["one", "two"],
    sameCampaigns: 2,
  });
  requests();
  succeeded(await project.preview("--expect-no-changes"));
  // The data functions read the list and the campaigns, and nothing is changed: a probe removes what cannot exist.
  expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
  succeeded(await project.destroy());
  expect(bed.appBundles()).toEqual(["com.own.a", "com.theirs"]);
});

it("Pulumi finds the plugin in the folder that Pulumi.yaml names, and its error without that is on the page", async () => {
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
