import { describe, expect, it } from "vitest";
import { runProgram } from "./run-program";
import { formatLogLine } from "../../provider/cli/commands/simulate";
import { folderWith } from "../files/folder";
import { environmentFor, testTerminal, type TestTerminal } from "./terminal";

/** Runs the command until the test has used the simulator, then presses Ctrl-C. */
async function simulate(
  options: readonly string[],
  use: (url: string, terminal: TestTerminal) => Promise<unknown> = async () => undefined,
): Promise<{ readonly code: number; readonly terminal: TestTerminal }> {
  const using: Promise<unknown>[] = [];
  const terminal = testTerminal({
    onWrite: (text) => {
      if (using.length > 0) return;
      const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(text)?.[0] ?? "";
      using.push(use(url, terminal).finally(() => terminal.interrupt()));
    },
  });
  const code = await runProgram(["simulate", ...options], terminal);
  await Promise.all(using);
  return { code, terminal };
}

async function listCampaigns(url: string): Promise<TestTerminal> {
  const terminal = testTerminal({ environment: environmentFor({ url }) });
  await runProgram(["campaigns", "--json"], terminal);
  return terminal;
}

describe("app-list simulate", () => {
  it("prints how to use it, logs every request, and exits with 0 at Ctrl-C", async () => {
    const { code, terminal } = await simulate([], listCampaigns);
    expect(code).toBe(0);
    expect(terminal.output()).toContain('  list 4321 "simulated": 0 app bundles, 0 placement IDs, 0 websites\n');
    expect(terminal.output()).toMatch(/export APP_LIST_BASE_URL=http:\/\/127\.0\.0\.1:\d+\n/u);
    expect(terminal.output()).toContain("pulumi config set --secret app-list:password simulated+password%40");
    expect(terminal.output()).toMatch(/POST {2}\/v1\/authentication\/token {2}200\n/u);
    expect(terminal.output()).toMatch(/GET {3}\/v1\/meta\/campaigns {2}200\n/u);
    expect(terminal.messages()).toBe("Stopped after 2 requests.\n");
  });

  it("fills several lists from files of any kind", async () => {
    const folder = folderWith({
      "apps.txt": "com.a  # note\ncom.b\ncom.a\n",
      "ids.txt": "10-abc\n",
      "mixed.csv": "app_bundle,website\ncom.c,example.com\n",
    });
    const lists = [`1=one:${folder}/apps.txt,${folder}/mixed.csv,${folder}/ids.txt`, "2=two"];
    const shown: string[] = [];
    await simulate(
      lists.flatMap((list) => ["--list", list]),
      async (url) => {
        for (const id of ["1", "2"]) {
          const terminal = testTerminal({ environment: environmentFor({ url }) });
          await runProgram(["show", id, "--json"], terminal);
          shown.push(terminal.output());
        }
      },
    );
    expect(shown.map((output): unknown => JSON.parse(output))).toMatchObject([
      {
        name: "one",
        entries: {
          appBundles: ["com.a", "com.b", "com.c"],
          placementIds: ["10-abc"],
          websites: ["example.com"],
        },
      },
      { name: "two", entries: { appBundles: [], placementIds: [], websites: [] } },
    ]);
  });

  it.each([
    [
      ["--list", "x", "--port", "70000"],
      "--port must be an integer from 0 to 65535; --list must have the form <id>=<name>",
    ],
    [["--list", "0=a"], "--list must have the form <id>=<name>"],
    [["--list", "1=a", "--list", "1=b"], "list 1 already"],
    [["--list", "1=a:/nowhere/*.txt"], "/nowhere/"],
    [["--list", "1=a:FOLDER/placement-ids.txt"], 'placement-ids.txt:1: "abc" does not'],
  ])("refuses %j", async (options, problem) => {
    const folder = folderWith({ "placement-ids.txt": "abc\n" });
    const { code, terminal } = await simulate(options.map((word) => word.replace("FOLDER", folder)));
    expect(code).toBe(1);
    expect(terminal.messages()).toContain(problem);
    expect(terminal.output()).toBe("");
  });
});

describe("a line of the log", () => {
  const moment = new Date("2026-11-21T10:11:12.345Z");

  it("counts the entries of a request and names the first of them", () => {
    const entries = { appBundles: ["com.a", "com.b", "com.c", "com.d", "com.e", "com.f"], websites: ["\u001b[2J"] };
    const path = "/v1/app_list/1/add";
    expect(formatLogLine({ method: "PATCH", path, action: "add", entries, status: 200 }, moment)).toBe(
      String.raw`10:11:12  PATCH /v1/app_list/1/add  +6 app bundles "com.a", "com.b", "com.c", "com.d", "com.e" and 1 more; +1 website "\u{1b}[2J"  200`,
    );
  });

  it("names a probe, which removes nothing", () => {
    const request = { method: "PATCH", path: "/v1/app_list/1/remove", action: "remove", status: 200 } as const;
    const probe = formatLogLine({ ...request, entries: { appBundles: ["invalid.pulumiapplist.x1"] } }, moment);
    expect(probe).toBe("10:11:12  PATCH /v1/app_list/1/remove  probe: removes no entry  200");
    const removal = formatLogLine({ ...request, entries: { appBundles: ["com.a"] } }, moment);
    expect(removal).toBe('10:11:12  PATCH /v1/app_list/1/remove  −1 app bundle "com.a"  200');
  });

  it("shows an unprintable path escaped", () => {
    const line = formatLogLine({ method: "GET", path: "/\u009b2J", action: "other", status: 404 }, moment);
    expect(line).toBe(String.raw`10:11:12  GET   "/\u{9b}2J"  404`);
  });
});
