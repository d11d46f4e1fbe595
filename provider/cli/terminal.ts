import { styleText } from "node:util";
import { exitCodes } from "./exit-code";

/** Where a command reads and writes, and what it knows of its surroundings. Tests hand in one of their own. */
export interface Terminal {
  /** What is piped into the command. */
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Whether a person sits at the input, so that nothing is piped. */
  readonly isInputInteractive: boolean;
  /** Writes results: what another program may read. */
  write(text: string): void;
  /** Writes messages for people: progress, warnings, errors. */
  writeMessage(text: string): void;
  /** Whether the results go to a terminal: only there they have colours. */
  readonly isOutputInteractive: boolean;
  /** Whether the messages go to a terminal: only there progress is shown. */
  readonly areMessagesInteractive: boolean;
  /** How many characters fit on a line of the terminal. */
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Aborts when the command is asked to end (Ctrl-C, a terminal that is closed), and, with an {@link OutputError} as its
   * reason, when its results cannot be written any more.
   */
  readonly stop: AbortSignal;
}

/** The colours in use, by meaning. */
export type Style = "added" | "removed" | "warning" | "quiet" | "strong";

const formats = { added: "green", removed: "red", warning: "yellow", quiet: "dim", strong: "bold" } as const;

/** A text in a style where results go to a terminal that shows colours (NO_COLOR is obeyed), else the text as it is. */
export function styled(terminal: Terminal, style: Style, text: string): string {
  const isPlain = !terminal.isOutputInteractive || (terminal.environment["NO_COLOR"] ?? "") !== "";
  return isPlain ? text : styleText(formats[style], text, { validateStream: false });
}

/** The results of a command cannot be written. */
export class OutputError extends Error {
  constructor(reason: string) {
    super(`The results cannot be written to the standard output: ${reason}. The command ended early.`);
  }
}

/** What a terminal needs of a process. */
export interface TerminalProcess {
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: number | string | null | undefined;
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
}

/** The terminal of a process. */
export function processTerminal(process: TerminalProcess): Terminal {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGQUIT"]) process.once(signal, onSignal);
  // Not once: nobody who closes a terminal means that twice, and the shell and the system both send it.
  process.on("SIGHUP", onSignal);
  const { stdout, stderr } = process;
  const writeMessage = writerTo(stderr, () => undefined);
  const write = writerTo(stdout, (error) => {
    const failure = new OutputError(error.message);
    stop.abort(failure);
    // A reader that has seen enough, such as head, is no error of itself.
    if (error.code === "EPIPE") return;
    writeMessage(`${failure.message}\n`);
    process.once("exit", () => {
      process.exitCode = exitCodes.error;
    });
  });
  return {
    input: process.stdin,
    isInputInteractive: process.stdin.isTTY === true,
    write,
    writeMessage,
    isOutputInteractive: stdout.isTTY === true,
    areMessagesInteractive: stderr.isTTY === true,
    // Where the output is no terminal, its width is not known.
    columns: stdout.isTTY === true ? (stdout.columns ?? 80) : 80,
    environment: process.env,
    stop: stop.signal,
  };
}

/** Writes to a stream until that fails, which is told once. */
function writerTo(
  stream: NodeJS.WritableStream,
  onFailure: (error: NodeJS.ErrnoException) => void,
): (text: string) => void {
  let isBroken = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (isBroken) return;
    isBroken = true;
    onFailure(error);
  });
  return (text) => {
    if (!isBroken) stream.write(text);
  };
}
