import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Simulator } from "../../provider/simulator/index";
import type { Ended, Session } from "../harness/shell-session";
import type { Step } from "./page-steps";

/** Commands of a page. */
type Commands = Extract<Step, { readonly kind: "commands" }>;

/** Commands that ran, with their essential output. */
export interface Result extends Ended {
  readonly step: Commands;
}

/** Where the steps run. */
interface Place {
  readonly session: Session;
  /** The folder of the files that the steps write. */
  readonly folder: string;
  /** The account in place of the reader's, for pages that use one. */
  readonly account?: Pick<Simulator, "url" | "account">;
}

/** The values of the pages that a reader replaces. */
const shown = {
  baseUrl: "https://api.example.com",
  username: "ad.ops@example.com",
  simulator: "http://127.0.0.1:8080",
} as const;

/**
 * Variables for a terminal that cannot ask questions. Pulumi finds the home folder of the user without HOME, so it needs a
 * folder of its own.
 */
const unattended = (folder: string): string => `
mkdir -p '${folder}'
export PULUMI_HOME='${folder}'
export PULUMI_CONFIG_PASSPHRASE=reader PULUMI_SKIP_CONFIRMATIONS=true PULUMI_SKIP_UPDATE_CHECK=1
export PULUMI_OPTION_NON_INTERACTIVE=true PULUMI_OPTION_SUPPRESS_PROGRESS=true PULUMI_OPTION_COLOR=never
`;

/**
 * Runs the steps of a page in order, until one ends otherwise than the page announces. The values of the reader's account
 * become those of a simulator, and the port of the simulator that a page starts becomes a free one.
 */
export async function runSteps(
  steps: readonly Step[],
  { session, folder, account }: Place,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  // Beside the folder, which the steps may have to create.
  const state = `${folder}.pulumi`;
  let simulator: string = shown.simulator;
  await session.run(unattended(state));
  for (const step of steps) {
    if (step.kind === "file") {
      const path = join(folder, step.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.content);
      continue;
    }
    const script = withAccount(step.script, account)
      .replaceAll(shown.simulator, simulator)
      .replaceAll("pulumi login --local", `pulumi login 'file://${state}'`);
    const ended = step.runsOn
      ? { code: 0, output: await session.start(script.replace("--port 8080", "--port 0"), /\n\n$/u) }
      : await session.run(script);
    if (step.runsOn) simulator = /http:\/\/127\.0\.0\.1:\d+/u.exec(ended.output)?.[0] ?? simulator;
    const output = essentialOutput(ended.output).replaceAll(simulator, shown.simulator);
    results.push({
      step,
      code: ended.code,
      output: account === undefined ? output : output.replaceAll(account.url, shown.baseUrl),
    });
    if (!isExpected(step, ended.code)) break;
  }
  return results;
}

/** Whether commands ended as their page announces. A report, as the last command, exits with 2 if there are changes. */
export function isExpected({ exitCode, script }: Commands, code: number): boolean {
  if (code === 2 && /app-list report[^\n]*\n$/u.test(script)) return true;
  return exitCode === "failure" ? code !== 0 : code === exitCode;
}

/** The commands with the values of an account, and the answers to questions for secrets. */
function withAccount(script: string, account: Place["account"]): string {
  if (account === undefined) return script;
  const values = new Map(
    Object.entries(account.account).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
  return script
    .replaceAll(shown.baseUrl, account.url)
    .replaceAll(shown.username, account.account.username)
    .replaceAll(/^(pulumi config set --secret app-list:(\w+)) *(?:#.*)?$/gmu, (_, command: string, key: string) => {
      return `${command} <<< '${values.get(key) ?? ""}'`;
    });
}

/**
 * The output of commands without the parts that differ between runs: Pulumi's progress, durations, and links to its service.
 */
export function essentialOutput(output: string): string {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter((line) => !isProgress(line) && !/^(?:Duration: |@ |More information at|View )/u.test(line));
  return `${kept
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()}\n`;
}

/** Whether a line shows the progress of a resource: "+  app-list:AppListEntries blocked creating (0s)". */
function isProgress(line: string): boolean {
  return /^ [ +~-]{2} +(?:pulumi:pulumi:Stack|pulumi-nodejs:dynamic\/app-list:AppListEntries|app-list:index:\w+) \S+ */u.test(
    line,
  );
}
