import { globSync, readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSimulator, type Fault } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { runProgram } from "./run-program";
import { environmentFor } from "./terminal";

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

/** Commands that log in, as text and as JSON; --verbose prints more and nothing less. FOLDER has a file, list.txt. */
const commandLines = [
  "campaigns --verbose",
  "campaigns --json",
  "pull 4321 --output FOLDER --verbose",
  "pull 4321 --output FOLDER --json",
  "doctor --list 4321 --verbose",
  "doctor --list 4321 --json",
  "show 4321 --verbose",
  "show 4321 --json --verbose",
  "diff 4321 FOLDER/list.txt --kind app-bundles --verbose",
  "find com.others.a --list 4321 --verbose",
];

/** Runs a command against a simulator with one fault. Returns all output and files, and the secrets to search for. */
async function run(commandLine: string, fault?: Fault) {
  const simulator = await startSimulator({
    accounts: [account],
    lists: [{ id: 4321, name: "scratch", appBundles: ["com.others.a"], hasAssociatedCampaigns: false }],
    campaigns: [{ id: 1, name: "Spring" }],
    ...(fault && { faults: [fault] }),
  });
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  writeFileSync(join(folder, "list.txt"), "com.others.a\n");
  try {
    // A fault that stays would be waited out otherwise.
    const timeout = fault === undefined ? "60" : "1";
    const environment = { ...environmentFor(simulator, account), APP_LIST_TIMEOUT_SECONDS: timeout };
    const words = commandLine.replaceAll("FOLDER", folder).split(" ");
    const { code, output, messages } = await runProgram(words, { environment });
    const paths = globSync(`${folder}/**/*.txt`);
    const files = paths.map((path) => readFileSync(path, "utf8"));
    const secrets = secretsOf(simulator);
    const leaks = leaksIn([output, messages, ...files], secrets);
    return { commandLine, fault, code, leaks, searched: secrets.length, requests: simulator.journal.length };
  } finally {
    rmSync(folder, { recursive: true });
    await simulator.close();
  }
}

/** Most runs wait for a retry, so many are made at the same time: with more, responses would be too late. */
async function runAll(jobs: readonly (readonly [commandLine: string, fault?: Fault])[]) {
  const queue = jobs.values();
  const ended: Awaited<ReturnType<typeof run>>[] = [];
  const work = async (): Promise<void> => {
    for (const [commandLine, fault] of queue) ended.push(await run(commandLine, fault));
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return ended;
}

describe("the output of a command", () => {
  it("contains no secret, whatever the response to any of its requests", async () => {
    const usual = await runAll(commandLines.map((commandLine) => [commandLine]));
    for (const ended of usual) expect(ended).toMatchObject({ code: 0, leaks: [] });
    const jobs = usual.flatMap(({ commandLine, requests }) => {
      const each = Array.from({ length: requests }, (_, index) => ({ nth: index + 1 }));
      return answers.flatMap((answer) =>
        [...each, {}].map((on) => [commandLine, { on, effect: "before", answer }] as const),
      );
    });
    const ended = await runAll(jobs);
    expect(ended.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    for (const commandLine of commandLines) {
      const some = ended.filter((one) => one.commandLine === commandLine);
      const failed = some.filter(({ code }) => code === 1).length;
      expect([commandLine, failed > 0]).toEqual([commandLine, true]);
    }
    const searched = ended.reduce((sum, one) => sum + one.searched, 0);
    process.stdout.write(`secrets of commands: ${ended.length} faults, ${searched} secrets searched\n`);
  });
});
