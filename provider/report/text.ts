import { formatCount } from "../common/format";
import { cut, entryLines, everything, printableLine, linesOf, shorten, type Limits } from "./lines";
import type { Report } from "./report";
import { describeList } from "./summary";
import { viewOf, type ListView, type Section } from "./view";
import { bounds } from "./bounds";

export interface TextOptions {
  readonly style: (style: TextStyle, text: string) => string;
  /** The width of the terminal, to which lines of entries are cut. Default: no limit. */
  readonly columns?: number;
  /** Whether everything is shown, however long. Default: at most 400 lines. */
  readonly all?: boolean;
}

type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

const tones = { alarm: "removed", warning: "warning", quiet: "strong" } as const;
const signs = { "+": "added", "-": "removed", " ": "quiet" } as const;

export function printText(report: Report, options: TextOptions): string {
  const { style } = options;
  const { headline, hint, before, lists, after } = viewOf(report, "terminal");
  const print = function* (limits: Limits, hintAtRest: readonly string[]): Iterable<string> {
    yield style("strong", headline);
    if (report.stack !== undefined)
      yield style("quiet", `stack ${printableLine(bounds.originCharacters, report.stack)}`);
    if (hint !== undefined) yield style("warning", hint);
    for (const section of before) yield* printSection(section, limits, options);
    for (const list of lists.slice(0, limits.lists)) yield* printList(list, limits, options);
    const rest = lists.length - limits.lists;
    if (rest > 0) yield* ["", style("quiet", `and ${formatCount(rest)} more lists that change`)];
    for (const section of after) yield* printSection(section, limits, options);
    for (const line of hintAtRest) yield* ["", style("quiet", line)];
  };
  const lines = options.all === true ? [...print(everything, [])] : shorten(print, () => 1, bounds.textLines);
  return `${lines.join("\n")}\n`;
}

function* printSection(section: Section, limits: Limits, { style }: TextOptions): Iterable<string> {
  yield* ["", style(tones[section.tone], `${section.title}:`)];
  for (const line of linesOf(section.messages, limits)) yield `  ${line}`;
}

function* printList(list: ListView, limits: Limits, { style, columns }: TextOptions): Iterable<string> {
  const { resource, subject, removal } = list;
  const shownSubject = subject.map((part) => printableLine(bounds.originCharacters, part)).join(", ");
  yield* ["", `${style("strong", describeList(resource))} ${style("quiet", `(${shownSubject})`)}`];
  if (removal !== undefined) yield `  ${removal}`;
  for (const text of linesOf(list.sentences, limits)) yield `  ${text}`;
  for (const group of list.groups) {
    yield `  ${group.heading}`;
    const { lines, rest } = entryLines(group, limits);
    for (const line of lines) yield style(signs[group.sign], cut(`    ${line}`, columns ?? everything.characters));
    if (rest !== undefined) yield `  ${rest}`;
  }
}
