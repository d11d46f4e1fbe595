import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { formatDay } from "../../provider/list/expiry";
import { defaultAccount } from "../../provider/simulator/index";
import { exampleNames, languageExampleNames, openExample, unmanaged } from "../harness/example";
import { failed, type Printed, root, succeeded } from "../harness/project";
import { simulatorForTest } from "../simulator/simulators";

/** The command app-list, as the package installs it. */
const command = join(root, "provider", "dist", "bundles", "app-list.js");

/** The examples that were opened by a test, so that none on disk is forgotten. */
const opened = new Set<string>();

/** A stack of an example. `comeUp` previews without a request, brings it up, and finds nothing left to do. */
async function open(...[name, ...options]: Parameters<typeof openExample>) {
  opened.add(name);
  const example = await openExample(name, ...options);
  const { project, simulator } = example;
  /** Replaces a text in a file of the project. */
  const edit = (path: string, before: string, after: string): void => {
    const content = readFileSync(join(project.folder, path), "utf8");
    expect(content).toContain(before);
    project.write(path, content.replace(before, after));
  };
  const comeUp = async (): Promise<Printed> => {
    const preview = succeeded(await project.preview());
    expect(simulator.journal).toEqual([]);
    succeeded(await project.up());
    expect(example.changes()).not.toEqual([]);
    succeeded(await project.up("--expect-no-changes"));
    expect(simulator.journal).toEqual([]);
    return preview;
  };
  const destroy = async (): Promise<void> => {
    succeeded(await project.destroy());
    expect(example.entries()).toEqual([unmanaged]);
  };
  return { ...example, edit, comeUp, destroy };
}

it("the example lists-from-files fills one list from a spreadsheet and another from a folder", async () => {
  const { project, simulator, edit, comeUp, destroy } = await open("lists-from-files", [
    { id: 4321, name: "blocked", appBundles: [unmanaged] },
    { id: 4322, name: "allowed" },
  ]);
  const words = [command, "validate", "lists/blocked.csv", "lists/allowed-apps/*.txt"];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: project.folder });
  expect(stdout).toContain("3 files, 10 app bundles, 2 placement IDs, 2 websites, 0 errors, 0 warnings");
  await comeUp();
  expect(simulator.list(4321)).toMatchObject({
    placementIds: ["20418-interstitial7f3a", "31177-banner04de"],
    websites: ["freestreams.example", "newsburst.example"],
  });
  const sizes = [4321, 4322].map((id) => simulator.list(id)?.appBundles.length);
  expect(sizes).toEqual([5 + 1, 5]);

  // An entry that cannot be in a list: the preview names its file and line.
  edit("lists/allowed-apps/news.txt", "com.harbourpost.reader", "com.harbourpost.reader, com.other");
  expect(failed(await project.preview()).text).toContain("lists/allowed-apps/news.txt:2");
  await destroy();
  expect(simulator.list(4322)?.appBundles).toEqual([]);
});

it("the example two-accounts fills the list of each account with that account's credentials", async () => {
  const europe = await simulatorForTest({
    lists: [{ id: 8765, name: "blocked-europe" }],
    accounts: [{ ...defaultAccount, username: "ad.ops.europe@example.com", apiKey: "europe-key" }],
  });
  const { project, entries, comeUp, destroy } = await open("two-accounts");
  const { password, apiSecret } = defaultAccount;
  for (const [key, value] of Object.entries({ baseUrl: europe.url, password, apiKey: "europe-key", apiSecret })) {
    const path = `app-list:accounts.europe.${key}`;
    succeeded(await project.pulumi("config", "set", "--path", "--secret", path, value));
  }
  await comeUp();
  expect(entries()).toHaveLength(3 + 1);
  expect(europe.list(8765)?.appBundles).toHaveLength(5);
  await destroy();
  expect(europe.list(8765)?.appBundles).toEqual([]);
});

it("the example exclusive-list shows and removes unmanaged entries, but not too many at once", async () => {
  const { project, simulator, entries, comeUp } = await open("exclusive-list", [{ id: 4321, name: "allowed" }]);
  const inDashboard = (count: number): void => {
    const appBundles = Array.from({ length: count }, (_, index) => `com.dashboard.app${index}`);
    simulator.edit(4321, { add: { appBundles } });
  };
  await comeUp();
  expect(entries()).toHaveLength(9);
  inDashboard(1);
  const drift = succeeded(await project.preview("--refresh", "--diff"));
  expect(drift.text).toMatch(/- com\.dashboard\.app0/u);
  succeeded(await project.up("--refresh"));
  expect(entries()).toHaveLength(9);

  inDashboard(3);
  expect(failed(await project.up("--refresh")).text).toContain("APP_LIST_APPROVE=");
  expect(entries()).toHaveLength(12);
});

it("the example temporary-blocks leaves out what has ended, and ends a block on the day after its last", async () => {
  const untilDay = (days: number): string => `until ${formatDay(new Date(Date.now() + days * 86_400_000))}`;
  const { project, entries, edit, comeUp, destroy } = await open("temporary-blocks");
  edit("lists/blocked-apps.txt", "until 2999-03-31", untilDay(7));
  const preview = await comeUp();
  expect(preview.text).toContain("com.newsburst.daily");
  expect(preview.text).toContain("com.stadiumpulse.scores");
  expect(entries()).toEqual(["com.brightflash.torch", unmanaged, "com.luckyreels.slots"]);

  edit("lists/blocked-apps.txt", untilDay(7), untilDay(-1));
  expect(succeeded(await project.preview("--diff")).text).toMatch(/- com\.brightflash\.torch/u);
  succeeded(await project.up());
  expect(entries()).toEqual([unmanaged, "com.luckyreels.slots"]);
  await destroy();
});

it("the example shared-by-two-teams holds the entries of both, and keeps one that moves", async () => {
  const { project, entries, changes, edit, comeUp } = await open("shared-by-two-teams");
  await comeUp();
  const whole = entries();
  expect(whole).toHaveLength(5 + 1);
  edit("lists/brand-safety.txt", "com.nightchat.dating         # dating\n", "");
  edit("lists/fraud.txt", "com.brightflash.torch", "com.nightchat.dating\ncom.brightflash.torch");
  succeeded(await project.up());
  expect(changes()).toEqual([]);
  expect(entries()).toEqual(whole);
  succeeded(await project.up("--expect-no-changes"));

  // An entry in both files is refused, with its name and the teams.
  edit("lists/fraud.txt", "com.brightflash.torch", "com.luckyreels.slots\ncom.brightflash.torch");
  expect(failed(await project.preview()).text).toContain(
    `1 app bundle ("com.luckyreels.slots") is declared by the resources "brand-safety" and "fraud"`,
  );
  expect(changes()).toEqual([]);
  // The resource that it has moved to has adopted it.
  succeeded(await project.destroy());
  expect(entries()).toEqual([unmanaged, "com.nightchat.dating"]);
});

it("the example computed-from-another-stack puts the other stack's output into the list", async () => {
  const { project, entries, comeUp, destroy } = await open("computed-from-another-stack");
  succeeded(await project.pulumi("--cwd", "signals", "stack", "init", "dev"));
  // The other stack has no such output yet.
  expect(failed(await project.preview()).text).toContain("flaggedApps");
  succeeded(await project.pulumi("--cwd", "signals", "up", "--yes", "--skip-preview"));
  await comeUp();
  const flagged = ["com.cleanwizard.booster", "com.funnyfaces.camera.HDplus"];
  expect(entries()).toEqual(["com.brightflash.torch", ...flagged, unmanaged, "com.luckyreels.slots"].toSorted());
  await destroy();
});

it("the example protected-list refuses destroy and another list, and keeps all entries", async () => {
  const { project, entries, changes, comeUp } = await open("protected-list");
  await comeUp();
  const whole = entries();
  expect(whole).toHaveLength(3 + 1);
  succeeded(await project.pulumi("config", "set", "appListId", "4322"));
  failed(await project.preview());
  failed(await project.destroy());
  succeeded(await project.pulumi("state", "unprotect", "--all", "--yes"));
  succeeded(await project.destroy());
  expect([changes(), entries()]).toEqual([[], whole]);
});

it("the example secrets-from-the-environment stores no credentials, and uses those of the day", async () => {
  const { username, password, apiKey, apiSecret } = defaultAccount;
  const example = await open("secrets-from-the-environment", undefined, false);
  const { project, changes, comeUp, destroy } = example;
  succeeded(await project.preview());
  failed(await project.up());
  expect(changes()).toEqual([]);

  const { environment } = project;
  Object.assign(environment, { APP_LIST_USERNAME: username, APP_LIST_PASSWORD: password });
  Object.assign(environment, { APP_LIST_API_KEY: apiKey, APP_LIST_API_SECRET: apiSecret });
  await comeUp();
  const written = `${await project.readState()}${readFileSync(join(project.folder, "Pulumi.dev.yaml"), "utf8")}`;
  for (const secret of [password, apiKey, apiSecret, "secure:"]) expect(written).not.toContain(secret);

  // A refresh and a destroy use the variables of the day.
  environment["APP_LIST_API_KEY"] = "rotated";
  failed(await project.refresh());
  failed(await project.destroy());
  environment["APP_LIST_API_KEY"] = apiKey;
  succeeded(await project.refresh());
  await destroy();
});

it("the examples are all run here, in the tutorial or in test/languages, and each has a README", () => {
  expect([...opened, "quickstart"].toSorted()).toEqual(exampleNames);
  const readmes = [...exampleNames, ...languageExampleNames].map((name) => join("examples", name, "README.md"));
  const ofLanguages = languageExampleNames.map((name) => join("test", "languages", `${name}.test.ts`));
  expect([...readmes, ...ofLanguages].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
