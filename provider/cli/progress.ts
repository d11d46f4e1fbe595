import type { Terminal } from "./terminal";

/** How often progress is drawn, in milliseconds, and how long work takes at least until it is. */
const interval = 1000;

const clearLine = "\r\u001b[2K";

/**
 * Runs work and, if messages go to a terminal, shows its progress once per second in a line that is cleared at the end.
 *
 * @param describe the line to show, such as "Reading campaigns: 1,200".
 */
export async function withProgress<Result>(
  terminal: Terminal,
  describe: () => string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!terminal.areMessagesInteractive) return work();
  let isDrawn = false;
  const timer = setInterval(() => {
    terminal.writeMessage(clearLine + describe().slice(0, terminal.columns - 1));
    isDrawn = true;
  }, interval);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isDrawn) terminal.writeMessage(clearLine);
  }
}

/** Writes a message on a line of its own, in place of the progress that is shown there. */
export function writeMessageLine(terminal: Terminal, text: string): void {
  terminal.writeMessage(`${terminal.areMessagesInteractive ? clearLine : ""}${text}\n`);
}
