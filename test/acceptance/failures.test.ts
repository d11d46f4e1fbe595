import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost, oneOrAllHosts, withHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, emptyLists, ownStackTrace, testbed } from "./testbed";

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
    const { text } = failed(await project.up());
    for (const [, , sentence] of wrong) expect(text).toContain(sentence);
    expect(text).not.toMatch(ownStackTrace);
  }
  // A preview knows the account, too, and sends nothing.
  expect(failed(await project.preview()).text).toContain(username);
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
    const { project, simulator, appBundles, requests, state } = await testbed({
      program: programOf([]),
      lists: emptyLists(4321, 4322),
      isConfigured: false,
    });
    // A preview needs no credentials, also if it does not know an entry.
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 4 to create");
    expect(requests()).toEqual([]);
    project.configure(settingsFor(simulator));
    const created = succeeded(await project.up("--logtostderr", "-v=9"));
    expect([appBundles(), appBundles(4322)]).toEqual([["com.own.source"], ["com.secret.a"]]);
    expect(await project.readState()).not.toContain("com.secret.a");
    expect(succeeded(await project.up("--refresh")).text).toContain("4 unchanged");

    project.write("index.js", programOf([], "com.secret.b", ", removalLimit: 0"));
    const refused = failed(await project.preview());
    expect(refused.text).toContain("It would remove 1 app bundle.");
    expect(refused.text).not.toContain("com.secret");
    project.write("index.js", programOf([], "com.secret.b c"));
    const rejected = failed(await project.preview("--json"));
    expect(rejected.text).toContain("appBundles[0] contains whitespace");
    expect(rejected.text).not.toContain("com.secret");

    const body = JSON.stringify({ echoed: secretsOf(simulator) });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
    project.write("index.js", programOf(["com.own.b"]));
    const echoed = failed(await project.up());
    // What is refused is not in the state, which has the rest.
    simulator.clearFaults();
    simulator.setBehavior({ refused: new Set(["com.own.c"]) });
    project.write("index.js", programOf(["com.own.b", "com.own.c"]));
    failed(await project.up());
    const { outputs } = await state("blocked");
    expect(outputs).toMatchObject({ appBundles: "com.own.b\ncom.own.source\n" });
    // In its most detailed log, Pulumi itself prints what it hands to the provider as its configuration, and what the
    // plugin returns of it.
    const isOfPulumi = (line: string): boolean => /\.(?:Configure\(\)|CheckConfig\([^)]*\))\.inputs\]/u.test(line);
    const log = created.text.split("\n").filter((line) => !isOfPulumi(line));
    const files = readdirSync(project.folder, { recursive: true, withFileTypes: true }).flatMap((each) =>
      each.isFile() ? [readFileSync(join(each.parentPath, each.name), "latin1")] : [],
    );
    const left = [...log, echoed.text, ...files, JSON.stringify(simulator.journal)];
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
  expect(text).toContain('1 app bundle ("com.own") may or may not be in the list.');
  expect(text).toContain("Run pulumi up again: it reads the list first.");
  expect(requests()).toEqual(["token 200", "remove 200", "add none"]);
  expect((await state()).outputs).toMatchObject({ appBundles: "com.theirs\n" });
  succeeded(await project.up());
  succeeded(await project.up("--expect-no-changes"));
  // What the canceled command added belonged to nobody, so it was adopted.
  succeeded(await project.destroy());
  expect(appBundles()).toEqual(["com.own", "com.theirs"]);
});
