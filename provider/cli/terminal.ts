import { styleText } from "node:util";

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
  /** Aborts when the person asks the command to end (Ctrl-C). */
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

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  // A reader that has seen enough, such as head, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  return {
    input: process.stdin,
    isInputInteractive: process.stdin.isTTY,
    write: (text) => void process.stdout.write(text),
    writeMessage: (text) => void process.stderr.write(text),
    isOutputInteractive: process.stdout.isTTY,
    areMessagesInteractive: process.stderr.isTTY,
    // Where the output is no terminal, its width is not known.
    columns: process.stdout.isTTY ? process.stdout.columns : 80,
    environment: process.env,
    stop: stop.signal,
  };
}
