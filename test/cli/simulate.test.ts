import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { campaignsCommand } from "../../provider/cli/campaigns/command";
import { runProgram } from "./run-program";
import { parseBehaviour, behaviourHelp } from "../../provider/cli/simulate/behaviour-options";
import { simulateCommand } from "../../provider/cli/simulate/command";
import { parseFaults } from "../../provider/cli/simulate/fault-options";
import { parseLists } from "../../provider/cli/simulate/list-options";
import { formatLogLine } from "../../provider/cli/simulate/output";
import { defaultAccount, defaultBehaviour, startSimulator } from "../../provider/simulator/index";
import { environmentFor, testTerminal, type TestTerminal } from "./terminal";

const startedSchema = z.object({ event: z.literal("started"), url: z.string(), lists: z.array(z.unknown()) });

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
  const code = await runProgram(["simulate", ...options], terminal, [simulateCommand]);
  await Promise.all(using);
  return { code, terminal };
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "simulate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function listCampaigns(url: string): Promise<TestTerminal> {
  const terminal = testTerminal({ environment: environmentFor({ url }) });
  await runProgram(["campaigns", "--json"], terminal, [campaignsCommand]);
  return terminal;
}

describe("app-list simulate", () => {
  it("prints how to use it, logs every request, and exits with 0 at Ctrl-C", async () => {
    const { code, terminal } = await simulate([], listCampaigns);
    expect(code).toBe(0);
    expect(terminal.output()).toContain('  list 4321 "simulated": empty\n');
    expect(terminal.output()).toMatch(/export APP_LIST_BASE_URL=http:\/\/127\.0\.0\.1:\d+\n/u);
    expect(terminal.output()).toContain("pulumi config set --secret app-list:password simulated+password%40");
    expect(terminal.output()).toMatch(/POST {2}\/v1\/authentication\/token {2}200\n/u);
    expect(terminal.output()).toMatch(/GET {3}\/v1\/meta\/campaigns {2}page 1, 100 per page {2}200\n/u);
    expect(terminal.messages()).toBe("Stopped after 2 requests.\n");
  });

  it("prints the start, each request and the end as lines of JSON", async () => {
    const { terminal } = await simulate(["--json"], listCampaigns);
    const events = terminal
      .output()
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(events).toMatchObject([
      { event: "started", account: defaultAccount },
      { event: "request", action: "token", status: 200 },
      { event: "request", action: "campaigns", status: 200 },
      { event: "stopped", requests: 2 },
    ]);
    expect(startedSchema.parse(events[0]).lists).toEqual([{ id: 4321, name: "simulated" }]);
  });

  it("fills several lists from files of any kind", async () => {
    const folder = folderWith({
      "apps.txt": "com.a  # note\ncom.b\ncom.a\n",
      "ids.txt": "10-abc\n",
      "mixed.csv": "app_bundle,website\ncom.c,example.com\n",
    });
    const lists = [`1=one:${folder}/apps.txt,${folder}/mixed.csv,placement-ids=${folder}/ids.txt`, "2=two"];
    const { terminal } = await simulate(["--json", ...lists.flatMap((list) => ["--list", list])]);
    const [line = ""] = terminal.output().split("\n");
    expect(startedSchema.parse(JSON.parse(line)).lists).toEqual([
      {
        id: 1,
        name: "one",
        appBundles: ["com.a", "com.b", "com.c"],
        placementIds: ["10-abc"],
        websites: ["example.com"],
      },
      { id: 2, name: "two", appBundles: [], placementIds: [], websites: [] },
    ]);
  });

  it("serves the campaigns of a file, and fails as chosen", async () => {
    const folder = folderWith({
      "campaigns.json": `[{"id": 7}]`,
      "faults.json": `[{"on": {"action": "campaigns", "nth": 2}, "effect": "before", "answer": {"kind": "status", "status": 400}}]`,
    });
    const files = ["--campaigns", `${folder}/campaigns.json`, "--faults", `${folder}/faults.json`];
    const answers: string[] = [];
    const { terminal } = await simulate([...files, "--fault", "token#3:after:403"], async (url) => {
      for (let time = 1; time <= 3; time += 1) answers.push((await listCampaigns(url)).output());
    });
    expect(JSON.parse(answers[0] ?? "")).toEqual({ version: 1, campaigns: [{ id: 7 }] });
    expect(answers.slice(1).join()).toMatch(/REQUEST_REFUSED.*AUTHENTICATION_FAILED/su);
    expect(terminal.output()).toContain("400  fault: status without effect");
    expect(terminal.output()).toContain("403  fault: status after the effect");
  });

  it("fails if the port is in use", async () => {
    const other = await startSimulator();
    onTestFinished(() => other.close());
    const { code, terminal } = await simulate(["--port", new URL(other.url).port]);
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("Choose another port");
  });

  it.each([
    [["--list", "x"], "--list"],
    [["--list", "1=a", "--list", "1=b"], "list 1 already"],
    [["--list", "1=a:/nowhere/*.txt"], "/nowhere/"],
    [["--behaviour", "order=random"], "must be one of append, sorted, reversed"],
    [["--behaviour", "colour=red"], 'no key "colour"'],
    [["--fault", "add:sometimes:reset"], "--fault"],
    [["--faults", "/nowhere.json"], "/nowhere.json"],
    [["--port", "70000"], "--port must be an integer from 0 to 65535"],
  ])("refuses %j", async (options, problem) => {
    const { code, terminal } = await simulate(options);
    expect(code).toBe(1);
    expect(terminal.messages()).toContain(problem);
    expect(terminal.output()).toBe("");
  });

  it("refuses files with other content, and names the place", async () => {
    const folder = folderWith({ "faults.json": `[{"on": {}, "effect": "never", "answer": {"kind": "cut"}}]` });
    const { terminal } = await simulate(["--faults", `${folder}/faults.json`]);
    expect(terminal.messages()).toContain('at "0.effect"');
  });
});

describe("the behaviour of a simulator", () => {
  it("has an option for everything, and the help names each", () => {
    const given = {
      addPresent: "error",
      removeAbsent: "error",
      removedCopies: "first",
      silentlyDropped: "com.a,com.b",
      silentlyKept: "com.c",
      refused: "com.d",
      removalRefused: "com.e",
      reservedNames: "refuse",
      letterCase: "lower",
      order: "sorted",
      emptyList: "refuse",
      maxEntriesPerRequest: "5",
      maxEntriesPerList: "6",
      websites: "null",
      read: "/v1/app_list/{id}",
      tokenLifetimeSeconds: "7",
      "campaigns.wrapping": "array",
      "campaigns.maxPerPage": "8",
      "campaigns.firstPage": "0",
      "campaigns.total": "9",
      "campaigns.shown": "4",
      "campaigns.otherPages": "nearest",
    };
    const behaviour = parseBehaviour(
      Object.entries(given).map((pair) => pair.join("=")),
      defaultBehaviour,
    );
    expect(behaviour).toEqual({
      ...given,
      silentlyDropped: new Set(["com.a", "com.b"]),
      silentlyKept: new Set(["com.c"]),
      refused: new Set(["com.d"]),
      removalRefused: new Set(["com.e"]),
      maxEntriesPerRequest: 5,
      maxEntriesPerList: 6,
      tokenLifetimeSeconds: 7,
      campaigns: { wrapping: "array", maxPerPage: 8, firstPage: 0, total: 9, shown: 4, otherPages: "nearest" },
      "campaigns.wrapping": undefined,
      "campaigns.maxPerPage": undefined,
      "campaigns.firstPage": undefined,
      "campaigns.total": undefined,
      "campaigns.shown": undefined,
      "campaigns.otherPages": undefined,
    });
    for (const key of Object.keys(given)) expect(behaviourHelp()).toContain(`  ${key}=`);
    expect(Object.keys(defaultBehaviour).filter((key) => !behaviourHelp().includes(`  ${key}`))).toEqual([]);
  });

  it("is refused with everything that is invalid", () => {
    expect(() =>
      parseBehaviour(["order", "read=nowhere", "maxEntriesPerList=0", "__proto__=1"], defaultBehaviour),
    ).toThrow(/order needs a value.*read must begin.*maxEntriesPerList must be.*__proto__/su);
  });
});

describe("a fault", () => {
  it("has an action, a list, a number, an effect and an answer", () => {
    expect(parseFaults(["add@4321#2:after:reset", "any:before:429", "token:before:hang", "add:after:slow=70"])).toEqual(
      [
        { on: { action: "add", appListId: 4321, nth: 2 }, effect: "after", answer: { kind: "reset" } },
        { on: {}, effect: "before", answer: { kind: "status", status: 429 } },
        { on: { action: "token" }, effect: "before", answer: { kind: "hang" } },
        { on: { action: "add" }, effect: "after", answer: { kind: "slow", seconds: 70 } },
      ],
    );
  });

  it.each(["", "add", "add:after", "add#0:after:cut", "add:after:099", "add:after:slow", "put:after:cut"])(
    "is refused as %j",
    (text) => {
      expect(() => parseFaults([text])).toThrow("is not of the form");
    },
  );
});

describe("a simulated list", () => {
  it("refuses invalid entries, and names their places", async () => {
    const folder = folderWith({ "ids.txt": "abc\n" });
    const { code, terminal } = await simulate(["--list", `1=a:placement-ids=${folder}/ids.txt`]);
    expect(code).toBe(1);
    expect(terminal.messages()).toContain('ids.txt:1: "abc" does not');
  });

  it("may have a pattern with braces", () => {
    expect(parseLists(["1=a:x/{b,c}.txt,websites=d.txt"])).toEqual([
      {
        id: 1,
        name: "a",
        files: [
          { kind: "appBundles", pattern: "x/{b,c}.txt" },
          { kind: "websites", pattern: "d.txt" },
        ],
      },
    ]);
  });
});

describe("a line of the log", () => {
  const moment = new Date("2026-11-21T10:11:12.345Z");

  it("counts the entries of a request and names the first of them", () => {
    const entries = { appBundles: ["com.a", "com.b", "com.c", "com.d"], websites: ["\u001b[2J"] };
    const path = "/v1/app_list/1/add";
    expect(formatLogLine({ method: "PATCH", path, action: "add", entries, status: 200 }, moment)).toBe(
      String.raw`10:11:12  PATCH /v1/app_list/1/add  +4 app bundles "com.a", "com.b", "com.c" and 1 more; +1 website "\u{1b}[2J"  200`,
    );
  });

  it("shows an unprintable path escaped", () => {
    const line = formatLogLine({ method: "GET", path: "/\u009b2J", action: "other", status: 404 }, moment);
    expect(line).toBe(String.raw`10:11:12  GET   "/\u{9b}2J"  404`);
  });
});
