import type { Clock } from "../common/clock";

/** The part of the shared records that turns use. */
export interface TurnBoard {
  /** Identifies this process. */
  readonly author: string;
  /** Shows the other processes the number of this one for a key. */
  readonly show: (key: string, number: number) => void;
  /** The numbers of the other processes for a key that take part. */
  readonly others: (key: string) => readonly Numbered[];
}

/** A process with its number in the queue for a key. */
export interface Numbered {
  readonly author: string;
  readonly number: number;
}

/** How long a process waits for its turn. */
export interface WaitOptions {
  /** The longest wait for one process, in milliseconds. */
  readonly longest: number;
  /** The error after that. */
  readonly timeout: () => Error;
}

/** How a process waits for its turn. */
export interface TurnOptions extends WaitOptions {
  readonly clock: Pick<Clock, "sleep" | "timeout">;
  /** Ends the wait and begins the task: it sends nothing then. */
  readonly canceled: AbortSignal;
}

/** No number: the process does not wait. */
const none = 0;

/** The process chooses a number now, so that it may be any. */
const choosing = -1;

/** The delay between two checks of the queue, in milliseconds. */
const checkInterval = 25;

/**
 * Runs a task when no other process of the run runs one with the same key, in the order of the numbers that the
 * processes choose (Lamport's bakery algorithm). Each process writes only its own number: unlike a lock file, nothing
 * remains locked by a process that was killed, and no two processes can find the same lock abandoned.
 *
 * Tasks of this process must not use the same key at the same time.
 *
 * @param key the list that the task changes.
 */
export async function takeTurn<Result>(
  board: TurnBoard,
  key: string,
  { clock, canceled, longest, timeout }: TurnOptions,
  task: () => Promise<Result>,
): Promise<Result> {
  board.show(key, choosing);
  const number = 1 + Math.max(none, ...board.others(key).map((other) => other.number));
  board.show(key, number);
  try {
    let waitsFor: string | undefined;
    let end = canceled;
    for (;;) {
      const [first] = board
        .others(key)
        .filter((other) => other.number !== none && compare(other, { author: board.author, number }) < 0)
        .toSorted(compare);
      if (first === undefined) break;
      // Each process has a deadline of its own.
      if (first.author !== waitsFor) end = AbortSignal.any([canceled, clock.timeout(longest)]);
      waitsFor = first.author;
      await clock.sleep(checkInterval, end);
      if (canceled.aborted) break;
      if (end.aborted) throw timeout();
    }
    return await task();
  } finally {
    board.show(key, none);
  }
}

function compare(one: Numbered, other: Numbered): number {
  if (one.number !== other.number) return one.number - other.number;
  return one.author < other.author ? -1 : 1;
}
