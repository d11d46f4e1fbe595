import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Ended, Session } from "../harness/shell-session";
import { codeBlocksOf } from "./markdown";
import { expectShown } from "./shown-output";

/*
 * The one way to run what a page prints, and to compare what it shows:
 *
 * - `readSteps` reads the files and commands of a page or of a section, with what the page announces about each.
 * - `runSteps` follows all of them in one shell, as a reader does: the README and the tutorial.
 * - `runPage` in test/acceptance/page-run.ts runs single commands of a section, between which a test does what the page
 *   describes in words: the other pages.
 *
 * Both run a command with the reader's values in place of the page's, and then call `expectStep`: it compares the exit
 * code, the parts that the paragraph quotes ("Expected: `…`"), and the block `text` or `json` right after the command.
 * With `npm run lab -- docs`, that block is written instead.
 */

/** A file that a reader writes, or commands. */
export interface Step {
  readonly line: number;
  readonly code: string;
  /** The path of a file, which the paragraph before it names last: "Add entries to `lists/apps.txt`:". */
  readonly file: string | undefined;
  /**
   * The paragraph before it. It can announce parts of the output ("Expected: `…`"), how the commands end ("exits with
   * 2", "fails"), and that they run "until you press Ctrl-C".
   */
  readonly introduction: string;
  /** The output that the page shows in the block right after the commands; undefined if it shows none. */
  readonly output: string | undefined;
  /** Both blocks with an output, as they are on the page. */
  readonly withOutput: (output: string) => string;
}

/**
 * Reads the steps of a page or of a part of it, in order. A block of commands is `sh`, and that of an output `text` or
 * `json`.
 */
export function readSteps(markdown: string): readonly Step[] {
  const blocks = codeBlocksOf({ path: "", text: markdown });
  const ends = blocks.map(({ index, text }) => index + text.length);
  return blocks.flatMap(({ line, language, code, index }, at) => {
    const before = markdown.slice(ends[at - 1] ?? 0, index);
    const introduction = /(?:^|\n)((?:[^\n]+\n)+)\n*$/u.exec(before)?.[1]?.trim() ?? "";
    const file = language === "sh" ? undefined : /`([\w./-]+\.[a-z]+)`[^`]*:$/u.exec(introduction)?.[1];
    if (language !== "sh" && file === undefined) return [];
    const next = blocks[at + 1];
    const isOutput = next !== undefined && /^(?:text|json)$/u.test(next.language);
    if (!isOutput || markdown.slice(ends[at], next.index).trim() !== "")
      return { line, code, file, introduction, output: undefined, withOutput: () => "" };
    const [indent = ""] = /^ */u.exec(next.text) ?? [];
    const withOutput = (output: string): string =>
      markdown.slice(index, next.index) +
      next.text.replace(/\n[^]*\n(?= *`+$)/u, () => `\n${output.replaceAll(/^(?=.)/gmu, indent)}`);
    return { line, code, file, introduction, output: next.code, withOutput };
  });
}

/** What a reader has in place of what the page shows. */
export interface ReaderValues {
  /** Texts of the page, and the values in their place. */
  readonly values?: Readonly<Record<string, string>>;
  /** The answers to questions for secrets, by the last word of their key. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Whether npm has installed the package in the folder. By default, `npx` is left out, and `app-list` is on PATH. */
  readonly isInstalled?: boolean;
}

/** The script of a step with the values of a reader. */
export function scriptOf(script: string, { values = {}, secrets = {}, isInstalled = false }: ReaderValues): string {
  return Object.entries(values)
    .reduce((all, [from, to]) => all.replaceAll(from, to), script)
    .replaceAll(isInstalled ? "" : "npx --no-install ", "")
    .replaceAll(/^( *pulumi config set .*--secret \S*?(\w+)) *(?:#.*)?$/gmu, (all, start: string, key: string) =>
      secrets[key] === undefined ? all : `${start} '${secrets[key]}'`,
    );
}

const digests = /\b[0-9a-f]{16}\b/u;

/** How a step ended, and what of it a page must show. */
interface Result extends Ended, Pick<ReaderValues, "values"> {
  /** What must be equal in the output of the page and of the run. */
  readonly comparable?: (text: string) => unknown;
  /** Default: what the page announces. */
  readonly exitCode?: number | "failure";
  readonly quoted?: readonly string[];
}

function announcedExitCode(introduction: string): number | "failure" {
  const code = /exits with (\d+)/u.exec(introduction)?.[1];
  if (code !== undefined) return Number(code);
  return /\bfails\b/u.test(introduction) ? "failure" : 0;
}

/**
 * Compares how a step ended with its page.
 *
 * @throws Error if it ended otherwise, or did not print what the page quotes or shows.
 */
export function expectStep(page: string, step: Step, result: Result): void {
  const { code, output, values = {}, comparable = comparableLines } = result;
  const [, expected = ""] = step.introduction.split("Expected:");
  const {
    exitCode = announcedExitCode(step.introduction),
    quoted = Array.from(expected.matchAll(/`([^`]+)`/gu), ([, each = ""]) => each),
  } = result;
  // A report, as the last command, exits with 2 if there are changes.
  const isReport = code === 2 && /app-list report[^\n]*\n$/u.test(step.code);
  const isExpected = isReport || (exitCode === "failure" ? code !== 0 : code === exitCode);
  const missing = quoted.filter((text) => !output.includes(text));
  const problem = !isExpected ? `exited with ${code}` : `did not print ${missing.join(", ")}`;
  if (!isExpected || missing.length > 0) {
    throw new Error(`${page}, line ${step.line}: ${step.code}${problem}\n${output}`);
  }
  if (step.output === undefined) return;
  const back = Object.entries(values).reduce((all, [from, to]) => (to === "" ? all : all.replaceAll(to, from)), output);
  // A page can begin with the messages of Pulumi.
  const parts = /^(?:Diagnostics|Outputs|Resources):$/mu;
  const essential = essentialOutput(back);
  const start = step.output.search(parts) === 0 ? Math.max(0, essential.search(parts)) : 0;
  // A digest depends on the port of the simulator.
  const [digest] = digests.exec(step.output) ?? [];
  const shownDigest = (printed: string): string => digest ?? printed;
  const printed = step.withOutput(essential.slice(start).replaceAll(new RegExp(digests, "gu"), shownDigest));
  expectShown({ page, shown: step.withOutput(step.output), printed, comparable });
}

/** Where the steps of a page run. */
interface Place extends ReaderValues {
  readonly session: Session;
  /** The folder of the files that the steps write. */
  readonly folder: string;
  /** Lines of commands that are not run, as what they do is done: the installation of this clone. */
  readonly without?: RegExp;
}

/** The simulator in the pages. Its port becomes a free one. */
const shownSimulator = "http://127.0.0.1:8080";

/**
 * Follows the steps of a page in their order.
 *
 * @returns the number of commands that it ran
 */
export async function runSteps(page: string, steps: readonly Step[], place: Place): Promise<number> {
  const { session, folder, without, ...reader } = place;
  let simulator = shownSimulator;
  let commands = 0;
  for (const step of steps) {
    if (step.file !== undefined) {
      const path = join(folder, step.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.code);
      continue;
    }
    const values = { ...reader.values, [shownSimulator]: simulator };
    const rest = without === undefined ? step.code : step.code.replaceAll(without, "");
    const script = scriptOf(rest, { ...reader, values });
    const runsOn = step.introduction.includes("until you press Ctrl-C");
    const ended = runsOn
      ? { code: 0, output: await session.start(script.replace("--port 8080", "--port 0"), /\n\n$/u) }
      : await session.run(script);
    if (runsOn) simulator = /http:\/\/127\.0\.0\.1:\d+/u.exec(ended.output)?.[0] ?? simulator;
    const unquoted = rest === step.code ? {} : { quoted: [] };
    expectStep(page, step, { ...ended, ...unquoted, values: { ...values, [shownSimulator]: simulator } });
    commands += 1;
  }
  return commands;
}

/**
 * The output of commands without the parts that differ between runs: Pulumi's progress, durations, and links to its
 * service.
 */
function essentialOutput(output: string): string {
  const progress =
    /^ [ +~-]{2} +(?:pulumi:pulumi:Stack|pulumi-nodejs:dynamic\/app-list:AppListEntries|app-list:index:\w+) \S+ */u;
  const lines = output.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter(
    (line) => !progress.test(line) && !/^(?:Duration: |@ |More information at|View )/u.test(line),
  );
  return `${kept
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()}\n`;
}

/**
 * The lines of an output without what differs between runs. Messages of the provider have no certain place among them.
 */
function comparableLines(output: string): string {
  return output
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replaceAll(/127\.0\.0\.1:\d+/gu, "127.0.0.1")
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/gu, "TIME")
        .replaceAll(/\(\d+(?:\.\d+)? ?(?:s|min \d+ s)\)/gu, "(TIME)"),
    )
    .filter((line) => line !== "")
    .toSorted()
    .join("\n");
}
