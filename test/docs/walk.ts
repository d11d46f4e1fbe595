import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * walk.txt records how somebody did each task of the pages in an untidy form: the commands as they were typed, and the list
 * before and after. Its lines:
 *
 * - `=== TITLE` begins a task. The next lines name the sections of the pages that have it.
 * - `by hand: REASON`: no test plays the task.
 * - `dashboard: 4321 +com.a -com.b`: somebody changes a list. `com.a{1..9}` stands for nine entries.
 * - `api: …`: what the API does from now on (`apiStates`).
 * - `file PATH`: its content follows, up to an empty line. `\r` and `\m` (a byte order mark) are escaped; a `\` at the end
 *   of the last line is no line break.
 * - `$ COMMAND`: a command as typed. `DIGEST` stands for all digests of the last output that has one.
 * - `exits with N`, `prints TEXT`: how the command before ended, if not with 0, and a part of its output.
 * - `4321: com.a com.b`, `4321: 3,000 app bundles`: the list at this moment. `requests: token 1, add 3`: since the last one.
 */

/** The words of a line of `walk.txt` after its mark. */
export interface Step {
  readonly mark: "$" | "api" | "dashboard" | "file" | "list" | "requests";
  readonly text: string;
  /** The content of a file. */
  readonly content: string;
  readonly exitCode: number;
  readonly prints: readonly string[];
}

/** A task of `walk.txt`. */
export interface Task {
  readonly title: string;
  /** Such as `docs/ownership.md#two-stacks`. */
  readonly sections: readonly string[];
  /** Why no test plays it. */
  readonly byHand: string | undefined;
  readonly steps: readonly Step[];
}

/** Reads the tasks of `walk.txt`. */
export function readTasks(): readonly Task[] {
  const [, ...tasks] = readFileSync(join(import.meta.dirname, "walk.txt"), "utf8").split(/^=== /mu);
  return tasks.map(readTask);
}

const line = /^(\$|by hand:|dashboard:|api:|requests:|file|exits with|prints|\d+:)(?: (.*))?$/u;

function readTask(text: string): Task {
  const [title = "", ...lines] = text.split("\n");
  const steps: { -readonly [Member in keyof Step]: Step[Member] }[] = [];
  const sections: string[] = [];
  let byHand: string | undefined;
  let isFile = false;
  for (const words of lines) {
    const last = steps.at(-1);
    const [, mark = "", rest = ""] = line.exec(words) ?? [];
    const begin = (kind: Step["mark"], said = rest): void => {
      steps.push({ mark: kind, text: said, content: "", exitCode: 0, prints: [] });
      isFile = kind === "file";
    };
    if (isFile && last !== undefined && words !== "") last.content += unescaped(`${words}\n`);
    else if (words === "") isFile = false;
    else if (mark === "by hand:") byHand = rest;
    else if (mark === "exits with" && last !== undefined) last.exitCode = Number(rest);
    else if (mark === "prints" && last !== undefined) last.prints = [...last.prints, rest];
    else if (mark === "file" || mark === "$") begin(mark);
    else if (mark === "api:" || mark === "dashboard:" || mark === "requests:") begin(marks[mark]);
    else if (/^\d/u.test(mark)) begin("list", words);
    else if (/^\S+\.md#?\S*$/u.test(words)) sections.push(words);
    else throw new Error(`walk.txt has a line of no form in "${title}": ${words}`);
  }
  return { title, sections, byHand, steps };
}

const marks = { "api:": "api", "dashboard:": "dashboard", "requests:": "requests" } as const;

const unescaped = (text: string): string =>
  text.replaceAll("\\r", "\r").replaceAll("\\m", "\uFEFF").replaceAll("\\\n", "");

/** Entries, of which `com.a{1..9}` stands for nine. */
export function expandEntries(text: string): readonly string[] {
  return text.split(" ").flatMap((word) => {
    const [, before = "", from, to, after = ""] = /^(.*)\{(\d+)\.\.(\d+)\}(.*)$/u.exec(word) ?? [];
    if (from === undefined || to === undefined) return word === "" ? [] : [word];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, index) => `${before}${Number(from) + index}${after}`);
  });
}
