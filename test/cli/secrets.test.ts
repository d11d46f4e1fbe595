import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "./run-program";
import { startSimulator, type Fault } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { testTerminal } from "./terminal";

/** An account whose secrets differ in every encoding. */
const account = {
  apiKey: "key/7Q+é canary",
  apiSecret: 'secret"9Z=%41\\canary',
  username: "ad.ops@example.com",
  password: "pass&word<5X>ü canary",
};

/** Answers that repeat the request with its credentials, or end the exchange in another way. */
const answers: readonly Fault["answer"][] = [
  ...[200, 400, 401, 403, 404, 409, 422, 429, 500].map((status) => ({ kind: "echo", status }) as const),
  { kind: "reset" },
  { kind: "cut" },
  { kind: "status", status: 302, headers: { location: "https://elsewhere.example/" } },
];

/** Commands that log in, as text and as JSON. FOLDER has a list file, list.txt. */
const commandLines = [
  "campaigns",
  "campaigns --json",
  "pull 4321 --output FOLDER",
  "pull 4321 --output FOLDER --json",
  "doctor",
  "doctor --json",
  "doctor --list 4321",
  "doctor --list 4321 --json",
  "show 4321 --verbose",
  "show 4321 --json --verbose",
  "diff 4321 FOLDER/list.txt --kind app-bundles --verbose",
  "find com.others.a --list 4321 --verbose",
  "campaigns --verbose",
  "pull 4321 --output FOLDER --verbose",
  "doctor --list 4321 --verbose",
];

/** The number of runs at the same time: most of them wait for a retry. */
const batchSize = 12;

/** Runs a command against a simulator with one fault. Returns all output and files, and the secrets to search for. */
async function run(commandLine: string, fault: Fault | undefined) {
  const simulator = await startSimulator({
    accounts: [account],
    lists: [{ id: 4321, name: "scratch", appBundles: ["com.others.a"], hasAssociatedCampaigns: false }],
    campaigns: [{ id: 1, name: "Spring" }],
    ...(fault && { faults: [fault] }),
  });
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  writeFileSync(join(folder, "list.txt"), "com.others.a\n");
  try {
    const terminal = testTerminal({
      environment: {
        APP_LIST_BASE_URL: simulator.url,
        APP_LIST_API_KEY: account.apiKey,
        APP_LIST_API_SECRET: account.apiSecret,
        APP_LIST_USERNAME: account.username,
        APP_LIST_PASSWORD: account.password,
        // A fault that stays would be waited out otherwise.
        APP_LIST_TIMEOUT_SECONDS: "1",
      },
    });
    const args = commandLine.replaceAll("FOLDER", folder).split(" ");
    const code = await runProgram(args, terminal);
    const files = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")) : [];
    return {
      code,
      left: [terminal.output(), terminal.messages(), ...files],
      secrets: secretsOf(simulator),
      requests: simulator.journal.length,
    };
  } finally {
    rmSync(folder, { recursive: true });
    await simulator.close();
  }
}

describe("the output of a command", () => {
  it.each(commandLines)("contains no secret, whatever the response to any of its requests: %s", async (commandLine) => {
    const usual = await run(commandLine, undefined);
    expect(usual.code).toBe(0);
    expect(leaksIn(usual.left, usual.secrets)).toEqual([]);
    const each = Array.from({ length: usual.requests }, (_, index) => ({ nth: index + 1 }));
    const faults = answers.flatMap((answer) => [...each, {}].map((on): Fault => ({ on, effect: "before", answer })));
    const leaks: unknown[] = [];
    let [failed, searched] = [0, 0];
    for (let first = 0; first < faults.length; first += batchSize) {
      const batch = faults.slice(first, first + batchSize);
      const runs = await Promise.all(batch.map(async (fault) => ({ fault, ...(await run(commandLine, fault)) })));
      for (const { fault, code, left, secrets } of runs) {
        if (code === 1) failed += 1;
        searched += secrets.length;
        const found = leaksIn(left, secrets);
        if (found.length > 0) leaks.push({ fault, found });
      }
    }
    const counts = `${faults.length} faults, ${failed} fatal; ${searched} secrets searched, in ${leaks.length} runs found`;
    process.stdout.write(`${commandLine}: ${counts}\n`);
    expect(leaks).toEqual([]);
    expect(failed).toBeGreaterThan(0);
  });
});
