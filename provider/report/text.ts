import { bounds } from "./bounds";
import { entryLines, linesOf, printableLine, shorten, withRest, type Lengths } from "./lines";
import type { Report } from "./report";
import { viewOf, type ListView, type Section } from "./view";

export interface TextOptions {
  readonly style: (style: TextStyle, text: string) => string;
  /** Whether to print everything. Default: at most 400 lines. */
  readonly all?: boolean;
}

type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

const tones = { alarm: "removed", warning: "warning", quiet: "strong" } as const;
const signs = { "+": "added", "-": "removed", " ": "quiet" } as const;

export function printText(report: Report, options: TextOptions): string {
  const { style } = options;
  const { headline, hint, sections, lists } = viewOf(report, "terminal");
  // A command is never cut.
  const commandsOf = ({ advice, messages }: Section): readonly string[] =>
    advice === undefined ? [] : [`${advice} ${messages.join(" ")}`];
  const print = function* (limits: Lengths): Iterable<string> {
    yield style("strong", headline);
    if (report.stack !== undefined) yield style("quiet", `stack ${printableLine(bounds.nameCharacters, report.stack)}`);
    if (hint !== undefined) yield style("warning", hint);
    for (const section of sections) {
      yield* ["", style(tones[section.tone], `${section.title}:`)];
      const lines = section.advice === undefined ? linesOf(section.messages, limits) : commandsOf(section);
      for (const line of lines) yield `  ${line}`;
    }
    for (const list of lists.slice(0, limits.lists)) yield* printList(list, limits, options);
    for (const line of withRest([], lists.length - limits.lists, "more list that changes", "more lists that change"))
      yield* ["", style("quiet", line)];
  };
  const whole = "To print all of it, add --all to the command.";
  const most = options.all === true ? Number.POSITIVE_INFINITY : bounds.textLines;
  return `${shorten(print, whole, () => 1, most).join("\n")}\n`;
}

function* printList(list: ListView, limits: Lengths, { style }: TextOptions): Iterable<string> {
  const { title, subject, numbers, sentences, groups } = list;
  yield* ["", `${style("strong", title)} ${style("quiet", `(${subject})`)}`];
  for (const each of numbers) yield `  ${each}`;
  for (const text of linesOf(sentences, limits)) yield `  ${text}`;
  for (const group of groups) {
    yield `  ${group.heading}`;
    for (const line of entryLines(group.sign, group.entries, limits)) yield style(signs[group.sign], `    ${line}`);
  }
}
