import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeBlock, codeBlocksOf, readPage, sectionOf } from "./markdown";
import { readSteps, type Step } from "./run-steps";

/*
 * The files `*.txt` beside this one have the tasks of the pages and of the examples: commands, and the list before and after.
 * Their lines:
 *
 * - `=== TITLE` begins a task. The next lines name the sections of the pages that have it.
 * - `by hand: REASON`: no test plays the task.
 * - `example NAME`: the task has a copy of an example. Otherwise it has the project of the README, without entries.
 * - `dashboard: 4321 +com.a -com.b`: somebody changes a list. `com.a{1..9}` stands for nine entries.
 * - `api: …`: what the API does from now on (`apiStates`).
 * - `file PATH`: its content follows, up to an empty line. `\r` and `\m` (a byte order mark) are escaped; a `\` at the end
 *   of the last line is no line break.
 * - `block ts PATH`: a file with the block of the sections in this language. `block ts2 PATH`: the second one.
 * - `$ COMMAND`: a command as typed. `DIGEST` stands for all digests of the last output that has one.
 * - `> COMMAND`: the block of the sections that begins so. Its output is compared with the page. Digests and URNs become
 *   those of the last output and of the state.
 * - `with TEXT -> OTHER`: what the reader has in place of a text of that block.
 * - `exits with N`, `prints TEXT`, `shows text`: how the command before ended, if not with 0, a part of its output, and a
 *   block of the sections that is a part of it.
 * - `4321: com.a com.b`, `4321: 3,000 app bundles`: the list at this moment. `requests: token 1, add 3`: since the last one.
 */

const marks = {
  $: "$",
  ">": ">",
  "api:": "api",
  block: "block",
  "dashboard:": "dashboard",
  file: "file",
  "requests:": "requests",
} as const;

/** The words of a line of a task after its mark. */
export interface TaskStep {
  readonly mark: (typeof marks)[keyof typeof marks] | "list";
  readonly text: string;
  /** The content of a file. */
  readonly content: string;
  readonly exitCode: number;
  readonly prints: readonly string[];
  /** The languages of blocks that the output contains. */
  readonly shows: readonly string[];
  /** What a reader has in place of texts of the page. */
  readonly values: Readonly<Record<string, string>>;
}

/** A task. */
export interface Task {
  readonly title: string;
  /** Such as `docs/ownership.md#two-stacks`. */
  readonly sections: readonly string[];
  /** The name of the example that it has. */
  readonly example: string | undefined;
  /** Why no test plays it. */
  readonly byHand: string | undefined;
  readonly steps: readonly TaskStep[];
}

/** Reads the tasks of a file. */
export function readTasks(file: string): readonly Task[] {
  const [, ...tasks] = readFileSync(join(import.meta.dirname, file), "utf8").split(/^=== /mu);
  return tasks.map(readTask);
}

/** The tasks of all files. */
export function allTasks(): readonly Task[] {
  return globSync("*.txt", { cwd: import.meta.dirname })
    .toSorted()
    .flatMap(readTasks);
}

const line =
  /^([$>]|by hand:|dashboard:|api:|requests:|block|example|file|exits with|prints|shows|with|\d+:)(?: (.*))?$/u;

function readTask(text: string): Task {
  const [title = "", ...lines] = text.split("\n");
  const steps: { -readonly [Member in keyof TaskStep]: TaskStep[Member] }[] = [];
  const sections: string[] = [];
  let [byHand, example]: (string | undefined)[] = [];
  let isFile = false;
  for (const words of lines) {
    const last = steps.at(-1);
    const [, mark = "", rest = ""] = line.exec(words) ?? [];
    const begin = (kind: TaskStep["mark"], said = rest): void => {
      steps.push({ mark: kind, text: said, content: "", exitCode: 0, prints: [], shows: [], values: {} });
      isFile = kind === "file";
    };
    if (isFile && last !== undefined && words !== "") last.content += unescaped(`${words}\n`);
    else if (words === "") isFile = false;
    else if (mark === "by hand:") byHand = rest;
    else if (mark === "example") example = rest;
    else if (mark === "exits with" && last !== undefined) last.exitCode = Number(rest);
    else if (mark === "prints" && last !== undefined) last.prints = [...last.prints, rest];
    else if (mark === "shows" && last !== undefined) last.shows = [...last.shows, rest];
    else if (mark === "with" && last !== undefined) {
      const [from = "", to = ""] = rest.split(" -> ");
      last.values = { ...last.values, [from]: to };
    } else if (isMark(mark)) begin(marks[mark]);
    else if (/^\d/u.test(mark)) begin("list", words);
    else if (/^\S+\.md#?\S*$/u.test(words)) sections.push(words);
    else throw new Error(`A line of no form in "${title}": ${words}`);
  }
  return { title, sections, byHand, example, steps };
}

const isMark = (mark: string): mark is keyof typeof marks => mark in marks;

const unescaped = (text: string): string =>
  text.replaceAll("\\r", "\r").replaceAll("\\m", "\uFEFF").replaceAll("\\\n", "");

/** The sections of a task with their pages, each with its blocks. */
function placesOf({ sections }: Task) {
  return sections.map((section) => {
    const [path = "", anchor] = section.split("#");
    const page = readPage(path);
    return { path, text: anchor === undefined ? page.text : sectionOf(page, anchor) };
  });
}

/** The commands in the sections of a task that begin with a text, or have it as their first line. */
export function commandsOf(task: Task, start: string): { readonly path: string; readonly step: Step } {
  const all = placesOf(task).flatMap(({ path, text }) => readSteps(text).map((step) => ({ path, step })));
  const found = all.filter(({ step: { file, code } }) => file === undefined && code.startsWith(start));
  const [first] = [...found.filter(({ step: { code } }) => code.startsWith(`${start}\n`)), ...found];
  if (first === undefined) throw new Error(`The pages of "${task.title}" have no command "${start}".`);
  return first;
}

/** The block in the sections of a task in a language, such as `ts`, or `ts2` for the second one. */
export function blockOf(task: Task, words: string): string {
  const [, language, number = "1"] = /^(\D+)(\d+)?$/u.exec(words) ?? [];
  const blocks = placesOf(task).flatMap((place): readonly CodeBlock[] => codeBlocksOf(place));
  const block = blocks.filter((each) => each.language === language)[Number(number) - 1];
  if (block === undefined) throw new Error(`The pages of "${task.title}" have no ${words}.`);
  return block.code;
}

/** Entries, of which `com.a{1..9}` stands for nine. */
export function expandEntries(text: string): readonly string[] {
  return text.split(" ").flatMap((word) => {
    const [, before = "", from, to, after = ""] = /^(.*)\{(\d+)\.\.(\d+)\}(.*)$/u.exec(word) ?? [];
    if (from === undefined || to === undefined) return word === "" ? [] : [word];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, index) => `${before}${Number(from) + index}${after}`);
  });
}
