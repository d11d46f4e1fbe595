import { styleText } from "node:util";

/** Colors on a terminal, unless NO_COLOR is set. */
export const hasColors = process.stdout.isTTY && process.stdout.hasColors();

export function print(text: string): void {
  process.stdout.write(text);
}

export function printHeading(text: string): void {
  print(`\n${styleText(["bold", "cyan"], `━━ ${text} ${"━".repeat(Math.max(0, 96 - text.length))}`)}\n\n`);
}

export function printParagraph(text: string): void {
  print(`${text}\n\n`);
}

/** Prints lines of a file or a table, indented. */
export function printLines(lines: readonly string[]): void {
  print(`${lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\n\n`);
}

/** Prints the lines by which two versions of a file differ. */
export function printChanges(removed: Iterable<string>, added: Iterable<string>): void {
  printLines([
    ...Array.from(removed, (line) => styleText("red", `- ${line}`)),
    ...Array.from(added, (line) => styleText("green", `+ ${line}`)),
  ]);
}

/** Prints a command as a person types it; one of more than 100 characters with one option per line. */
export function printCommand(words: readonly string[]): void {
  const line = words.join(" ");
  const lines = line.length <= 100 ? line : line.replaceAll(" --", " \\\n    --");
  print(`${styleText("bold", `$ ${lines}`)}\n`);
}
