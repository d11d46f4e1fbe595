import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatLogLine } from "../../provider/cli/commands/simulate";
import { folderWith } from "../files/folder";
import { built } from "../harness/built";
import { startNode } from "../harness/child";
import { simulatorForTest } from "../simulator/simulators";
import { runProgram } from "./run-program";
import { environmentFor } from "./terminal";

const program = join(built(), "bundles/app-list.js");

/** Starts the command. Returns how to use the simulator, as it prints it, a function for the log, and its URL. */
async function simulate(...options: readonly string[]) {
  const process = startNode(program, "simulate", ...options);
  const lines: string[] = [];
  while (lines.filter((line) => line === "").length < 2) lines.push(await process.line());
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(lines.join("\n"))?.[0] ?? "";
  return { lines, logLine: () => process.line(), url };
}

async function show(url: string, id: number): Promise<string> {
  return (await runProgram(["show", String(id)], { environment: environmentFor({ url }) })).output;
}

describe("app-list simulate", () => {
  it("prints how to use it, and logs every request", async () => {
    const { lines, logLine, url } = await simulate();
    expect(lines).toEqual([
      `The simulator runs at ${url}, with an account of its own, in memory, until Ctrl-C.`,
      '  list 4321 "simulated": 0 app bundles, 0 placement IDs, 0 websites',
      "",
      "To use it in a shell:",
      `  export APP_LIST_BASE_URL=${url}`,
      "  export APP_LIST_API_KEY=simulated-key",
      "  export APP_LIST_API_SECRET=simulated-secret",
      "  export APP_LIST_USERNAME=ad.ops+lists@example.com",
      "  export APP_LIST_PASSWORD=simulated+password%40",
      "",
    ]);
    await show(url, 4321);
    expect(await logLine()).toMatch(/POST {2}\/v1\/authentication\/token {2}200$/u);
    expect(await logLine()).toMatch(/PATCH \/v1\/app_list\/4321\/remove {2}probe: removes no entry {2}200$/u);
  });

  it("fills several lists from files of any kind", async () => {
    const folder = folderWith({
      "apps.txt": "com.a  # note\ncom.b\ncom.a\n",
      "ids.txt": "10-abc\n",
      "mixed.csv": "app_bundle,website\ncom.c,example.com\n",
    });
    const { lines, url } = await simulate("--list", `1=one:${folder}/*`, "--list", "2=two");
    expect(lines).toContain('  list 1 "one": 3 app bundles, 1 placement ID, 1 website');
    const shown =
      "\n3 app bundles\n  com.a\n  com.b\n  com.c\n\n1 placement ID\n  10-abc\n\n1 website\n  example.com\n";
    expect(await show(url, 1)).toContain(shown);
    expect(await show(url, 2)).toContain("\n0 app bundles\n\n0 placement IDs\n\n0 websites\n");
  });

  // Without a handler, the first process of a container ignores these signals.
  it.each(["SIGINT", "SIGTERM"] as const)("ends with 0 after %s", async (signal) => {
    const child = spawn(process.execPath, [program, "simulate"], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("ends with 0 at the first request after the reader of its log has ended", async () => {
    const child = spawn(process.execPath, [program, "simulate"], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const messages = text(child.stderr);
    const use: readonly unknown[] = await once(child.stdout, "data");
    child.stdout.destroy();
    await Promise.allSettled([fetch(/http:\/\/127\.0\.0\.1:\d+/u.exec(String(use[0]))?.[0] ?? "")]);
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await messages).toBe("");
  });

  const form = "--list must have the form <id>=<name>";

  it.each([
    [["--list", "x", "--port", "70000"], `--port must be an integer from 0 to 65535; ${form}`],
    [["--list", "0=a"], form],
    [["--list", "1=a", "--list", "1=b"], "list 1 already"],
    [["--port", "USED"], "cannot listen on port"],
    [["--list", "1=a:/nowhere/*.txt"], "/nowhere/"],
    [["--list", "1=a:FOLDER/placement-ids.txt"], 'placement-ids.txt:1: "abc" does not'],
    [["--list", "1=a:FOLDER/mixed.txt"], "list it in a .csv file, in a column called app_bundle"],
  ])("refuses %j", async (options, problem) => {
    const folder = folderWith({ "placement-ids.txt": "abc\n", "mixed.txt": "10-abc\ncom.a\n" });
    const { port } = new URL((await simulatorForTest()).url);
    const words = options.map((word) => word.replace("FOLDER", folder).replace("USED", port));
    const { code, output, messages } = await runProgram(["simulate", ...words]);
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toContain(problem);
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

  it("names the entry of a removal", () => {
    const request = { method: "PATCH", path: "/v1/app_list/1/remove", action: "remove", status: 200 } as const;
    const removal = formatLogLine({ ...request, entries: { appBundles: ["com.a"] } }, moment);
    expect(removal).toBe('10:11:12  PATCH /v1/app_list/1/remove  −1 app bundle "com.a"  200');
  });

  it("shows an unprintable path escaped", () => {
    const line = formatLogLine({ method: "GET", path: "/\u009b2J", action: "other", status: 404 }, moment);
    expect(line).toBe(String.raw`10:11:12  GET   "/\u{9b}2J"  404`);
  });
});
