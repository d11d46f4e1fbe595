import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, startSimulator } from "../../provider/simulator/index";
import { createServer } from "node:http";
import { once } from "node:events";
import { dynamicHost, oneOrAllHosts, pluginHost, pulumiHosts } from "../harness/hosts";
import { succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { argsOf, programOf, programWith, testbed } from "./testbed";

/** Our code must explain, not dump: no line of a stack trace of this package. */
const stackTrace = /^\s+at .*(provider\/dist|pulumi-app-list)/mu;

describe("a wrong password", () => {
  it("is tried once in an up, a refresh and a destroy of 30 resources", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `resource-${index}`);
    const program = programWith(...names.map((name) => [name, argsOf(4321, [`com.${name}`])] as const));
    const { project, simulator, requests, appBundles } = await testbed({ program });
    project.configure({ secret: { password: "wrong" } });
    const failed = await project.up("--continue-on-error");
    expect(failed.code).not.toBe(0);
    expect(failed.text.match(/invalid login credentials/gu)?.length).toBeGreaterThanOrEqual(names.length);
    expect(requests()).toEqual(["token 401"]);
    project.configure(settingsFor(simulator));
    succeeded(await project.up());
    requests();
    // A refresh and a destroy have the configuration of the last update: the password is changed on the other side.
    simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 403 } });
    for (const args of [["refresh"], ["destroy", "--continue-on-error"]]) {
      expect((await project.pulumi(...args, "--yes", "--skip-preview")).code).not.toBe(0);
      expect(requests()).toEqual(["token 403"]);
    }
    expect(appBundles()).toHaveLength(names.length);
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, a change that fails midway", (host) => {
  it("leaves in the state what the list really holds, and the next up sends only the rest", async () => {
    const [refusing, silent, losing, partly, broken] = [101, 102, 103, 104, 105];
    const lists = [refusing, silent, losing, partly, broken].map((id) => ({
      id,
      name: `list ${id}`,
      appBundles: id === silent ? ["com.shared.b"] : [],
    }));
    const program = (ofRefusing: readonly string[], ofLosing: readonly string[], ofBroken?: readonly string[]) =>
      programWith(
        ["refusing", argsOf(refusing, ofRefusing)],
        ["silent", argsOf(silent, ["com.own.a", "com.shared.b"])],
        ["losing", argsOf(losing, ofLosing)],
        ["partly", argsOf(partly, ["com.bad.x", "com.own.a", "com.own.b"])],
        ...(ofBroken === undefined ? [] : [["broken", argsOf(broken, ofBroken)] as const]),
      );
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program(["com.kept.a", "com.own.b", "com.own.c"], ["com.own.a", "com.own.b"]),
      lists,
      behaviour: { refused: new Set(["com.bad.x"]) },
      faults: [
        { on: { appListId: silent, action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } },
        // A status with which no request is sent again.
        {
          on: { appListId: silent, action: "remove", nth: 2 },
          effect: "before",
          answer: { kind: "status", status: 501 },
        },
      ],
    });

    const creates = await project.up("--continue-on-error");
    expect(creates.code).not.toBe(0);
    expect(creates.text).not.toMatch(stackTrace);
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
    simulator.addFault({
      on: { appListId: losing, action: "remove", nth: 2 },
      effect: "after",
      answer: { kind: "status", status: 503 },
    });
    simulator.addFault({
      on: { appListId: losing, action: "remove", nth: 3 },
      effect: "before",
      answer: { kind: "status", status: 501 },
    });
    project.write("index.js", program(["com.own.b", "com.own.c", "com.own.d"], ["com.own.a"]));
    const updates = await project.up("--continue-on-error");
    expect(updates.code).not.toBe(0);
    expect(updates.text).not.toMatch(stackTrace);
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
    project.write("index.js", program(["com.own.b", "com.own.c", "com.own.d"], ["com.own.a", "com.own.b"]));
    succeeded(await project.up());
    const sent = simulator.journal.filter(({ appListId }) => appListId === refusing).slice(1);
    expect(sent.map(({ action, entries }) => ({ action, entries }))).toEqual([
      { action: "remove", entries: { appBundles: ["com.kept.a"] } },
    ]);
    expect((await state("refusing")).outputs["appBundles"]).toBe("com.own.b\ncom.own.c\ncom.own.d\n");
    // The program declares the entry again, so it was added again.
    expect(appBundles(losing)).toEqual(["com.own.a", "com.own.b"]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("5 unchanged");

    simulator.setBehaviour({ refused: new Set(["com.bad.y"]) });
    project.write(
      "index.js",
      program(["com.own.b", "com.own.c", "com.own.d"], ["com.own.a", "com.own.b"], ["com.bad.y", "com.own.a"]),
    );
    expect((await project.up()).code).not.toBe(0);
    expect(appBundles(broken)).toEqual(["com.own.a"]);
    // A refresh and a destroy right after a create that was made in part.
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    succeeded(await project.destroy());
    expect(lists.map(({ id }) => appBundles(id))).toEqual([[], ["com.shared.b"], [], [], []]);
  });
});

describe.each(oneOrAllHosts(dynamicHost))("with $name, a refresh or a destroy that fails", (host) => {
  it("explains itself without a stack trace, and prints how to continue, with and without the resource", async () => {
    const [down, kept, gone] = [101, 102, 103];
    const program = (...more: readonly (readonly [string, string])[]): string =>
      programWith(["down", argsOf(down, ["com.down.a"])], ["kept", argsOf(kept, ["com.own.a", "com.own.b"])], ...more);
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program(["gone", argsOf(gone, ["com.own.a"], 'claimExisting: true, account: "unseen"')]),
      lists: [down, kept, gone].map((id) => ({ id, name: `list ${id}` })),
    });
    project.configure({ secret: { accounts: JSON.stringify({ unseen: { ...defaultAccount, observe: "off" } }) } });
    succeeded(await project.up());

    simulator.addFault({
      on: { appListId: down, action: "remove" },
      effect: "before",
      answer: { kind: "status", status: 501 },
    });
    simulator.setBehaviour({ removalRefused: new Set(["com.own.b"]) });
    simulator.deleteList(gone);
    const refresh = await project.pulumi("refresh", "--yes", "--skip-preview");
    const destroy = await project.destroy("--continue-on-error");
    for (const failed of [refresh, destroy]) {
      expect(failed.code).not.toBe(0);
      expect(failed.text).toContain("status 501");
      expect(failed.text).not.toMatch(/^\s+at /mu);
    }
    expect(appBundles(down)).toEqual(["com.down.a"]);
    expect((await state("down")).outputs["appBundles"]).toBe("com.down.a\n");
    expect(destroy.text).toContain(`If app list ${gone} no longer exists, remove its resource from the program`);
    expect(destroy.text).toContain("pulumi state delete <URN>");
    expect(await resourcesOf(project)).toHaveLength(3);
    const { urn } = await state("gone");
    succeeded(await project.pulumi("state", "delete", urn, "--yes"));
    expect(destroy.text).toContain("To keep the resource instead, run pulumi up --refresh.");
    expect(appBundles(kept)).toEqual(["com.own.b"]);

    simulator.clearFaults();
    project.write("index.js", program());
    succeeded(await project.up("--refresh"));
    expect(appBundles(kept)).toEqual(["com.own.a", "com.own.b"]);
    simulator.setBehaviour({ removalRefused: new Set() });
    succeeded(await project.destroy());
    expect([appBundles(down), appBundles(kept)]).toEqual([[], []]);
  });
});

describe("another base URL", () => {
  it("never makes a destroy remove entries of another API", async () => {
    const { project, appBundles } = await testbed({ program: programOf(["com.own.a", "com.own.b"]) });
    const other = await startSimulator({ lists: [{ id: 4321, name: "other", appBundles: ["com.own.a", "com.x"] }] });
    onTestFinished(() => other.close());
    succeeded(await project.up());
    project.configure({ plain: { baseUrl: other.url } });

    // Without the program a destroy works with the settings of the last update; with it, with today's.
    const destroy = await project.destroy("--run-program");
    expect(destroy.code).not.toBe(0);
    expect(destroy.text).toContain("This operation removed nothing. To remove the entries, set app-list:baseUrl back.");
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
    const { project, simulator, requests, appBundles } = await testbed({ program: programOf(all) });
    succeeded(await project.up());
    requests();
    project.write("index.js", programOf(all.slice(4)));
    const preview = await project.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.text).toContain("would remove 4 of 10 entries (40%), more than the limit of 30% at once");
    expect(preview.text).toContain('removalLimit: 4, or removalLimit: "40%"');

    // In the stack's configuration an approval has no effect: a warning reports it, as every unknown key.
    const approval = approvalIn(preview.text);
    project.configure({ plain: { approve: approval, maxEntriesPerRequests: "5" } });
    const configured = await project.up();
    expect(configured.code).not.toBe(0);
    expect(configured.text).toContain('"app-list:approve" is not a setting and is ignored.');
    expect(configured.text).toContain('"app-list:maxEntriesPerRequests" is not a setting and is ignored.');
    expect(configured.text).not.toContain('"app-list:baseUrl" is not a setting');

    // Exactly the refused change is approved, and no other.
    project.environment["APP_LIST_APPROVE"] = approval;
    project.write("index.js", programOf(all.slice(5)));
    const other = await project.up();
    expect(other.code).not.toBe(0);
    expect(other.text).toContain("(APP_LIST_APPROVE approves another change now; ");
    expect(requests()).toEqual([]);
    // Somebody else has removed one of them meanwhile: that is another change, which only the update sees.
    project.environment["APP_LIST_APPROVE"] = approvalIn(other.text);
    simulator.edit(4321, { remove: { appBundles: ["com.own.x0"] } });
    const changed = await project.up();
    expect(changed.code).not.toBe(0);
    expect(changed.text).toContain("would remove 4 of 10 entries (40%)");
    expect(appBundles()).toEqual(all.slice(1));
    project.environment["APP_LIST_APPROVE"] = approvalIn(changed.text);
    succeeded(await project.up());
    expect(appBundles()).toEqual(all.slice(5));

    project.environment["APP_LIST_APPROVE"] = undefined;
    project.write("index.js", programOf(all.slice(8), "removalLimit: 3"));
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
      program: programWith(["blocked", argsOf(right, all)]),
      lists: [right, mistyped].map((id) => ({ id, name: `list ${id}` })),
      behaviour: { refused: new Set(all.slice(0, 10)) },
    });
    const failed = await project.up();
    expect(failed.text).toContain("Fix the refused entries, or remove them from the program.");
    expect(appBundles(right)).toEqual(half);
    project.write("index.js", programWith(["blocked", argsOf(right, half)]));
    succeeded(await project.preview());
    succeeded(await project.up());
    expect(appBundles(right)).toEqual(half);

    requests();
    const replaced = (options: string): string => programWith(["blocked", argsOf(mistyped, half), options]);
    for (const options of ["{ deleteBeforeReplace: true }", "{}"]) {
      project.write("index.js", replaced(options));
      const refused = await (options === "{}" ? project.preview() : project.up());
      expect(refused.code).not.toBe(0);
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

describe("an approval", () => {
  it("allows an approved change that only the list shows, while the list is unchanged", async () => {
    const unmanaged = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.own.a"], "exclusive: true"),
      holds: unmanaged,
    });
    const refused = await project.up();
    expect(refused.code).not.toBe(0);
    project.environment["APP_LIST_APPROVE"] = approvalIn(refused.text);

    simulator.edit(4321, { add: { appBundles: ["com.existing.new"] } });
    expect((await project.up()).code).not.toBe(0);
    expect(appBundles()).toHaveLength(21);

    simulator.edit(4321, { remove: { appBundles: ["com.existing.new"] } });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
  });
});

describe("several approvals", () => {
  it("are printed whole if an exclusive list needs one for the program and one for what only the list shows", async () => {
    const names = (letter: string): readonly string[] =>
      Array.from({ length: 20 }, (_, nth) => `com.${letter}.x${nth}`);
    const { project, simulator, appBundles } = await testbed({ program: programOf(names("own"), "exclusive: true") });
    succeeded(await project.up());
    simulator.edit(4321, { add: { appBundles: names("existing") } });
    project.write("index.js", programOf(names("own").slice(10), "exclusive: true"));
    project.environment["APP_LIST_APPROVE"] = approvalIn((await project.up()).text);
    const second = await project.up();
    expect(second.text).toContain("would remove 30 of 40 entries");
    expect(appBundles()).toHaveLength(40);
    project.environment["APP_LIST_APPROVE"] = approvalIn(second.text);
    succeeded(await project.up());
    expect(appBundles()).toEqual(names("own").slice(10).toSorted());
  });
});

describe.each(oneOrAllHosts(dynamicHost))(
  "with $name, bad input gives one readable error and changes nothing",
  (host) => {
    it("in the arguments of a resource", async () => {
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
      const program = programWith([
        "blocked",
        `{
        appListId: 4321,
        appBundles: ["com.a,com.b", "", " ", "com.a\\ncom.b"],
        websites: [123456789],
        placementIds: ["1001"],
        appBundle: ["com.a"],
        removalLimit: "lots",
      }`,
      ]);
      const { project, requests } = await testbed({ host, program });
      const { code, text } = await project.up();
      expect(code).not.toBe(0);
      for (const problem of problems) expect(text).toContain(problem);
      expect(text).not.toMatch(stackTrace);
      expect(text.slice(text.indexOf("Diagnostics:")).match(/error: /gu)).toHaveLength(1);
      expect(requests()).toEqual([]);
      expect(await resourcesOf(project)).toEqual([]);
    });

    it("in the files of a program that has begun to change another resource, of which the error claims nothing", async () => {
      const { project, appBundles } = await testbed({ host, program: programOf(["com.own.a"]) });
      succeeded(await project.up());
      const failing = [
        [`entriesFromFile("lists/missing.txt")`, "was not found in"],
        [`entriesFromFile("index.js")`, "has an unknown format"],
      ] as const;
      for (const [index, [argument, problem]] of failing.entries()) {
        const added = [`com.own.a`, `com.own.x${index}`];
        // The second resource depends on the first, so the file is read after that was changed.
        const second = `.urn.apply(() => { ${argument}; });`;
        const program = programOf(added).replace("new AppListEntries", "const first = new AppListEntries");
        const names = "{ AppListEntries, entriesFromFile }";
        project.write("index.js", `${program.replace("{ AppListEntries }", names)}first${second}\n`);
        const { code, text } = await project.up();
        expect(code).not.toBe(0);
        expect(text).toContain(problem);
        expect(text).not.toMatch(/nothing (was|is|has)/iu);
        expect(appBundles()).toEqual(added);
      }
    });

    it("in arguments that are missing altogether", async () => {
      const program = 'const { AppListEntries } = require("pulumi-app-list");\nnew AppListEntries("blocked");\n';
      const { project } = await testbed({ host, program });
      const { code, text } = await project.preview();
      expect(code).not.toBe(0);
      expect(text).toContain("appListId: is missing");
      expect(text).not.toMatch(stackTrace);
    });

    it("in the settings, or in the API that they lead to", async () => {
      const elsewhere = createServer((_, response) => response.end());
      let visits = 0;
      elsewhere.on("request", () => (visits += 1));
      elsewhere.listen(0, "127.0.0.1");
      await once(elsewhere, "listening");
      const address = elsewhere.address();
      if (address === null || typeof address === "string") throw new Error("The server has no port.");
      const moved = await startSimulator({
        faults: [
          {
            on: { action: "token" },
            effect: "before",
            answer: { kind: "status", status: 307, headers: { location: `http://127.0.0.1:${address.port}/` } },
          },
        ],
      });
      onTestFinished(() => moved.close());
      const closed = await startSimulator();
      await closed.close();
      const inAccount = (name: string, appListId = 4321): readonly [string, string] => [
        name,
        argsOf(appListId, [`com.${name}.a`], `account: "${name}"`),
      ];
      const { project, simulator, appBundles } = await testbed({
        host,
        program: programWith(
          ["unconfigured", argsOf(4321, ["com.own.a"])],
          inAccount("stranger"),
          inAccount("insecure"),
          inAccount("mistaken", 777),
          inAccount("closed"),
          inAccount("moved"),
        ),
        isConfigured: false,
      });
      const known = { ...defaultAccount, baseUrl: simulator.url };
      const accounts = {
        stranger: { ...known, password: "not-the-password-9f2c" },
        insecure: { ...known, baseUrl: "http://api.example.com" },
        mistaken: known,
        // Long enough for all attempts, whose pauses are random.
        closed: { ...known, baseUrl: closed.url, timeoutSeconds: 10 },
        moved: { ...known, baseUrl: moved.url },
      };
      project.configure({ secret: { accounts: JSON.stringify(accounts) } });
      const { code, text } = await project.up("--continue-on-error");
      elsewhere.close();
      expect(code).not.toBe(0);
      expect(text).not.toMatch(stackTrace);
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
      // An API that is not there.
      expect(text).toContain("could not be reached");
      expect(text).toContain("Check app-list:accounts.closed.baseUrl, the network");
      // An API that redirects, which gets no credentials to another place.
      expect(text).toContain("redirects are not followed");
      expect(visits).toBe(0);
    });
  },
);

describe.each(pulumiHosts)("with $name, secrets", (host) => {
  it("are encrypted in the state, also as entries, and neither printed nor sent elsewhere", async () => {
    const program = (...entries: readonly string[]): string =>
      `const pulumi = require("@pulumi/pulumi");\n${programWith(
        ["blocked", argsOf(4321, entries)],
        ["hidden", `{ appListId: 4322, appBundles: pulumi.secret(["com.secret.a"]) }`],
      )}`;
    const { project, simulator, appBundles } = await testbed({
      host,
      program: program("com.own.a"),
      lists: [
        { id: 4321, name: "one" },
        { id: 4322, name: "two" },
      ],
    });
    const { secret } = settingsFor(simulator);
    const up = succeeded(await project.up("--logtostderr", "-v=3"));
    expect(appBundles(4322)).toEqual(["com.secret.a"]);
    expect(await project.readState()).not.toContain("com.secret.a");
    expect(succeeded(await project.up("--refresh")).text).toContain("3 unchanged");

    simulator.addFault({
      on: { action: "add" },
      effect: "before",
      answer: { kind: "status", status: 400, body: JSON.stringify({ echoed: Object.values(secret) }) },
    });
    project.write("index.js", program("com.own.a", "com.own.b"));
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    const everything = [up.text, failed.text, await project.readState(), JSON.stringify(simulator.journal)].join("\n");
    for (const value of Object.values(secret)) {
      expect(everything).not.toContain(value);
      expect(everything).not.toContain(encodeURIComponent(value));
      expect(everything).not.toContain(Buffer.from(value).toString("base64"));
    }
  });

  it("in plain text in the configuration cause a warning with the command that encrypts them", async () => {
    const { project, simulator } = await testbed({ host, program: programOf(["com.own.a"]), isConfigured: false });
    const { plain, secret } = settingsFor(simulator);
    project.configure({ plain: { ...plain, ...secret } });
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain("app-list:password is in the stack's configuration file as plain text");
    expect(preview.text).toContain("pulumi config set --secret app-list:password");
    expect(preview.text).not.toContain("app-list:username is in");
  });
});
