import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatDay } from "../../provider/list/expiry";
import { defaultAccount, startSimulator } from "../../provider/simulator/index";
import { exampleNames, openExample, unmanaged, type OpenedExample } from "../harness/example";
import { type Printed, root, succeeded } from "../harness/project";

/** The command app-list, as the package installs it. */
const command = join(root, "provider", "dist", "bundles", "app-list.js");

/** The examples that were opened by a test, so that none on disk is forgotten. */
const opened = new Set<string>();

const open: typeof openExample = async (name, ...options) => {
  opened.add(name);
  return openExample(name, ...options);
};

/** Previews without a request, brings the stack up, and finds nothing left to do. */
async function comesUp({ project, simulator, changes }: OpenedExample): Promise<Printed> {
  const preview = succeeded(await project.preview());
  expect(simulator.journal).toEqual([]);
  succeeded(await project.up());
  expect(changes()).not.toEqual([]);
  succeeded(await project.up("--expect-no-changes"));
  expect(simulator.journal).toEqual([]);
  return preview;
}

/** Replaces a text in a file of the project. */
function edit({ project }: OpenedExample, path: string, before: string, after: string): void {
  const content = readFileSync(join(project.folder, path), "utf8");
  expect(content).toContain(before);
  project.write(path, content.replace(before, after));
}

describe("the example quickstart", () => {
  it("adds nothing until its files have entries", async () => {
    const example = await open("quickstart");
    succeeded(await example.project.up());
    expect(example.changes()).toEqual([]);
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
  });

  it("fills a list from the root of the clone, and counts the unmanaged entries", async () => {
    const example = await open("quickstart");
    const lists = "examples/quickstart/lists";
    // The examples in its comments are valid entries.
    for (const file of ["blocked-apps.txt", "blocked-placements.txt"]) {
      const text = readFileSync(join(example.project.folder, lists, file), "utf8");
      example.project.write(`${lists}/${file}`, text.replaceAll(/^# {3}/gmu, ""));
    }
    await comesUp(example);
    expect(example.simulator.list(4321)?.placementIds).toHaveLength(1);
    const outputs: unknown = JSON.parse(succeeded(await example.project.pulumi("stack", "output", "--json")).text);
    expect(outputs).toEqual({ listName: "blocked", blockedApps: 2, unmanagedEntries: 1 });
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
  });
});

describe("the example lists-from-files", () => {
  it("fills one list from a spreadsheet and another from a folder", async () => {
    const example = await open("lists-from-files", [
      { id: 4321, name: "blocked", appBundles: [unmanaged] },
      { id: 4322, name: "allowed" },
    ]);
    const files = ["lists/blocked.csv", "lists/allowed-apps/*.txt"];
    const { stdout } = await promisify(execFile)(process.execPath, [command, "validate", ...files], {
      cwd: example.project.folder,
    });
    expect(stdout).toContain(
      "3 files, 7 app bundles, 2 placement IDs, 2 websites, 3 of unknown kind, 0 errors, 0 warnings",
    );
    await comesUp(example);
    expect(example.simulator.list(4321)).toMatchObject({
      placementIds: ["20418-interstitial7f3a", "31177-banner04de"],
      websites: ["freestreams.example", "newsburst.example"],
    });
    expect(example.simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    expect(example.simulator.list(4322)?.appBundles).toHaveLength(5);

    // An entry that cannot be in a list: the preview names its file and line.
    edit(example, "lists/allowed-apps/news.txt", "com.harbourpost.reader", "com.harbourpost.reader, com.other");
    const { code, text } = await example.project.preview();
    expect(code).not.toBe(0);
    expect(text).toContain("lists/allowed-apps/news.txt:2");
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
    expect(example.entries(4322)).toEqual([]);
  });
});

describe("the example two-accounts", () => {
  it("fills the list of each account with that account's credentials", async () => {
    const europe = await startSimulator({
      lists: [{ id: 8765, name: "blocked-europe" }],
      accounts: [{ ...defaultAccount, username: "ad.ops.europe@example.com", apiKey: "europe-key" }],
    });
    onTestFinished(() => europe.close());
    const example = await open("two-accounts");
    for (const [key, value] of Object.entries({
      baseUrl: europe.url,
      password: defaultAccount.password,
      apiKey: "europe-key",
      apiSecret: defaultAccount.apiSecret,
    })) {
      const path = `app-list:accounts.europe.${key}`;
      succeeded(await example.project.pulumi("config", "set", "--path", "--secret", path, value));
    }
    await comesUp(example);
    expect(example.entries(4321)).toHaveLength(3 + 1);
    expect(europe.list(8765)?.appBundles).toHaveLength(5);
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
    expect(europe.list(8765)?.appBundles).toEqual([]);
  });
});

describe("the example exclusive-list", () => {
  it("removes unmanaged entries, shows that first, and refuses to remove too much at once", async () => {
    const example = await open("exclusive-list", [{ id: 4321, name: "allowed" }]);
    await comesUp(example);
    expect(example.entries(4321)).toHaveLength(9);
    const inDashboard = (...appBundles: readonly string[]): void =>
      example.simulator.edit(4321, { add: { appBundles } });

    inDashboard(unmanaged);
    const drift = succeeded(await example.project.preview("--refresh", "--diff"));
    expect(drift.text).toMatch(/- com\.dashboard\.manual/u);
    succeeded(await example.project.up("--refresh"));
    expect(example.entries(4321)).toHaveLength(9);

    inDashboard("com.dashboard.a", "com.dashboard.b", "com.dashboard.c");
    const refused = await example.project.up("--refresh");
    expect(refused.code).not.toBe(0);
    expect(example.entries(4321)).toHaveLength(12);
    const digest = /APP_LIST_APPROVE=([0-9a-f]{16})/u.exec(refused.text)?.[1];
    example.project.environment["APP_LIST_APPROVE"] = digest;
    succeeded(await example.project.up("--refresh"));
    expect(example.entries(4321)).toHaveLength(9);
  });

  it("refuses to clear a list full of unmanaged entries without an approval", async () => {
    const appBundles = Array.from({ length: 40 }, (_, index) => `com.dashboard.app${index}`);
    const example = await open("exclusive-list", [{ id: 4321, name: "allowed", appBundles }]);
    const { code, text } = await example.project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("APP_LIST_APPROVE=");
    expect(example.entries(4321)).toEqual(expect.arrayContaining(appBundles));
  });
});

describe("the example temporary-blocks", () => {
  const torch = "until 2027-03-31";
  const day = (days: number): string => formatDay(new Date(Date.now() + days * 86_400_000));

  it("leaves out what has ended, and ends a block on the day after its last", async () => {
    const example = await open("temporary-blocks");
    edit(example, "lists/blocked-apps.txt", torch, `until ${day(7)}`);
    const preview = await comesUp(example);
    expect(preview.text).toContain("com.newsburst.daily");
    expect(preview.text).toContain("com.stadiumpulse.scores");
    expect(example.entries(4321)).toEqual(["com.brightflash.torch", unmanaged, "com.luckyreels.slots"]);

    edit(example, "lists/blocked-apps.txt", `until ${day(7)}`, `until ${day(-1)}`);
    expect(succeeded(await example.project.preview("--diff")).text).toMatch(/- com\.brightflash\.torch/u);
    succeeded(await example.project.up());
    expect(example.entries(4321)).toEqual([unmanaged, "com.luckyreels.slots"]);
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
  });
});

describe("the example shared-by-two-teams", () => {
  it("holds the entries of both, and keeps one that moves from one team to the other", async () => {
    const example = await open("shared-by-two-teams");
    await comesUp(example);
    const whole = example.entries(4321);
    expect(whole).toHaveLength(5 + 1);
    edit(example, "lists/brand-safety.txt", "com.nightchat.dating         # dating\n", "");
    edit(example, "lists/fraud.txt", "com.brightflash.torch", "com.nightchat.dating\ncom.brightflash.torch");
    succeeded(await example.project.up());
    expect(example.changes()).toEqual([]);
    expect(example.entries(4321)).toEqual(whole);
    succeeded(await example.project.up("--expect-no-changes"));

    // An entry in both files is refused, with its name and the teams.
    edit(example, "lists/fraud.txt", "com.brightflash.torch", "com.luckyreels.slots\ncom.brightflash.torch");
    const { code, text } = await example.project.preview();
    expect(code).not.toBe(0);
    expect(text).toContain(
      `the app bundle "com.luckyreels.slots" is declared by the resources "brand-safety" and "fraud"`,
    );
    expect(example.changes()).toEqual([]);
    succeeded(await example.project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
  });
});

describe("the example computed-from-another-stack", () => {
  it("puts the other stack's output into the list, next to what people have decided", async () => {
    const example = await open("computed-from-another-stack");
    const { project } = example;
    succeeded(await project.pulumi("--cwd", "signals", "stack", "init", "dev"));
    // The other stack has no such output yet.
    const { code, text } = await project.preview();
    expect(code).not.toBe(0);
    expect(text).toContain("flaggedApps");
    succeeded(await project.pulumi("--cwd", "signals", "up", "--yes", "--skip-preview"));
    await comesUp(example);
    const flagged = ["com.cleanwizard.booster", "com.funnyfaces.camera.HDplus"];
    expect(example.entries(4321)).toEqual(
      ["com.brightflash.torch", ...flagged, unmanaged, "com.luckyreels.slots"].toSorted(),
    );
    succeeded(await project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);

    // What a resource that does not exist yet will give is not known in a preview: here the name of the other stack.
    example.changes();
    edit(
      example,
      "index.ts",
      'StackReference(config.require("signalsStack"))',
      'StackReference("signals", { name: first.unmanaged.apply(() => config.require("signalsStack")) })',
    );
    edit(
      example,
      "index.ts",
      "// The entries that people have decided on.",
      'const first = new AppListEntries("first", { appListId, appBundles: ["com.first.app"] });',
    );
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain("flagged");
    expect(example.changes()).toEqual([]);
    succeeded(await project.up());
    expect(example.entries(4321)).toContain("com.cleanwizard.booster");
  });
});

describe("the example protected-list", () => {
  it("refuses destroy and another list, and does not change the list when the protection is removed", async () => {
    const example = await open("protected-list");
    await comesUp(example);
    const whole = example.entries(4321);
    expect(whole).toHaveLength(3 + 1);
    // Neither another list in its place, nor a destroy.
    succeeded(await example.project.pulumi("config", "set", "appListId", "4322"));
    expect((await example.project.preview()).code).not.toBe(0);
    expect((await example.project.destroy()).code).not.toBe(0);
    succeeded(await example.project.pulumi("state", "unprotect", "--all", "--yes"));
    succeeded(await example.project.destroy());
    expect(example.changes()).toEqual([]);
    expect(example.entries(4321)).toEqual(whole);
  });
});

describe("the example secrets-from-the-environment", () => {
  const { username, password, apiKey, apiSecret } = defaultAccount;
  const credentials = {
    APP_LIST_USERNAME: username,
    APP_LIST_PASSWORD: password,
    APP_LIST_API_KEY: apiKey,
    APP_LIST_API_SECRET: apiSecret,
  };

  it("previews without credentials, leaves none in files and state, and uses those of the day", async () => {
    const example = await open("secrets-from-the-environment", undefined, false);
    const { project } = example;
    succeeded(await project.preview());
    expect((await project.up()).code).not.toBe(0);
    expect(example.changes()).toEqual([]);

    Object.assign(project.environment, credentials);
    await comesUp(example);
    const written = `${await project.readState()}${readFileSync(join(project.folder, "Pulumi.dev.yaml"), "utf8")}`;
    for (const secret of [password, apiKey, apiSecret]) expect(written).not.toContain(secret);
    expect(written).not.toContain("secure:");

    // A refresh and a destroy use the variables of the day.
    const refresh = async (): Promise<Printed> => project.pulumi("refresh", "--yes", "--skip-preview");
    project.environment["APP_LIST_API_KEY"] = "rotated";
    expect((await refresh()).code).not.toBe(0);
    expect((await project.destroy()).code).not.toBe(0);
    Object.assign(project.environment, credentials);
    succeeded(await refresh());
    succeeded(await project.destroy());
    expect(example.entries(4321)).toEqual([unmanaged]);
  });
});

describe("the examples", () => {
  it("are all run here, and each has a README", () => {
    expect([...opened].toSorted()).toEqual(exampleNames);
    for (const name of exampleNames) expect(existsSync(join(root, "examples", name, "README.md"))).toBe(true);
  });
});
