import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { firstLine } from "../harness/first-line";
import { installTarball } from "../harness/installed-package";
import { createProject, succeeded, usualStart } from "../harness/project";
import { startSimulator } from "../../provider/simulator/index";
import { settingsFor } from "../harness/simulator-settings";
import { testbed } from "./testbed";

const typeScriptProgram = `import { AppListEntries, getCampaigns, getCampaignsOutput } from "pulumi-app-list";

const blocked = new AppListEntries("blocked", {
  appListId: 4321,
  appBundles: ["com.own.a", { entry: "com.own.b", note: "clickbait" }],
  placementIds: ["1001-a1b2c3"],
  websites: ["own.example"],
});

export const appBundles: import("@pulumi/pulumi").Output<readonly string[]> = blocked.appBundles;
export const placementIds = blocked.placementIds;
export const websites = blocked.websites;
export const list = blocked.name;
export const unmanaged = blocked.unmanaged;
export const campaigns = getCampaigns({ perPage: 2 }).then((all) => all.map(({ name }) => name));
export const sameCampaigns = getCampaignsOutput().apply((all) => all.length);
`;

describe("a TypeScript program", () => {
  it("type-checks, and gets entries as arrays and campaigns from the API", async () => {
    const { project, simulator } = await testbed({
      program: typeScriptProgram,
      language: "typescript",
      holds: ["com.existing.x"],
      campaigns: ["Autumn", "Winter", "Spring"].map((name, index) => ({ id: index + 1, name })),
    });
    succeeded(await project.up());
    const outputs: unknown = JSON.parse(succeeded(await project.pulumi("stack", "output", "--json")).text);
    expect(outputs).toEqual({
      appBundles: ["com.own.a", "com.own.b"],
      placementIds: ["1001-a1b2c3"],
      websites: ["own.example"],
      list: "brand-safety",
      unmanaged: 1,
      campaigns: ["Autumn", "Winter", "Spring"],
      sameCampaigns: 3,
    });
    expect(simulator.list(4321)?.websites).toEqual(["own.example"]);
  });

  it("is refused by the compiler for an argument that does not exist", async () => {
    const { project } = await testbed({
      program: `import { AppListEntries } from "pulumi-app-list";
new AppListEntries("blocked", { appListId: 4321, appBundle: ["com.own.a"] });
`,
      language: "typescript",
    });
    const { code, text } = await project.preview();
    expect(code).not.toBe(0);
    expect(text).toContain("'appBundle' does not exist in type 'AppListEntriesArgs'");
  });
});

describe("several accounts", () => {
  it("manage each its own list with its own credentials", async () => {
    const other = await startSimulator({
      lists: [{ id: 4321, name: "other", appBundles: [] }],
      accounts: [
        { apiKey: "other-key", apiSecret: "other-secret", username: "other@example.com", password: "other password" },
      ],
    });
    onTestFinished(() => other.close());
    const { project, appBundles } = await testbed({
      program: `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("here", { appListId: 4321, appBundles: ["com.own.a"] });
new AppListEntries("there", { appListId: 4321, appBundles: ["com.own.a"], account: "other" });
`,
    });
    project.configure({
      secret: { accounts: JSON.stringify({ other: { ...other.account, baseUrl: other.url } }) },
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
    expect(other.list(4321)?.appBundles).toEqual(["com.own.a"]);
    succeeded(await project.destroy());
    expect(other.list(4321)?.appBundles).toEqual([]);
  });

  it("are set without JSON, key by key, and credentials come from the environment too", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("here", { appListId: 4321, appBundles: ["com.own.a"], account: "eu" });
`,
      isConfigured: false,
    });
    const { plain, secret } = settingsFor(simulator);
    for (const [key, value] of Object.entries({ ...plain, ...secret })) {
      succeeded(await project.pulumi("config", "set", "--path", "--secret", `app-list:accounts.eu.${key}`, value));
    }
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
    succeeded(await project.destroy());

    project.write(
      "index.js",
      `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("here", { appListId: 4321, appBundles: ["com.own.b"] });
`,
    );
    Object.assign(project.environment, {
      APP_LIST_BASE_URL: plain["baseUrl"],
      APP_LIST_USERNAME: plain["username"],
      APP_LIST_API_KEY: secret["apiKey"],
      APP_LIST_API_SECRET: secret["apiSecret"],
      APP_LIST_PASSWORD: secret["password"],
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.b"]);
  });
});

describe("the package from its tarball", () => {
  it("works in a project that knows nothing of this repository", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety", appBundles: [] }] });
    onTestFinished(() => simulator.close());
    const project = await createProject({
      program: `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.own.a"] });
`,
      settings: settingsFor(simulator),
      parent: folder,
    });
    installTarball(project.folder);
    Object.assign(project.environment, usualStart);
    succeeded(await project.up());
    expect(simulator.list(4321)?.appBundles).toEqual(["com.own.a"]);
    succeeded(await project.destroy());
    expect(simulator.list(4321)?.appBundles).toEqual([]);
  });

  it("has commands that work without Pulumi's SDK", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const target = installTarball(folder, "without peers");
    expect(await firstLine(join(target, "dist/bundles/app-list.js"), "--help")).toMatch(/^Usage: app-list/u);
    // The port, when the plugin is ready. It ends with the test, as no engine has started it.
    expect(await firstLine(join(target, "dist/plugin/pulumi-resource-app-list"))).toMatch(/^[1-9][0-9]+$/u);
  });
});
