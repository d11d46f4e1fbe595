import { styleText } from "node:util";

/** Colours on a terminal, unless NO_COLOR is set. */
export const hasColours = process.stdout.isTTY && process.stdout.hasColors();

function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}

export function print(text: string): void {
  process.stdout.write(text);
}

export function printHeading(text: string): void {
  print(`\n${paint(["bold", "cyan"], `━━ ${text} ${"━".repeat(Math.max(0, 96 - text.length))}`)}\n\n`);
}

export function printParagraph(text: string): void {
  print(`${text}\n\n`);
}

/** Prints lines of a file or a table, indented. */
export function printLines(lines: readonly string[]): void {
  print(`${lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\n\n`);
}

/** Prints lines that begin with "+" or "-". */
export function printChanges(lines: readonly string[]): void {
  printLines(lines.map((line) => paint(line.startsWith("+") ? "green" : "red", line)));
}

/** The longest command that is printed on one line, in characters. */
const longestLine = 100;

/** Prints a command as a person types it: quoted if the shell needs it, and if it is long, with one option per line. */
export function printCommand(words: readonly string[]): void {
  const line = words.map(quote).join(" ");
  const lines = line.length <= longestLine ? line : line.replaceAll(" --", " \\\n    --");
  print(`${paint("bold", `$ ${lines}`)}\n`);
}

/** Prints a line that belongs to the output above it. */
export function printNote(text: string): void {
  print(`${paint("dim", text)}\n\n`);
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
