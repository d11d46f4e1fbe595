import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../provider/common/clock";

/** A clock that advances only during waits, so that no test waits. */
export interface VirtualClock extends Clock {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** The waits so far, in milliseconds. */
  readonly delays: readonly number[];
}

/** Turns of the event loop until what ended at a moment is known at the other end of a loopback connection. */
const turns = 50;

/** The reason of every timeout: making a stack for each would take longer than the rest of the clock. */
const timeIsUp = new DOMException("The time is up.", "TimeoutError");

async function settle(): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await turn();
}

/** Makes a clock that starts at 0. A wait advances it, and the timeouts on its way abort in their order. */
export function virtualClock(): VirtualClock {
  const delays: number[] = [];
  /** The earliest one first. */
  const timeouts: { readonly at: number; readonly controller: AbortController }[] = [];
  // A clock of a process seldom shows 0, where a time and a duration are the same.
  let now = 1000;

  /** Aborts the next timeout until a moment, if there is one. */
  const fireNext = (end: number): boolean => {
    const [next] = timeouts;
    if (next === undefined || next.at > end) return false;
    timeouts.shift();
    now = Math.max(now, next.at);
    next.controller.abort(timeIsUp);
    return true;
  };

  return {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      const isCanceled = (): boolean => signal?.aborted ?? false;
      if (isCanceled()) return;
      delays.push(milliseconds);
      const end = now + milliseconds;
      while (fireNext(end)) {
        if (signal !== undefined) await settle();
        if (isCanceled()) return;
      }
      now = Math.max(now, end);
      if (signal !== undefined) await settle();
    },
    timeout: (milliseconds) => {
      const controller = new AbortController();
      const at = now + milliseconds;
      timeouts.splice(timeouts.findLastIndex((earlier) => earlier.at <= at) + 1, 0, { at, controller });
      return controller.signal;
    },
    delays,
  };
}
