import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { createServer } from "node:http";
import { once } from "node:events";
import { succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { programOf, testbed } from "./testbed";

/** Our code must explain, not dump: no line of a stack trace of this package. */
const stackTrace = /^\s+at .*(provider\/dist|pulumi-app-list)/mu;

describe("a change that fails half-way", () => {
  it("leaves in the state what the list really holds, and the next up sends only the rest", async () => {
    const { project, simulator, requests, appBundles, state } = await testbed({
      program: programOf(["com.own.a", "com.own.b", "com.own.c"]),
    });
    succeeded(await project.up());
    project.write("index.js", programOf(["com.own.b", "com.own.c", "com.own.d"]));
    simulator.setBehaviour({ removalRefused: new Set(["com.own.a"]) });
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain('the service refused to remove app bundle "com.own.a"');
    expect(failed.text).toContain("This change added 1 app bundle. Left: 1 app bundle still to be removed.");
    expect(failed.text).not.toMatch(stackTrace);
    expect(appBundles()).toEqual(["com.own.a", "com.own.b", "com.own.c", "com.own.d"]);
    expect((await state()).outputs["appBundles"]).toBe("com.own.a\ncom.own.b\ncom.own.c\ncom.own.d\n");

    simulator.setBehaviour({ removalRefused: new Set() });
    requests();
    simulator.clearJournal();
    succeeded(await project.up());
    expect(simulator.journal.slice(2).map(({ action, entries }) => ({ action, entries }))).toEqual([
      { action: "remove", entries: { appBundles: ["com.own.a"] } },
    ]);
    expect((await state()).outputs["appBundles"]).toBe("com.own.b\ncom.own.c\ncom.own.d\n");
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");
  });

  it("keeps the books of a create whose outcome is not known, so that destroy still removes what it added", async () => {
    const { project, simulator, appBundles, state } = await testbed({
      program: programOf(["com.own.a", "com.shared.b"]),
      holds: ["com.shared.b"],
      faults: [
        { on: { action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } },
        // A status with which no request is sent again.
        { on: { action: "remove", nth: 2 }, effect: "before", answer: { kind: "status", status: 501 } },
      ],
    });
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain("Not known: whether the last request about 1 app bundle took effect.");
    expect((await state()).outputs).toMatchObject({
      appBundles: "com.shared.b\n",
      unconfirmed: { add: { appBundles: "com.own.a\n" } },
    });
    simulator.clearFaults();
    succeeded(await project.up());
    expect((await state()).outputs).toMatchObject({
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
    });
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.shared.b"]);
  });

  it("is looked after when a removal got no answer and its line comes back to the program", async () => {
    const { project, simulator, appBundles } = await testbed({ program: programOf(["com.own.a", "com.own.b"]) });
    succeeded(await project.up());
    simulator.addFault({ on: { action: "remove", nth: 2 }, effect: "after", answer: { kind: "status", status: 503 } });
    simulator.addFault({ on: { action: "remove", nth: 3 }, effect: "before", answer: { kind: "status", status: 501 } });
    project.write("index.js", programOf(["com.own.a"]));
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain("Not known: whether the last request about 1 app bundle took effect.");
    expect(appBundles()).toEqual(["com.own.a"]);

    simulator.clearFaults();
    project.write("index.js", programOf(["com.own.a", "com.own.b"]));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
  });

  it("can be refreshed and destroyed right after a create that was made in part", async () => {
    const { project, appBundles } = await testbed({
      program: programOf(["com.bad.x", "com.own.a"]),
      behaviour: { refused: new Set(["com.bad.x"]) },
    });
    expect((await project.up()).code).not.toBe(0);
    expect(appBundles()).toEqual(["com.own.a"]);
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });

  it("creates what the service accepts, and names what it refuses", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.bad.x", "com.own.a", "com.own.b"]),
      behaviour: { refused: new Set(["com.bad.x"]) },
    });
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain('the service refused to add app bundle "com.bad.x"');
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
    expect(await resourcesOf(project)).toHaveLength(1);
    simulator.setBehaviour({ refused: new Set() });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.bad.x", "com.own.a", "com.own.b"]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });
});

describe("a destroy that fails half-way", () => {
  it("says how to go on, whether the resource is to go or to stay", async () => {
    const { project, simulator, appBundles } = await testbed({ program: programOf(["com.own.a", "com.own.b"]) });
    succeeded(await project.up());
    simulator.setBehaviour({ removalRefused: new Set(["com.own.b"]) });
    const failed = await project.destroy();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain("To keep the resource instead: pulumi up --refresh.");
    expect(appBundles()).toEqual(["com.own.b"]);
    succeeded(await project.up("--refresh"));
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
    simulator.setBehaviour({ removalRefused: new Set() });
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });

  it("succeeds with a warning when the list is gone, also where it cannot be looked at", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"], "claimExisting: true") });
    project.configure({ plain: { observe: "off" } });
    succeeded(await project.up());
    simulator.deleteList(4321);
    expect(succeeded(await project.destroy()).text).toContain("warning: the list no longer exists");
  });
});

describe("another base URL", () => {
  it("never makes a destroy remove entries of another service", async () => {
    const { project, appBundles } = await testbed({ program: programOf(["com.own.a", "com.own.b"]) });
    const other = await startSimulator({ lists: [{ id: 4321, name: "other", appBundles: ["com.own.a", "com.x"] }] });
    onTestFinished(() => other.close());
    succeeded(await project.up());
    project.configure({ plain: { baseUrl: other.url } });

    // Without the program a destroy works with the settings of the last update; with it, with today's.
    const destroy = await project.destroy("--run-program");
    expect(destroy.code).not.toBe(0);
    expect(destroy.text).toContain("Nothing was removed. Set app-list:baseUrl back to remove them.");
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

describe("the removal guard", () => {
  it("refuses in the preview to drop more than 30% of a resource's entries, and says how to allow it", async () => {
    const all = Array.from({ length: 10 }, (_, index) => `com.own.x${index}`);
    const { project, requests, appBundles } = await testbed({ program: programOf(all) });
    succeeded(await project.up());
    requests();
    project.write("index.js", programOf(all.slice(4)));
    const refused = await project.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain("would remove 4 of 10 entries (40%), more than the limit of 30% at once");
    expect(refused.text).toContain('removalLimit: 4, or removalLimit: "40%"');
    expect((await project.up()).code).not.toBe(0);
    expect(requests()).toEqual([]);
    project.write("index.js", programOf(all.slice(4), "removalLimit: 4"));
    succeeded(await project.up());
    expect(appBundles()).toHaveLength(6);
  });
});

describe("keys of the configuration", () => {
  it("that are misspelt are warned of, as they are ignored", async () => {
    const { project } = await testbed({ program: programOf(["com.own.a"]) });
    project.configure({ plain: { maxEntriesPerRequests: "5" } });
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain('"app-list:maxEntriesPerRequests" is not a setting and is ignored.');
    expect(preview.text).not.toContain('"app-list:baseUrl" is not a setting');
  });
});

/** The value of APP_LIST_APPROVE that a refusal prints. */
function approvalIn(text: string): string {
  return /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(text)?.[1] ?? "none";
}

describe("an approval", () => {
  it("lets exactly the refused change through, and no other", async () => {
    const all = Array.from({ length: 10 }, (_, index) => `com.own.x${index}`);
    const { simulator, project, requests, appBundles } = await testbed({ program: programOf(all) });
    succeeded(await project.up());
    project.write("index.js", programOf(all.slice(4)));
    const digest = approvalIn((await project.preview()).text);
    requests();

    project.environment["APP_LIST_APPROVE"] = digest;
    project.write("index.js", programOf(all.slice(5)));
    const other = await project.up();
    expect(other.code).not.toBe(0);
    expect(other.text).toContain("(APP_LIST_APPROVE approves another change now; ");
    expect(requests()).toEqual([]);

    project.write("index.js", programOf(all.slice(4)));
    // Somebody else has removed one of them meanwhile: that leaves less to do of what was approved.
    simulator.edit(4321, { remove: { appBundles: ["com.own.x0"] } });
    succeeded(await project.up());
    expect(appBundles()).toEqual(all.slice(4));
  });

  it("has no effect in the stack's configuration, and the warning names it", async () => {
    const all = Array.from({ length: 10 }, (_, index) => `com.own.x${index}`);
    const { project } = await testbed({ program: programOf(all) });
    succeeded(await project.up());
    project.write("index.js", programOf(all.slice(4)));
    const digest = approvalIn((await project.preview()).text);
    const refused = await project.up("-c", `app-list:approve=${digest}`);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('"app-list:approve" is not a setting and is ignored.');
  });

  it("lets through what only the list shows, as long as the list shows just that", async () => {
    const foreign = Array.from({ length: 20 }, (_, index) => `com.foreign.x${index}`);
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.own.a"], "exclusive: true"),
      holds: foreign,
    });
    const refused = await project.up();
    expect(refused.code).not.toBe(0);
    project.environment["APP_LIST_APPROVE"] = approvalIn(refused.text);

    simulator.edit(4321, { add: { appBundles: ["com.foreign.new"] } });
    expect((await project.up()).code).not.toBe(0);
    expect(appBundles()).toHaveLength(21);

    simulator.edit(4321, { remove: { appBundles: ["com.foreign.new"] } });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
  });
});

describe("several approvals", () => {
  it("are printed whole where an exclusive list needs one for the program and one for what only the list shows", async () => {
    const names = (letter: string): readonly string[] =>
      Array.from({ length: 20 }, (_, nth) => `com.${letter}.x${nth}`);
    const { project, simulator, appBundles } = await testbed({ program: programOf(names("own"), "exclusive: true") });
    succeeded(await project.up());
    simulator.edit(4321, { add: { appBundles: names("foreign") } });
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

describe("bad input gives one readable error and changes nothing", () => {
  it.each([
    ["a comma in an entry", `appBundles: ["com.a,com.b"]`, `appBundles[0]: "com.a,com.b" contains a comma`],
    ["an empty entry", `appBundles: ["com.a", ""]`, `appBundles[1]: "" is empty`],
    ["a blank entry", `appBundles: [" "]`, `appBundles[0]: " " has blanks`],
    [
      "a newline",
      `websites: ["a.example\\nb.example"]`,
      String.raw`websites[0]: "a.example\nb.example" contains a line break`,
    ],
    [
      "a placement id without -",
      `placementIds: ["1001"]`,
      `placementIds[0]: "1001" is not of the form <number>-<token>`,
    ],
    ["an argument that does not exist", `appBundle: ["com.a"]`, "appBundle is not an argument of AppListEntries"],
    [
      "an iOS id that is a number",
      `appBundles: [123456789]`,
      "appBundles[0]: the number 123456789 is neither a string",
    ],
    ["a removal limit that is none", `removalLimit: "lots"`, `removalLimit: "lots" is neither`],
  ])("%s", async (_, args, message) => {
    const { project, requests } = await testbed({ program: programOf([], args).replace("appBundles: [],", "") });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain(message);
    expect(text).not.toMatch(stackTrace);
    expect(text.slice(text.indexOf("Diagnostics:")).match(/error: /gu)).toHaveLength(1);
    expect(requests()).toEqual([]);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("arguments that are missing altogether", async () => {
    const program = 'const { AppListEntries } = require("pulumi-app-list");\nnew AppListEntries("blocked");\n';
    const { project } = await testbed({ program });
    const { code, text } = await project.preview();
    expect(code).not.toBe(0);
    expect(text).toContain("appListId: is missing");
    expect(text).not.toMatch(stackTrace);
  });

  it("a wrong password", async () => {
    const { project, appBundles } = await testbed({ program: programOf(["com.own.a"]) });
    project.configure({ secret: { password: "not-the-password-9f2c" } });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("invalid login credentials");
    expect(text).toContain("app-list:password");
    expect(text).not.toContain("not-the-password-9f2c");
    expect(text).not.toMatch(stackTrace);
    expect(appBundles()).toEqual([]);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("settings that are missing, all of them at once, each with its command", async () => {
    const { project } = await testbed({ program: programOf(["com.own.a"]), isConfigured: false });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    for (const key of ["baseUrl", "apiKey", "apiSecret", "username", "password"])
      expect(text).toContain(`app-list:${key}`);
    expect(text).toContain("pulumi config set --secret app-list:password");
    expect(text).not.toMatch(stackTrace);
  });

  it("a base URL with http to another host", async () => {
    const { project } = await testbed({ program: programOf(["com.own.a"]) });
    project.configure({ plain: { baseUrl: "http://api.example.com" } });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("app-list:baseUrl");
    expect(text).toContain("https");
    expect(text).not.toMatch(stackTrace);
  });

  it("a list that does not exist", async () => {
    const { project } = await testbed({ program: programOf(["com.own.a"]).replace("4321", "777") });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("app list 777");
    expect(text).toContain("Check the id");
    expect(text).not.toMatch(stackTrace);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("a service that is not there", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"]) });
    await simulator.close();
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("could not be reached");
    expect(text).toContain("app-list:baseUrl");
    expect(text).not.toMatch(stackTrace);
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("a service that redirects, which gets no credentials to another place", async () => {
    const elsewhere = createServer((_, response) => response.end());
    let visits = 0;
    elsewhere.on("request", () => (visits += 1));
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const address = elsewhere.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    const { project } = await testbed({
      program: programOf(["com.own.a"]),
      faults: [
        {
          on: { action: "token" },
          effect: "before",
          answer: { kind: "status", status: 307, headers: { location: `http://127.0.0.1:${address.port}/` } },
        },
      ],
    });
    const { code, text } = await project.up();
    elsewhere.close();
    expect(code).not.toBe(0);
    expect(text).toContain("redirects are not followed");
    expect(visits).toBe(0);
  });
});

describe("a read or a destroy that fails", () => {
  it("explains itself without a stack trace, and leaves the state and the list", async () => {
    const { project, simulator, appBundles } = await testbed({ program: programOf(["com.own.a"]) });
    succeeded(await project.up());
    simulator.addFault({ on: { action: "remove" }, effect: "before", answer: { kind: "status", status: 503 } });
    const before = await project.readState();
    for (const failed of [await project.pulumi("refresh", "--yes", "--skip-preview"), await project.destroy()]) {
      expect(failed.code).not.toBe(0);
      expect(failed.text).toContain("status 503");
      expect(failed.text).not.toMatch(/^\s+at /mu);
    }
    expect(appBundles()).toEqual(["com.own.a"]);
    expect((await resourcesOf(project)).map(({ outputs }) => outputs["appBundles"])).toEqual(["com.own.a\n"]);
    expect(before).toContain("com.own.a");
  });
});

describe("secrets", () => {
  it("stand encrypted in the state, and nowhere in what is printed or sent elsewhere", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"]) });
    const { secret } = settingsFor(simulator);
    const up = succeeded(await project.up("--logtostderr", "-v=3"));
    simulator.addFault({
      on: { action: "add" },
      effect: "before",
      answer: { kind: "status", status: 400, body: JSON.stringify({ echoed: Object.values(secret) }) },
    });
    project.write("index.js", programOf(["com.own.a", "com.own.b"]));
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    const everything = [up.text, failed.text, await project.readState(), JSON.stringify(simulator.journal)].join("\n");
    for (const value of Object.values(secret)) {
      expect(everything).not.toContain(value);
      expect(everything).not.toContain(encodeURIComponent(value));
      expect(everything).not.toContain(Buffer.from(value).toString("base64"));
    }
  });

  it("may be entries too, which then stand encrypted in the state", async () => {
    const { project, appBundles } = await testbed({
      program: `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: pulumi.secret(["com.secret.a"]) });
`,
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.secret.a"]);
    expect(await project.readState()).not.toContain("com.secret.a");
    expect(succeeded(await project.up("--refresh")).text).toContain("2 unchanged");
  });

  it("in plain text in the configuration are warned of, with the command that encrypts them", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"]), isConfigured: false });
    const { plain, secret } = settingsFor(simulator);
    project.configure({ plain: { ...plain, ...secret } });
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain("app-list:password stands in the stack's configuration as plain text");
    expect(preview.text).toContain("pulumi config set --secret app-list:password");
    expect(preview.text).not.toContain("app-list:username stands");
  });
});
