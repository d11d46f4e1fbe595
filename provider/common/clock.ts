import { setTimeout as delay } from "node:timers/promises";

/** All times are in milliseconds. */
export interface Clock {
  /** The time since any moment; it never goes back. */
  readonly now: () => number;
  /** Waits; returns early, without an error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborts with a TimeoutError after some time. Does not keep the process running. */
  readonly timeout: (milliseconds: number) => AbortSignal;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
  // AbortSignal.timeout refuses fractions and negative numbers.
  timeout: (milliseconds) => AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))),
};

export function clockWith(replaced: Partial<Clock>): Clock {
  const { now = systemClock.now, sleep = systemClock.sleep, timeout = systemClock.timeout } = replaced;
  return { now, sleep, timeout };
}
