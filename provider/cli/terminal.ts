import type { WriteStream } from "node:tty";
import { styleText } from "node:util";
import { exitCodes } from "./exit-code";
import { bounds } from "./bounds";

/** The streams and the environment of a command. */
export interface Terminal {
  /** The standard input. */
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Whether the input is a terminal, so that nothing is piped in. */
  readonly isInputInteractive: boolean;
  /** Writes results: the standard output, which other programs may read. */
  write(text: string): void;
  /** Writes messages for people: warnings, errors, requests. */
  writeMessage(text: string): void;
  /** Whether results have colors: their terminal has some, and no variable such as NO_COLOR forbids them. */
  readonly hasColors: boolean;
  /** The width of the terminal in characters; undefined if results are not written to one. */
  readonly columns: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Aborts at Ctrl-C and other signals to end, and when results cannot be written. */
  readonly stop: AbortSignal;
}

const formats = { added: "green", removed: "red", warning: "yellow", quiet: "dim", strong: "bold" } as const;

/** The colors in use, by meaning. */
export type Style = keyof typeof formats;

/** A text in a style if results have colors, else the text itself. */
export function styled(terminal: Terminal, style: Style, text: string): string {
  return terminal.hasColors ? styleText(formats[style], text, { validateStream: false }) : text;
}

/** Writes results, each on a line of its own. */
export function writeLines(terminal: Terminal, lines: readonly string[]): void {
  terminal.write(lines.map((line) => `${line}\n`).join(""));
}

/** Writes messages, each on a line of its own. */
export function writeMessages(terminal: Terminal, lines: readonly string[]): void {
  terminal.writeMessage(lines.map((line) => `${line}\n`).join(""));
}

/** The part of a process that a terminal uses. */
export interface TerminalProcess extends Pick<NodeJS.EventEmitter, "on" | "once"> {
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns" | "hasColors">>;
  readonly stderr: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: number | string | null | undefined;
}

/** The terminal of a process. */
export function processTerminal(process: TerminalProcess): Terminal {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGQUIT"]) process.once(signal, onSignal);
  // Not once: when a terminal is closed, both the shell and the system send it.
  process.on("SIGHUP", onSignal);
  const { stdout, stderr } = process;
  // A stream that has failed fails again with each write.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  stdout.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    stop.abort();
    // A reader such as head closes the pipe when it has enough. That is not an error.
    if (code === "EPIPE") return;
    stderr.write(`The results cannot be written to the standard output: ${message}. The command was canceled.\n`);
    process.once("exit", () => void (process.exitCode = exitCodes.error));
  });
  return {
    input: process.stdin,
    isInputInteractive: process.stdin.isTTY === true,
    write: (text) => void stdout.write(text),
    writeMessage: (text) => void stderr.write(text),
    hasColors: stdout.hasColors?.() === true,
    columns: stdout.isTTY === true ? (stdout.columns ?? bounds.usualWidth) : undefined,
    environment: process.env,
    now: () => new Date(),
    stop: stop.signal,
  };
}
