import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where the demo prints. */
export interface Terminal {
  /** Whether the output has colours. */
  readonly hasColours: boolean;
  heading(text: string): void;
  /** A paragraph. */
  explain(text: string): void;
  /** Lines of a file or a table, indented. */
  quote(lines: readonly string[]): void;
  /** The same for lines that begin with "+" or "-". */
  changes(lines: readonly string[]): void;
  /** A command as a person types it. */
  command(name: string, commandArguments: readonly string[]): void;
  /** The output of a command, unchanged. */
  output(text: string): void;
  /** A line that belongs to the output above it. */
  note(text: string): void;
}

/** The parts of a text stream that a terminal needs. */
export interface TextSink {
  write(text: string): unknown;
  readonly hasColours: boolean;
}

/** The sink of a stream such as process.stdout: with colours on a terminal, unless NO_COLOR is set. */
export function sinkOf(stream: NodeJS.WriteStream): TextSink {
  return { write: (text) => stream.write(text), hasColours: stream.isTTY && stream.hasColors() };
}

/** Creates a terminal that prints to a sink. */
export function createTerminal({ write, hasColours }: TextSink): Terminal {
  const paint = (style: Style, text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const indent = (lines: readonly string[]): void => {
    write(`${lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\n\n`);
  };
  return {
    hasColours,
    heading: (text) => {
      write(`\n${paint(["bold", "cyan"], `━━ ${text} ${"━".repeat(Math.max(0, 96 - text.length))}`)}\n\n`);
    },
    explain: (text) => {
      write(`${text}\n\n`);
    },
    quote: indent,
    changes: (lines) => indent(lines.map((line) => paint(line.startsWith("+") ? "green" : "red", line))),
    command: (name, commandArguments) => {
      write(`${paint("bold", `$ ${printCommand(name, commandArguments)}`)}\n`);
    },
    output: (text) => {
      write(text);
    },
    note: (text) => {
      write(`${paint("dim", text)}\n\n`);
    },
  };
}

/** The longest command that is printed on one line, in characters. */
const longestLine = 100;

/** A command as a person types it: quoted if the shell needs it, and if it is long, with one option per line. */
function printCommand(name: string, commandArguments: readonly string[]): string {
  const words = [name, ...commandArguments.map(quote)];
  const line = words.join(" ");
  return line.length <= longestLine ? line : line.replaceAll(" --", " \\\n    --");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
