import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dynamicHost, pulumiHosts } from "../harness/hosts";
import { firstLine } from "../harness/first-line";
import { installTarball } from "../harness/installed-package";
import { createProject, failed, succeeded, usualStart } from "../harness/project";
import { startSimulator } from "../../provider/simulator/index";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, ownStackTrace, testbed } from "./testbed";

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
  it("are set without JSON, key by key, and credentials come from the environment too", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: blocked(["com.own.a"], { account: "eu" }),
      isConfigured: false,
    });
    const { plain, secret } = settingsFor(simulator);
    for (const [key, value] of Object.entries({ ...plain, ...secret })) {
      succeeded(await project.pulumi("config", "set", "--path", "--secret", `app-list:accounts.eu.${key}`, value));
    }
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
    succeeded(await project.destroy());

    project.declare(blocked(["com.own.b"]));
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

describe("the package from its tarball", () => {
  it("works in a project that knows nothing of this repository", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-app-list-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety", appBundles: [] }] });
    onTestFinished(() => simulator.close());
    const project = await createProject({
      program: blocked(["com.own.a"]),
      host: dynamicHost,
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
