import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, startSimulator, type Fault, type SimulatorOptions } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost, oneOrAllHosts, pluginHost, pulumiHosts } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, emptyLists, inList, listsOf, ownStackTrace, testbed } from "./testbed";

describe.each(pulumiHosts)("with $name, a change that fails midway", (host) => {
  it("leaves in the state what the list really holds, prints how to continue, and the next up sends only the rest", async () => {
    const [refusing, silent, losing, partly] = [101, 102, 103, 104];
    const program = (ofRefusing: readonly string[], ofLosing: readonly string[]) => ({
      refusing: inList(refusing, ofRefusing),
      silent: inList(silent, ["com.own.a", "com.shared.b"]),
      losing: inList(losing, ofLosing),
      partly: inList(partly, ["com.bad.x", "com.own.a", "com.own.b"]),
    });
    /** Refuses a removal, with a status with which no request is sent again. */
    const refuseRemoval = (appListId: number, nth?: number): Fault => ({
      on: { appListId, action: "remove", ...(nth !== undefined && { nth }) },
      effect: "before",
      answer: { kind: "status", status: 501 },
    });
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program(["com.kept.a", "com.own.b", "com.own.c"], ["com.own.a", "com.own.b"]),
      lists: listsOf({ [refusing]: [], [silent]: ["com.shared.b"], [losing]: [], [partly]: [] }),
      behaviour: { refused: new Set(["com.bad.x"]) },
      faults: [
        { on: { appListId: silent, action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } },
        refuseRemoval(silent, 2),
      ],
    });

    const creates = failed(await project.up("--continue-on-error"));
    expect(creates.text).not.toMatch(ownStackTrace);
    // A create whose outcome is unknown: the state records that.
    expect(creates.text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect((await state("silent")).outputs).toMatchObject({
      appBundles: "com.shared.b\n",
      unconfirmed: { add: { appBundles: "com.own.a\n" } },
    });
    // A create of which one entry is refused: the others are in the list.
    expect(creates.text).toContain('the API refused to add app bundle "com.bad.x"');
    expect(appBundles(partly)).toEqual(["com.own.a", "com.own.b"]);
    expect(await resourcesOf(project)).toHaveLength(4);

    simulator.clearFaults();
    simulator.setBehaviour({ refused: new Set(), removalRefused: new Set(["com.kept.a"]) });
    const lost = { kind: "status", status: 503 } as const;
    simulator.addFault({ on: { appListId: losing, action: "remove", nth: 2 }, effect: "after", answer: lost });
    simulator.addFault(refuseRemoval(losing, 3));
    project.declare(program(["com.own.b", "com.own.c", "com.own.d"], ["com.own.a"]));
    const updates = failed(await project.up("--continue-on-error"));
    expect(updates.text).not.toMatch(ownStackTrace);
    // The two creates are completed.
    expect((await state("silent")).outputs).toMatchObject({
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
    });
    expect(appBundles(partly)).toEqual(["com.bad.x", "com.own.a", "com.own.b"]);
    // An update whose removal is refused.
    expect(updates.text).toContain('the API refused to remove app bundle "com.kept.a"');
    expect(updates.text).toContain("This change added 1 app bundle. Remaining: 1 app bundle to remove.");
    expect(appBundles(refusing)).toEqual(["com.kept.a", "com.own.b", "com.own.c", "com.own.d"]);
    expect((await state("refusing")).outputs["appBundles"]).toBe("com.kept.a\ncom.own.b\ncom.own.c\ncom.own.d\n");
    // An update whose removal got no answer.
    expect(updates.text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect(appBundles(losing)).toEqual(["com.own.a"]);

    simulator.clearFaults();
    simulator.setBehaviour({ removalRefused: new Set() });
    simulator.clearJournal();
    project.declare(program(["com.own.b", "com.own.c", "com.own.d"], ["com.own.a", "com.own.b"]));
    succeeded(await project.up());
    const sent = simulator.journal.filter(({ appListId }) => appListId === refusing).slice(1);
    expect(sent.map(({ action, entries }) => ({ action, entries }))).toEqual([
      { action: "remove", entries: { appBundles: ["com.kept.a"] } },
    ]);
    // The program declares the entry again, so it was added again.
    expect(appBundles(losing)).toEqual(["com.own.a", "com.own.b"]);

    // A refresh and a destroy that fail.
    const { outputs } = await state("silent");
    simulator.addFault(refuseRemoval(silent));
    simulator.setBehaviour({ removalRefused: new Set(["com.own.c"]) });
    const refresh = failed(await project.refresh());
    const destroy = failed(await project.destroy("--continue-on-error"));
    for (const { text } of [refresh, destroy]) {
      expect(text).toContain("status 501");
      expect(text).not.toMatch(/^\s+at /mu);
    }
    expect((await state("silent")).outputs).toEqual(outputs);
    expect(destroy.text).toContain("To keep the resource instead, run pulumi up --refresh.");
    expect([appBundles(silent), appBundles(refusing)]).toEqual([["com.own.a", "com.shared.b"], ["com.own.c"]]);

    simulator.clearFaults();
    succeeded(await project.up("--refresh"));
    expect(appBundles(refusing)).toEqual(["com.own.b", "com.own.c", "com.own.d"]);
    simulator.setBehaviour({ removalRefused: new Set() });
    succeeded(await project.destroy());
    expect([refusing, silent, losing, partly].map((id) => appBundles(id))).toEqual([[], ["com.shared.b"], [], []]);
  });
});

it("another base URL never makes a destroy remove entries of another API", async () => {
  const { project, appBundles } = await testbed({ program: blocked(["com.own.a", "com.own.b"]) });
  const other = await startSimulator({ lists: [{ id: 4321, name: "other", appBundles: ["com.own.a", "com.x"] }] });
  onTestFinished(() => other.close());
  succeeded(await project.up());
  project.configure({ plain: { baseUrl: other.url } });

  // Without the program a destroy works with the settings of the last update; with it, with today's.
  expect(failed(await project.destroy("--run-program")).text).toContain(
    "This operation removed nothing. To remove the entries, set app-list:baseUrl back.",
  );
  expect(other.list(4321)?.appBundles).toEqual(["com.own.a", "com.x"]);
  expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);

  expect(succeeded(await project.preview()).text).toContain("moved from ");
  succeeded(await project.up());
  expect(other.list(4321)?.appBundles).toEqual(["com.own.a", "com.x", "com.own.b"]);
  succeeded(await project.destroy());
  expect(other.list(4321)?.appBundles).toEqual(["com.own.a", "com.x"]);
  expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
});

it("the removal guard refuses to drop more than 30%, or another list, until just that is approved", async () => {
  const [right, mistyped] = [101, 102];
  const all = Array.from({ length: 10 }, (_, index) => `com.own.x${index}`);
  const declaring = (entries: readonly string[], id = right, options = {}) => ({
    blocked: inList(id, entries, {}, options),
  });
  const { project, requests, appBundles } = await testbed({
    program: declaring(all),
    lists: emptyLists(right, mistyped),
  });
  const refused = async (): Promise<readonly [text: string, approval: string]> => {
    const { text } = failed(await project.preview());
    return [text, /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(text)?.[1] ?? "none"];
  };
  succeeded(await project.up());
  requests();
  project.declare(declaring(all.slice(4)));
  const [text, approval] = await refused();
  expect(text).toContain("would remove 4 of 10 entries (40%), more than the limit of 30% at once");
  expect(text.split("\n").map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      'It would remove "com.own.x0", "com.own.x1", "com.own.x2", "com.own.x3".',
      "Nothing was changed.",
      `To see all of them: APP_LIST_APPROVE=${approval} pulumi preview --diff`,
      `To approve exactly this change: APP_LIST_APPROVE=${approval} pulumi up`,
    ]),
  );

  // In the stack's configuration an approval has no effect: a warning reports it, as every unknown key.
  project.configure({ plain: { approve: approval, maxEntriesPerRequests: "5" } });
  const configured = failed(await project.up());
  for (const key of ["approve", "maxEntriesPerRequests"])
    expect(configured.text).toContain(`"app-list:${key}" is not a setting and is ignored.`);
  expect(configured.text).not.toContain('"app-list:baseUrl" is not a setting');

  // Exactly the refused change is approved, and no other.
  project.environment["APP_LIST_APPROVE"] = approval;
  project.declare(declaring(all.slice(5)));
  expect(failed(await project.up()).text).toContain("APP_LIST_APPROVE approves another change. ");
  for (const deleteBeforeReplace of [true, false]) {
    project.declare(declaring(all, mistyped, { deleteBeforeReplace }));
    expect(failed(await project.up()).text).toContain(
      "would remove 10 of 10 entries (100%), more than the limit of 30% at once, because appListId is 102 now",
    );
  }
  expect(requests()).toEqual([]);
  [, project.environment["APP_LIST_APPROVE"]] = await refused();
  succeeded(await project.up());
  expect([appBundles(right), appBundles(mistyped)]).toEqual([[], all]);
});

describe("wrong settings give one readable error and change nothing,", () => {
  it.each(oneOrAllHosts(pluginHost))("also in the API that they lead to, with $name", async (host) => {
    const inAccount = (account: string, id = 4321) => inList(id, [`com.${account}.a`], { account });
    const { project, simulator, appBundles } = await testbed({
      host,
      program: {
        unconfigured: inList(4321, ["com.own.a"]),
        stranger: inAccount("stranger"),
        insecure: inAccount("insecure"),
        mistaken: inAccount("mistaken", 777),
      },
      isConfigured: false,
    });
    const known = { ...defaultAccount, baseUrl: simulator.url };
    const stranger = { ...known, password: "not-the-password-9f2c" };
    const accounts = { stranger, insecure: { ...known, baseUrl: "http://api.example.com" }, mistaken: known };
    project.configure({ secret: { accounts: JSON.stringify(accounts) } });
    const { text } = failed(await project.up("--continue-on-error"));
    for (const part of [
      // All that are missing at once, each with its command.
      ...["baseUrl", "apiKey", "apiSecret", "username", "password"].map((key) => `app-list:${key} is missing`),
      "pulumi config set --secret app-list:password",
      "invalid login credentials",
      "app-list:accounts.stranger.password",
      "app-list:accounts.insecure.baseUrl must begin with https",
      "app list 777",
      "check the ID of the app list",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(stranger.password);
    expect(text).not.toMatch(ownStackTrace);
    expect(appBundles()).toEqual([]);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("of any type of YAML; nothing counts as not set, and a number as one", async () => {
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
      [{ account: "eu" }, ["timeoutSeconds", "[60]", timeout], ["accounts", "{eu: {username: true}}", username]],
      [{ account: "__proto__" }, ["accounts", "{__proto__: 5}", "app-list:accounts.__proto__ must be a JSON object."]],
    ] as const) {
      project.declare(blocked(["com.own.a"], account));
      for (const [key, yaml] of wrong) edit(key, yaml);
      succeeded(await project.preview());
      const { text } = failed(await project.up());
      for (const [, , sentence] of wrong) expect(text).toContain(sentence);
      expect(text).not.toContain("TypeError");
      expect(text).not.toMatch(ownStackTrace);
    }
    expect(requests()).toEqual([]);

    for (const key of ["observe", "accounts"]) edit(key, "null");
    edit("timeoutSeconds", "60");
    project.declare(blocked(["com.own.a"]));
    succeeded(await project.up());
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
  });

  it("also for many data functions, which try a wrong password once", async () => {
    const program = `const { getCampaigns } = require("pulumi-app-list");
exports.campaigns = Promise.all(Array.from({ length: 10 }, () => getCampaigns()));
`;
    const { project, requests } = await testbed({ program });
    project.configure({ secret: { password: "wrong" } });
    expect(failed(await project.preview()).text).toContain("invalid login credentials");
    expect(requests()).toEqual(["token 401"]);
  });
});

describe("secrets, also as entries,", () => {
  const inYaml = (...entries: readonly string[]) => ({
    blocked: inList(4321, entries),
    hidden: inList(4322, { "fn::secret": ["com.secret.a"] }),
  });
  const inJavaScript = (...entries: readonly string[]): string => `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
class Source extends pulumi.dynamic.Resource {
  constructor() {
    super({ create: async () => ({ id: "1", outs: { bundle: "com.own.source" } }) }, "source", { bundle: undefined });
  }
}
const { bundle } = new Source();
new AppListEntries("blocked", { appListId: 4321, appBundles: [bundle, ...${JSON.stringify(entries)}] });
new AppListEntries("hidden", { appListId: 4322, appBundles: pulumi.secret(["com.secret.a"]) });
`;

  it.each(pulumiHosts)(
    "are encrypted in the state, and neither printed nor sent elsewhere, with $name",
    async (host) => {
      const isDynamic = host === dynamicHost;
      const { project, simulator, appBundles, requests } = await testbed({
        program: isDynamic ? inJavaScript() : inYaml("com.own.source"),
        lists: emptyLists(4321, 4322),
        isConfigured: false,
      });
      // A preview needs no credentials, also if the dynamic provider does not know an entry.
      expect(succeeded(await project.preview("--diff")).text).toContain(`+ ${isDynamic ? 4 : 3} to create`);
      expect(requests()).toEqual([]);
      project.configure(settingsFor(simulator));
      const created = succeeded(await project.up("--logtostderr", "-v=3"));
      expect([appBundles(), appBundles(4322)]).toEqual([["com.own.source"], ["com.secret.a"]]);
      expect(await project.readState()).not.toContain("com.secret.a");
      expect(succeeded(await project.up("--refresh")).text).toContain(`${isDynamic ? 4 : 3} unchanged`);

      const [secretOnes, others] = [
        'pulumi.secret(["com.secret.a"])',
        'pulumi.secret(["com.secret.b"]), removalLimit: 0',
      ];
      if (isDynamic) project.write("index.js", inJavaScript().replace(secretOnes, others));
      else project.declare({ hidden: inList(4322, { "fn::secret": ["com.secret.b"] }, { removalLimit: 0 }) });
      const refused = failed(await project.preview());
      expect(refused.text).toContain("It would remove 1 secret entry.");
      expect(refused.text).not.toContain("com.secret");

      const body = JSON.stringify({ echoed: secretsOf(simulator) });
      simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
      if (isDynamic) project.write("index.js", inJavaScript("com.own.b"));
      else project.declare(inYaml("com.own.source", "com.own.b"));
      const echoed = failed(await project.up());
      const left = [created.text, echoed.text, await project.readState(), JSON.stringify(simulator.journal)];
      expect(leaksIn(left, secretsOf(simulator))).toEqual([]);
    },
  );
});

/** A stack, and a function that runs an up and presses Ctrl-C when a request has a fault. */
async function openCanceled(appBundles: readonly string[]) {
  const struck = Promise.withResolvers<void>();
  const onRequest: SimulatorOptions["onRequest"] = ({ fault }) => void (fault !== undefined && struck.resolve());
  const bed = await testbed({ program: blocked(appBundles), holds: ["com.theirs"], onRequest });
  const upAndCancel = async (fault: Fault): Promise<string> => {
    bed.simulator.addFault(fault);
    let engine = 0;
    const command = bed.project.watch(["up", "--yes", "--skip-preview"], { onStart: (id) => (engine = id) });
    await Promise.race([struck.promise, command]);
    bed.simulator.clearFaults();
    process.kill(engine, "SIGINT");
    return failed(await command).text;
  };
  return { ...bed, upAndCancel };
}

describe("Ctrl-C during an up", () => {
  it("ends it although a change has no response, and the next up finds out the outcome", async () => {
    const { project, appBundles, requests, state, upAndCancel } = await openCanceled(["com.own", "com.theirs"]);
    const text = await upAndCancel({ on: { action: "add" }, effect: "after", answer: { kind: "hang" } });
    expect(text).toContain("the command was canceled. No change was observed.");
    expect(text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect(text).toContain("The next pulumi up reads the list and sends the rest.");
    expect(requests()).toEqual(["token 200", "remove 200", "add none"]);
    expect((await state()).outputs).toMatchObject({
      appBundles: "com.theirs\n",
      unconfirmed: { add: { appBundles: "com.own\n" } },
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own", "com.theirs"]);
    succeeded(await project.up("--expect-no-changes"));
    // What the canceled command added is the resource's own.
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.theirs"]);
  });

  it("ends a wait, and a create of which nothing was sent leaves no resource", async () => {
    const { project, appBundles, requests, upAndCancel } = await openCanceled(["com.own"]);
    const busy = { kind: "status", status: 429, headers: { "retry-after": "100" } } as const;
    expect(await upAndCancel({ on: { action: "remove" }, effect: "before", answer: busy })).toContain(
      "The command was canceled before PATCH /v1/app_list/4321/remove had a result.",
    );
    expect(requests()).toEqual(["token 200", "remove 429"]);
    expect(await resourcesOf(project)).toEqual([]);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own", "com.theirs"]);
  });
});
