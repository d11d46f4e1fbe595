import { formatCount } from "../common/format";
import { bounds } from "./bounds";
import { cut, entryLines, everything, linesOf, printableLine, shorten, type Limits } from "./lines";
import type { Report } from "./report";
import { viewOf, type ListView } from "./view";

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
  const { headline, hint, sections, lists, unchanged } = viewOf(report, "terminal");
  const print = function* (limits: Limits): Iterable<string> {
    yield style("strong", headline);
    if (report.stack !== undefined)
      yield style("quiet", `stack ${printableLine(bounds.originCharacters, report.stack)}`);
    if (hint !== undefined) yield style("warning", hint);
    for (const { title, tone, messages } of sections) {
      yield* ["", style(tones[tone], `${title}:`)];
      for (const line of linesOf(messages, limits)) yield `  ${line}`;
    }
    for (const list of lists.slice(0, limits.lists)) yield* printList(list, limits, options);
    const rest = lists.length - limits.lists;
    if (rest > 0) yield* ["", style("quiet", `and ${formatCount(rest)} more lists that change`)];
    if (unchanged !== undefined) yield* ["", style("quiet", unchanged)];
  };
  const whole = "To print all of it: npx --no-install app-list report --all";
  const lines = options.all === true ? [...print(everything)] : shorten(print, whole, () => 1, bounds.textLines);
  return `${lines.join("\n")}\n`;
}

function* printList(list: ListView, limits: Limits, { style, columns }: TextOptions): Iterable<string> {
  const { title, subject, removal, sentences, groups } = list;
  const shownSubject = subject.map((part) => printableLine(bounds.originCharacters, part)).join(", ");
  yield* ["", `${style("strong", title)} ${style("quiet", `(${shownSubject})`)}`];
  if (removal !== undefined) yield `  ${removal}`;
  for (const text of linesOf(sentences, limits)) yield `  ${text}`;
  for (const group of groups) {
    yield `  ${group.heading}`;
    const { lines, rest } = entryLines(group, limits);
    for (const line of lines) yield style(signs[group.sign], cut(`    ${line}`, columns ?? everything.characters));
    if (rest !== undefined) yield `  ${rest}`;
  }
}
