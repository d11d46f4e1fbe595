import { setTimeout as later } from "node:timers/promises";
import type { Terminal } from "./terminal";

/** How far something is. */
export interface Progress {
  /** What is being done, such as "Reading campaigns". */
  readonly doing: string;
  readonly done: number;
  /** How much there is to do, where that is known. */
  readonly total?: number;
}

/** Nothing is shown before this time, in milliseconds, and from then on as often. */
const interval = 1000;

/**
 * Runs work and shows how far it is, where messages go to a terminal and it takes longer than a second. The line is
 * drawn over itself and is gone when the work ends.
 *
 * @param current what to show now; asked for once a second.
 */
export async function withProgress<Result>(
  terminal: Terminal,
  current: () => Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!terminal.areMessagesInteractive) return work();
  const ended = new AbortController();
  const shown = show(terminal, current, ended.signal);
  try {
    return await work();
  } finally {
    ended.abort();
    await shown;
  }
}

const clearLine = "\r\u001b[2K";

/** Writes a message on lines of its own, also while progress is shown. */
export function writeAside(terminal: Terminal, text: string): void {
  terminal.writeMessage(`${terminal.areMessagesInteractive ? clearLine : ""}${text}\n`);
}

async function show(terminal: Terminal, current: () => Progress, ended: AbortSignal): Promise<void> {
  let isDrawn = false;
  while (await hasPassed(interval, ended)) {
    terminal.writeMessage(clearLine + progressLine(current(), terminal.columns));
    isDrawn = true;
  }
  if (isDrawn) terminal.writeMessage(clearLine);
}

async function hasPassed(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return later(milliseconds, true, { signal: ended, ref: false }).catch(() => false);
}

const barWidth = 20;

/** The line that shows progress: with a bar where the total is known, and no longer than the terminal is wide. */
export function progressLine({ doing, done, total }: Progress, columns: number): string {
  const count = done.toLocaleString("en-US");
  if (total === undefined || total <= 0) return `${doing}: ${count}`.slice(0, columns - 1);
  const filled = Math.round((Math.min(done, total) / total) * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  return `${doing}: ${bar} ${count} of ${total.toLocaleString("en-US")}`.slice(0, columns - 1);
}
