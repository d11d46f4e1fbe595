import { setTimeout as delay } from "node:timers/promises";

/** All times are in milliseconds. */
export interface Clock {
  /** The time since any moment; it never goes back. */
  now(): number;
  /** Waits; returns early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts with a TimeoutError after any time. Does not keep the process running. */
  timeout(milliseconds: number): AbortSignal;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => {}),
  // AbortSignal.timeout refuses fractions and negative numbers.
  timeout: (milliseconds) => AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))),
};
