import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { leaksIn, secretsOf } from "../harness/canaries";
import { listsAndFiles } from "./lists";
import { runProgram } from "./run-program";
import { environmentFor, testTerminal } from "./terminal";

const list = {
  id: 4321,
  name: "brand safety",
  appBundles: ["com.b", "com.a"],
  websites: ["example.com"],
  hasAssociatedCampaigns: true,
};

describe("app-list show", () => {
  it("prints the entries of each kind, sorted, and whether campaigns use the list", async () => {
    const { run, simulator } = await listsAndFiles([list]);
    const { code, output, messages } = await run("show 4321");
    expect([code, messages]).toEqual([0, ""]);
    expect(output).toBe(
      'app list 4321 "brand safety"\nCampaigns use the list.\n\n2 app bundles\n  com.a\n  com.b\n\n' +
        "0 placement IDs\n\n1 website\n  example.com\n",
    );
    expect(simulator.list(4321)).toMatchObject({ appBundles: ["com.b", "com.a"], websites: ["example.com"] });
  });

  it("prints the entries of one kind for other programs, one per line, and the rest as messages", async () => {
    const { run } = await listsAndFiles([list]);
    const { code, output, messages } = await run("show 4321 --kind app-bundles");
    expect([code, output]).toEqual([0, "com.a\ncom.b\n"]);
    expect(messages).toBe('app list 4321 "brand safety"\nCampaigns use the list.\n');
    expect((await run("show 4321 --kind placement-ids")).output).toBe("");
  });

  it("exits with 3 if the API does not show a kind that was asked for", async () => {
    const { run } = await listsAndFiles([list], {}, { behaviour: { websites: "hidden" } });
    const all = await run("show 4321");
    expect(all.code).toBe(3);
    expect(all.output).toContain("Not verified: the API does not show the websites of the list.\n");
    expect(all.output).not.toContain("0 websites");
    expect(await run("show 4321 --kind app-bundles")).toMatchObject({ code: 0, output: "com.a\ncom.b\n" });
    const websites = await run("show 4321 --kind websites");
    expect([websites.code, websites.output]).toEqual([3, ""]);
    expect(websites.messages).toContain("Not verified: the API does not show the websites of the list.\n");
  });

  it("prints the result as JSON, without the kinds that the API does not show", async () => {
    const { run } = await listsAndFiles([list], {}, { behaviour: { websites: "null" } });
    expect(JSON.parse((await run("show 4321 --json")).output)).toEqual({
      version: 1,
      appListId: 4321,
      name: "brand safety",
      description: "",
      hasAssociatedCampaigns: true,
      notVerified: ["websites"],
      entries: { appBundles: ["com.a", "com.b"], placementIds: [] },
    });
    expect(JSON.parse((await run("show 4321 --json --kind placement-ids")).output)).toMatchObject({
      notVerified: [],
      entries: { placementIds: [] },
    });
  });

  it("escapes what a terminal would interpret, and keeps it in JSON", async () => {
    const entry = "com.\u001b[2J\u202ea";
    const { run } = await listsAndFiles([{ id: 1, name: "\u001b]0;x\u0007\u009b", appBundles: [entry] }]);
    for (const command of ["show 1", "show 1 --kind app-bundles", "show 1 --json"]) {
      const { output, messages } = await run(command);
      expect((output + messages).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    expect(JSON.parse((await run("show 1 --json")).output)).toMatchObject({ entries: { appBundles: [entry] } });
    expect((await run("show 1 --kind app-bundles")).output).toBe(String.raw`com.\u{1b}[2J\u{202e}a` + "\n");
  });

  it("does not show a sentinel as an entry", async () => {
    const { run } = await listsAndFiles([
      { id: 1, name: "a", appBundles: ["com.a", `${reservedAppBundlePrefix}left`] },
    ]);
    expect((await run("show 1 --kind app-bundles")).output).toBe("com.a\n");
  });

  it.each([
    ["show 9", "App list 9 cannot be read: the API returns 404"],
    ["show abc", "list-id must be a positive integer"],
    ["show 4321 --kind apps", "--kind must be one of app-bundles, placement-ids, websites"],
    ["show", "missing required argument 'list-id'"],
  ])("exits with 1, and names the problem: %s", async (command, problem) => {
    const { run } = await listsAndFiles([list]);
    const asText = await run(command);
    expect([asText.code, asText.output]).toEqual([1, ""]);
    expect(asText.messages).toContain(problem);
    const { code, output, messages } = await run(`${command} --json`);
    expect([code, messages]).toEqual([1, ""]);
    const message: unknown = expect.stringContaining(problem);
    expect(JSON.parse(output)).toMatchObject({ error: { message } });
  });

  it("reads the list in the way of app-list:observe", async () => {
    const read = "/v1/app_list/{id}";
    const { run, simulator } = await listsAndFiles([list], {}, { behaviour: { removeAbsent: "error", read } });
    const refused = await run("show 4321");
    expect([refused.code, refused.output]).toEqual([1, ""]);
    expect(refused.messages).toContain("app-list:readPath");
    simulator.clearJournal();
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: read };
    const { code } = await run("show 4321", { environment: { ...environmentFor(simulator), ...settings } });
    expect(code).toBe(0);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "read"]);
  });

  it.each(["404", "503", "403"])("contains no secret of app-list:readPath after status %s", async (status) => {
    const answer = { kind: "status", status: Number(status) } as const;
    const faults = [{ on: { action: "read" }, effect: "before", answer }] as const;
    const behaviour = { read: "/v1/app_list/{id}" };
    const { run, simulator } = await listsAndFiles([list], {}, { behaviour, faults });
    const [password = ""] = secretsOf({ account: simulator.account, issuedTokens: [] }).slice(2);
    const settings = {
      APP_LIST_OBSERVE: "read",
      APP_LIST_READ_PATH: `/v1/app_list/{id}?key=${encodeURIComponent(password)}`,
      APP_LIST_TIMEOUT_SECONDS: "1",
    };
    for (const json of ["", " --json", " --verbose"]) {
      const { code, output, messages } = await run(`show 4321${json}`, {
        environment: { ...environmentFor(simulator), ...settings },
      });
      expect(code).toBe(1);
      expect(output + messages).toContain("/v1/app_list/4321?key=[secret]");
      expect(leaksIn([output, messages], secretsOf(simulator))).toEqual([]);
    }
  });

  it("stops at Ctrl-C, and does not send the rest of its requests", async () => {
    const { simulator } = await listsAndFiles([list]);
    const terminal = testTerminal({
      environment: environmentFor(simulator),
      onMessage: (text) => {
        if (text.includes("/v1/authentication/token")) terminal.interrupt();
      },
    });
    expect(await runProgram(["show", "4321", "--verbose"], terminal)).toBe(1);
    expect(terminal.output()).toBe("");
    expect(terminal.messages()).toContain(
      "The command was canceled before PATCH /v1/app_list/4321/remove had a result.",
    );
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token"]);
  });
});
