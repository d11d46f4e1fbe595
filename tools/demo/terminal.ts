import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where the demo prints. */
export interface Terminal {
  /** Whether colours are shown: on a terminal, unless NO_COLOR is set. */
  readonly hasColours: boolean;
  heading(text: string): void;
  /** A paragraph of the story. */
  say(text: string): void;
  /** Lines of a file or a table, indented. */
  quote(lines: readonly string[]): void;
  /** As quote, for lines that begin with "+" or "-". */
  changes(lines: readonly string[]): void;
  /** A command as a person types it. */
  command(name: string, commandArguments: readonly string[]): void;
  /** Output of a command, as it is. */
  output(text: string): void;
  /** A remark in the margin. */
  remark(text: string): void;
}

/** Makes the terminal of a stream such as process.stdout. */
export function createTerminal(stream: NodeJS.WriteStream): Terminal {
  const hasColours = stream.isTTY && stream.hasColors();
  const paint = (style: Style, text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const print = (text: string): void => {
    stream.write(text);
  };
  const indent = (lines: readonly string[]): void => {
    print(`${lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\n\n`);
  };
  return {
    hasColours,
    heading: (text) =>
      print(`\n${paint(["bold", "cyan"], `━━ ${text} ${"━".repeat(Math.max(0, 96 - text.length))}`)}\n\n`),
    say: (text) => print(`${text}\n\n`),
    quote: indent,
    changes: (lines) => indent(lines.map((line) => paint(line.startsWith("+") ? "green" : "red", line))),
    command: (name, commandArguments) => print(`${paint("bold", `$ ${asTyped(name, commandArguments)}`)}\n`),
    output: print,
    remark: (text) => print(`${paint("dim", text)}\n\n`),
  };
}

/** The widest command that stands on one line, in characters. */
const widest = 100;

/** A command as a person types it: quoted where the shell needs it, a long one with each option on a line of its own. */
function asTyped(name: string, commandArguments: readonly string[]): string {
  const words = [name, ...commandArguments.map(quote)];
  const line = words.join(" ");
  return line.length <= widest ? line : line.replaceAll(" --", " \\\n    --");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
