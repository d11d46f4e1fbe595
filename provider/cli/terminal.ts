import { styleText } from "node:util";
import { exitCodes } from "./exit-code";

/** The streams and the environment of a command. */
export interface Terminal {
  /** The standard input. */
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Whether the input is a terminal, so that nothing is piped in. */
  readonly isInputInteractive: boolean;
  /** Writes results to the standard output. Other programs may read them. */
  write(text: string): void;
  /** Writes messages for people: warnings, errors, requests. */
  writeMessage(text: string): void;
  /** Whether results have colors: the terminal must support them, and no variable such as NO_COLOR may forbid them. */
  readonly hasColors: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
}

const formats = { added: "green", removed: "red", warning: "yellow", quiet: "dim", strong: "bold" } as const;

/** The colors in use, by meaning. */
export type Style = keyof typeof formats;

/** A text in a style if results have colors, else the text itself. */
export function styled(terminal: Terminal, style: Style, text: string): string {
  return terminal.hasColors ? styleText(formats[style], text, { validateStream: false }) : text;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // A command does not fail if nobody reads its messages.
  stderr.on("error", () => undefined);
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // If a reader such as head closes the pipe, that is no error. A simulator ends.
    if (code === "EPIPE") process.exit();
    stderr.write(`The results cannot be written to the standard output: ${message}. The command was canceled.\n`);
    process.exit(exitCodes.error);
  });
  return {
    input: stdin,
    isInputInteractive: stdin.isTTY,
    write: (text) => void stdout.write(text),
    writeMessage: (text) => void stderr.write(text),
    hasColors: stdout.isTTY && stdout.hasColors(),
    environment: process.env,
    now: () => new Date(),
  };
}
