import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, startSimulator, type Fault } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { oneOrAllHosts, pluginHost, pulumiHosts } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { blocked, emptyLists, inList, listsOf, ownStackTrace, testbed } from "./testbed";

describe("a wrong password", () => {
  it("is tried once in an up, a refresh and a destroy of 30 resources", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `resource-${index}`);
    const program = Object.fromEntries(names.map((name) => [name, inList(4321, [`com.${name}`])]));
    const { project, simulator, requests, appBundles } = await testbed({ program });
    project.configure({ secret: { password: "wrong" } });
    const { text } = failed(await project.up("--continue-on-error"));
    expect(text.match(/invalid login credentials/gu)?.length).toBeGreaterThanOrEqual(names.length);
    expect(requests()).toEqual(["token 401"]);
    project.configure(settingsFor(simulator));
    succeeded(await project.up());
    const sent = requests();
    expect(sent.filter((request) => request === "token 200")).toHaveLength(1);
    expect(sent).toHaveLength(1 + 2 * names.length);
    // A refresh and a destroy have the configuration of the last update: the password is changed on the other side.
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 403 } });
    failed(await project.refresh());
    expect(requests()).toEqual(["token 403"]);
    failed(await project.destroy("--continue-on-error"));
    expect(requests()).toEqual(["token 403"]);
    expect(appBundles()).toHaveLength(names.length);
  });
});

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

describe("another base URL", () => {
  it("never makes a destroy remove entries of another API", async () => {
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
});

/** The value of APP_LIST_APPROVE that a refusal prints. */
function approvalIn(text: string): string {
  return /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(text)?.[1] ?? "none";
}

describe("the removal guard", () => {
  it("refuses to drop more than 30% of a resource's entries, until the program or an approval allows just that", async () => {
    const all = Array.from({ length: 10 }, (_, index) => `com.own.x${index}`);
    const { project, simulator, requests, appBundles } = await testbed({ program: blocked(all) });
    succeeded(await project.up());
    requests();
    project.declare(blocked(all.slice(4)));
    const preview = failed(await project.preview());
    expect(preview.text).toContain("would remove 4 of 10 entries (40%), more than the limit of 30% at once");
    expect(preview.text).toContain('removalLimit: 4, or removalLimit: "40%"');

    // In the stack's configuration an approval has no effect: a warning reports it, as every unknown key.
    const approval = approvalIn(preview.text);
    project.configure({ plain: { approve: approval, maxEntriesPerRequests: "5" } });
    const configured = failed(await project.up());
    expect(configured.text).toContain('"app-list:approve" is not a setting and is ignored.');
    expect(configured.text).toContain('"app-list:maxEntriesPerRequests" is not a setting and is ignored.');
    expect(configured.text).not.toContain('"app-list:baseUrl" is not a setting');

    // Exactly the refused change is approved, and no other.
    project.environment["APP_LIST_APPROVE"] = approval;
    project.declare(blocked(all.slice(5)));
    const other = failed(await project.up());
    expect(other.text).toContain("APP_LIST_APPROVE approves another change. ");
    expect(requests()).toEqual([]);
    // Somebody else has removed one of them meanwhile: that is another change, which only the update sees.
    project.environment["APP_LIST_APPROVE"] = approvalIn(other.text);
    simulator.edit(4321, { remove: { appBundles: ["com.own.x0"] } });
    const changed = failed(await project.up());
    expect(changed.text).toContain("would remove 4 of 10 entries (40%)");
    expect(appBundles()).toEqual(all.slice(1));
    project.environment["APP_LIST_APPROVE"] = approvalIn(changed.text);
    succeeded(await project.up());
    expect(appBundles()).toEqual(all.slice(5));

    project.environment["APP_LIST_APPROVE"] = undefined;
    project.declare(blocked(all.slice(8), { removalLimit: 3 }));
    succeeded(await project.up());
    expect(appBundles()).toEqual(all.slice(8));
  });
});

describe("the removal guard after a mistake", () => {
  const all = Array.from({ length: 20 }, (_, index) => `com.own.x${index + 10}`);
  const half = all.slice(10);

  it("allows the correction of a create that failed in part, and refuses a mistyped appListId", async () => {
    const [right, mistyped] = [101, 102];
    const { project, requests, appBundles } = await testbed({
      program: { blocked: inList(right, all) },
      lists: emptyLists(right, mistyped),
      behaviour: { refused: new Set(all.slice(0, 10)) },
    });
    expect(failed(await project.up()).text).toContain("Fix the refused entries, or remove them from the program.");
    expect(appBundles(right)).toEqual(half);
    project.declare({ blocked: inList(right, half) });
    succeeded(await project.preview());
    succeeded(await project.up());
    expect(appBundles(right)).toEqual(half);

    requests();
    for (const deleteBeforeReplace of [true, false]) {
      project.declare({ blocked: inList(mistyped, half, {}, { deleteBeforeReplace }) });
      const refused = failed(await (deleteBeforeReplace ? project.up() : project.preview()));
      expect(refused.text).toContain(
        "would remove 10 of 10 entries (100%), more than the limit of 30% at once, because appListId is 102 now",
      );
    }
    expect(requests()).toEqual([]);
    project.environment["APP_LIST_APPROVE"] = approvalIn((await project.preview()).text);
    succeeded(await project.up());
    expect([appBundles(right), appBundles(mistyped)]).toEqual([[], half]);
  });
});

describe.each(oneOrAllHosts(pluginHost))(
  "with $name, bad input gives one readable error and changes nothing",
  (host) => {
    it("in the settings, or in the API that they lead to", async () => {
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
      const accounts = {
        stranger: { ...known, password: "not-the-password-9f2c" },
        insecure: { ...known, baseUrl: "http://api.example.com" },
        mistaken: known,
      };
      project.configure({ secret: { accounts: JSON.stringify(accounts) } });
      const { text } = failed(await project.up("--continue-on-error"));
      expect(text).not.toMatch(ownStackTrace);
      expect(appBundles()).toEqual([]);
      expect(await resourcesOf(project)).toEqual([]);

      // Settings that are missing, all of them at once, each with its command.
      for (const key of ["baseUrl", "apiKey", "apiSecret", "username", "password"])
        expect(text).toContain(`app-list:${key} is missing`);
      expect(text).toContain("pulumi config set --secret app-list:password");
      // A wrong password.
      expect(text).toContain("invalid login credentials");
      expect(text).toContain("app-list:accounts.stranger.password");
      expect(text).not.toContain("not-the-password-9f2c");
      // A base URL with http to another host.
      expect(text).toContain("app-list:accounts.insecure.baseUrl must begin with https");
      // A list that does not exist.
      expect(text).toContain("app list 777");
      expect(text).toContain("Check the ID");
    });
  },
);

describe("with the plugin, secrets", () => {
  it("are encrypted in the state, also as entries, and neither printed nor sent elsewhere", async () => {
    const program = (...entries: readonly string[]) => ({
      blocked: inList(4321, entries),
      hidden: inList(4322, { "fn::secret": ["com.secret.a"] }),
    });
    const bed = await testbed({ program: program("com.own.a"), lists: emptyLists(4321, 4322) });
    const { project, simulator, appBundles } = bed;
    const up = succeeded(await project.up("--logtostderr", "-v=3"));
    expect(appBundles(4322)).toEqual(["com.secret.a"]);
    expect(await project.readState()).not.toContain("com.secret.a");
    expect(succeeded(await project.up("--refresh")).text).toContain("3 unchanged");

    const body = JSON.stringify({ echoed: secretsOf(simulator) });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
    project.declare(program("com.own.a", "com.own.b"));
    const echoed = failed(await project.up());
    const left = [up.text, echoed.text, await project.readState(), JSON.stringify(simulator.journal)];
    expect(leaksIn(left, secretsOf(simulator))).toEqual([]);
  });
});

describe("with the dynamic provider, secrets", () => {
  it("previews unknown values without credentials, and keeps secrets out of states, errors and other places", async () => {
    const programOf = (...entries: readonly string[]): string => `const pulumi = require("@pulumi/pulumi");
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
    const { project, simulator, appBundles, requests } = await testbed({
      program: programOf(),
      lists: emptyLists(4321, 4322),
      isConfigured: false,
    });
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 4 to create");
    expect(requests()).toEqual([]);
    project.configure(settingsFor(simulator));
    const created = succeeded(await project.up("--logtostderr", "-v=3"));
    expect(appBundles()).toEqual(["com.own.source"]);
    expect(appBundles(4322)).toEqual(["com.secret.a"]);
    expect(await project.readState()).not.toContain("com.secret.a");

    const body = JSON.stringify({ echoed: secretsOf(simulator) });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
    project.write("index.js", programOf("com.own.b"));
    const echoed = failed(await project.up());
    const left = [created.text, echoed.text, await project.readState(), JSON.stringify(simulator.journal)];
    expect(leaksIn(left, secretsOf(simulator))).toEqual([]);
  });
});
