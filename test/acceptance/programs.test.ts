import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamicHost } from "../harness/hosts";
import { failed, root, succeeded, withTypeScript7 } from "../harness/project";
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
  getCampaigns({ perPage: 2 }).then(({ campaigns: all }) => all.map(({ name }) => name)),
  plugin.getCampaigns({ perPage: 2 }).then(({ campaigns: all }) => all.map(({ name }) => name)),
];
export const numbers = [getCampaignsOutput, plugin.getCampaignsOutput].map((get) => get().campaigns.apply((all) => all.length));
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
});

it("a TypeScript program with TypeScript 7 fails with the message of docs/reference/errors.md", async () => {
  const { project } = await testbed({ language: "typescript", program: typeScriptProgram });
  Object.assign(project.environment, withTypeScript7);
  const page = readFileSync(join(root, "docs", "reference", "errors.md"), "utf8");
  const [, message = "no message"] = /^- \*\*`([^`]+)`\*\* in a program, or/mu.exec(page) ?? [];
  expect(failed(await project.preview()).text).toContain(message);
});

describe("a JavaScript program", () => {
  it("with wrong arguments of a resource, or without any, gives one readable error and changes nothing", async () => {
    const { project, requests } = await testbed({
      host: dynamicHost,
      program: blocked(["com.a,com.b"], { websites: [123456789], appBundle: ["com.a"], removalLimit: "lots" }),
    });
    const { text } = failed(await project.up());
    for (const argument of ["appBundles[0]: ", "websites[0] is", "appBundle is not an argument", "removalLimit: "])
      expect(text).toContain(argument);
    expect(text.slice(text.indexOf("Diagnostics:")).match(/error: /gu)).toHaveLength(1);
    project.write("index.js", `new (require("pulumi-app-list").AppListEntries)("blocked");\n`);
    const withoutArguments = failed(await project.preview());
    expect(withoutArguments.text).toContain("appListId: is missing");
    for (const each of [text, withoutArguments.text]) expect(each).not.toMatch(ownStackTrace);
    expect(requests()).toEqual([]);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("is warned about settings in plain text and unknown ones, and tries a wrong password once", async () => {
    const program = `const { getCampaigns } = require("pulumi-app-list");
exports.campaigns = Promise.all(Array.from({ length: 10 }, () => getCampaigns()));
`;
    const { project, requests } = await testbed({ program });
    const readPath = "/v1/app_list/{id}?key=plain";
    project.configure({ plain: { password: "wrong", readPath, maxEntriesPerRequests: "5" } });
    const { text } = failed(await project.preview());
    expect(text).toContain("The API refused the login of app-list:username (401).");
    expect(requests()).toEqual(["token 401"]);
    expect(text).toContain('"app-list:maxEntriesPerRequests" is not a setting and is ignored.');
    for (const key of ["password", "readPath"])
      expect(text).toContain(`app-list:${key} is in the stack's configuration file as plain text`);
    expect(text).toContain("pulumi config set --secret app-list:password");
    expect(text).not.toContain("app-list:username is in");
  });

  it("is warned once about a setting in plain text by the plugin, which reads the configuration of the stack", async () => {
    const { project } = await testbed({ program: blocked(["com.a"]) });
    project.configure({ plain: { password: "plain" } });
    const { text } = succeeded(await project.preview());
    const warning = "app-list:password is in the stack's configuration file as plain text";
    expect(text.slice(text.indexOf("Diagnostics:")).split(warning)).toHaveLength(2);
    expect(text).not.toContain("app-list:apiKey is in");
  });
});
