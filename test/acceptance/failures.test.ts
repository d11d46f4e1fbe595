import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost, oneOrAllHosts, pluginHost, withHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, emptyLists, inList, listsOf, ownStackTrace, testbed } from "./testbed";

describe.each(oneOrAllHosts(pluginHost))("with $name, a change that fails midway", (host) => {
  it("leaves in the state what the list really holds, prints how to continue, and the next up sends only the rest", async () => {
    const [partly, silent] = [101, 102];
    const program = (...ofPartly: readonly string[]) => ({
      partly: inList(partly, ofPartly),
      silent: inList(silent, ["com.own.a", "com.shared.b"]),
    });
    /** Refuses a removal, with a status with which no request is sent again. */
    const refuseRemoval = (nth?: number): Fault => ({
      on: { appListId: silent, action: "remove", ...(nth !== undefined && { nth }) },
      effect: "before",
      answer: { kind: "status", status: 403 },
    });
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program("com.bad.x", "com.kept.a", "com.own.b"),
      lists: listsOf({ [partly]: [], [silent]: ["com.shared.b"] }),
      behavior: { refused: new Set(["com.bad.x"]), removalRefused: new Set(["com.kept.a"]) },
      faults: [
        { on: { appListId: silent, action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } },
        refuseRemoval(2),
      ],
    });

    const creates = failed(await project.up("--continue-on-error"));
    // A create whose outcome is unknown, and one of which an entry is refused.
    expect(creates.text).toContain("1 app bundle was being added: read ECONNRESET. [CHANGE_INTERRUPTED]");
    expect(creates.text).toContain("1 app bundle may or may not be in the list.");
    expect(creates.text).toContain("Run pulumi up again: it reads the list first.");
    expect((await state("silent")).outputs).toMatchObject({
      appBundles: "com.shared.b\n",
      unconfirmed: { add: { appBundles: "com.own.a\n" } },
    });
    expect(creates.text).toContain('the API refused to add 1 app bundle ("com.bad.x")');
    expect(appBundles(partly)).toEqual(["com.kept.a", "com.own.b"]);

    simulator.clearFaults();
    project.declare(program("com.own.b", "com.own.c"));
    const updates = failed(await project.up("--continue-on-error"));
    // That create is completed, and the update of the other list is refused in part.
    const { outputs } = await state("silent");
    expect(outputs).toMatchObject({
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
    });
    expect(updates.text).toContain('the API refused to remove 1 app bundle ("com.kept.a")');
    expect(updates.text).toContain("This change added 1 app bundle; 1 app bundle remains to be removed.");
    expect((await state("partly")).outputs["appBundles"]).toBe("com.kept.a\ncom.own.b\ncom.own.c\n");

    simulator.setBehavior({ removalRefused: new Set() });
    simulator.clearJournal();
    succeeded(await project.up());
    const sent = simulator.journal.filter(({ appListId }) => appListId === partly).slice(1);
    expect(sent.map(({ action, entries }) => ({ action, entries }))).toEqual([
      { action: "remove", entries: { appBundles: ["com.kept.a"] } },
    ]);

    simulator.addFault(refuseRemoval());
    simulator.setBehavior({ removalRefused: new Set(["com.own.c"]) });
    const refresh = failed(await project.refresh());
    const destroy = failed(await project.destroy("--continue-on-error"));
    for (const { text } of [creates, updates, refresh, destroy]) expect(text).not.toMatch(ownStackTrace);
    for (const { text } of [refresh, destroy]) {
      expect(text).toContain("(403)");
      expect(text).not.toMatch(/^\s+at /mu);
    }
    expect((await state("silent")).outputs).toEqual(outputs);
    expect(destroy.text).toContain("To keep the resource instead, run pulumi up --refresh.");

    expect(appBundles(partly)).toEqual(["com.own.c"]);

    simulator.clearFaults();
    simulator.setBehavior({ removalRefused: new Set() });
    succeeded(await project.up("--refresh"));
    expect(appBundles(partly)).toEqual(["com.own.b", "com.own.c"]);
    succeeded(await project.destroy());
    expect([appBundles(partly), appBundles(silent)]).toEqual([[], ["com.shared.b"]]);
  });
});

it("A setting of a wrong type of YAML fails in one sentence; nothing counts as not set, and a number as one", async () => {
  const { project, requests } = await testbed({ program: {} });
  /** Writes a setting into the stack's configuration as somebody does in an editor. */
  const edit = (key: string, yaml: string): void => {
    const lines = readFileSync(join(project.folder, "Pulumi.dev.yaml"), "utf8").split("\n");
    const others = lines.filter((line) => !line.startsWith(`  app-list:${key}:`)).join("\n");
    project.write("Pulumi.dev.yaml", others.replace(/^config:$/mu, `config:\n  app-list:${key}: ${yaml}`));
  };
  const timeout = "app-list:timeoutSeconds must be an integer from 1 to 3600.";
  const observe = 'app-list:observe must be "probe", "read" or "off".';
  const username = "app-list:accounts.eu.username must be text in quotes or an integer.";
  for (const [account, ...wrong] of [
    [{}, ["timeoutSeconds", "true", timeout], ["observe", "{a: {b: probe}}", observe]],
    [{ account: "eu" }, ["accounts", "[1, 2]", "app-list:accounts must be a JSON object of accounts by name"]],
    [{ account: "eu" }, ["accounts", "{eu: {username: true}}", username]],
  ] as const) {
    project.declare(blocked(["com.own.a"], account));
    for (const [key, yaml] of wrong) edit(key, yaml);
    succeeded(await project.preview());
    const { text } = failed(await project.up());
    for (const [, , sentence] of wrong) expect(text).toContain(sentence);
    expect(text).not.toMatch(ownStackTrace);
  }
  expect([requests(), await resourcesOf(project)]).toEqual([[], []]);

  for (const key of ["observe", "accounts"]) edit(key, "null");
  edit("timeoutSeconds", "60");
  project.declare(blocked(["com.own.a"]));
  succeeded(await project.up());
  expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
});

it.each(oneOrAllHosts(dynamicHost))(
  "secrets, also as entries, are encrypted in the state, and neither printed nor sent elsewhere, with $name",
  async (host) => {
    const programOf = (entries: readonly string[], hidden = "com.secret.a", more = ""): string =>
      withHost(
        `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
class Source extends pulumi.dynamic.Resource {
  constructor() {
    super({ create: async () => ({ id: "1", outs: { bundle: "com.own.source" } }) }, "source", { bundle: undefined });
  }
}
const { bundle } = new Source();
new AppListEntries("blocked", { appListId: 4321, appBundles: [bundle, ...${JSON.stringify(entries)}] });
new AppListEntries("hidden", { appListId: 4322, appBundles: pulumi.secret(["${hidden}"])${more} });
`,
        host,
      );
    const { project, simulator, appBundles, requests } = await testbed({
      program: programOf([]),
      lists: emptyLists(4321, 4322),
      isConfigured: false,
    });
    // A preview needs no credentials, also if it does not know an entry.
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 4 to create");
    expect(requests()).toEqual([]);
    project.configure(settingsFor(simulator));
    const created = succeeded(await project.up("--logtostderr", "-v=3"));
    expect([appBundles(), appBundles(4322)]).toEqual([["com.own.source"], ["com.secret.a"]]);
    expect(await project.readState()).not.toContain("com.secret.a");
    expect(succeeded(await project.up("--refresh")).text).toContain("4 unchanged");

    project.write("index.js", programOf([], "com.secret.b", ", removalLimit: 0"));
    const refused = failed(await project.preview());
    expect(refused.text).toContain("It would remove 1 app bundle (1 secret).");
    expect(refused.text).not.toContain("com.secret");

    const body = JSON.stringify({ echoed: secretsOf(simulator) });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
    project.write("index.js", programOf(["com.own.b"]));
    const echoed = failed(await project.up());
    const left = [created.text, echoed.text, await project.readState(), JSON.stringify(simulator.journal)];
    expect(leaksIn(left, secretsOf(simulator))).toEqual([]);
  },
);

it("Ctrl-C ends an up although a change has no response, and the next up finds out the outcome", async () => {
  const struck = Promise.withResolvers<void>();
  const { project, simulator, appBundles, requests, state } = await testbed({
    program: blocked(["com.own", "com.theirs"]),
    holds: ["com.theirs"],
    faults: [{ on: { action: "add" }, effect: "after", answer: { kind: "hang" } }],
    onRequest: ({ fault }) => void (fault !== undefined && struck.resolve()),
  });
  let engine = 0;
  const command = project.watch(["up", "--yes", "--skip-preview"], { onStart: (id) => (engine = id) });
  await Promise.race([struck.promise, command]);
  simulator.clearFaults();
  process.kill(engine, "SIGINT");
  const { text } = failed(await command);
  expect(text).toContain("the command was canceled. [COMMAND_CANCELED]");
  expect(text).toContain("1 app bundle may or may not be in the list.");
  expect(text).toContain("Run pulumi up again: it reads the list first.");
  expect(requests()).toEqual(["token 200", "remove 200", "add none"]);
  expect((await state()).outputs).toMatchObject({
    appBundles: "com.theirs\n",
    unconfirmed: { add: { appBundles: "com.own\n" } },
  });
  succeeded(await project.up());
  succeeded(await project.up("--expect-no-changes"));
  // What the canceled command added is the resource's own.
  succeeded(await project.destroy());
  expect(appBundles()).toEqual(["com.theirs"]);
});
