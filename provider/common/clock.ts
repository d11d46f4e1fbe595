import { setTimeout as delay } from "node:timers/promises";

/** All times are in milliseconds. */
export interface Clock {
  /** The time since an arbitrary moment. It never decreases. */
  now(): number;
  /** Waits; returns early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A signal that aborts with a TimeoutError after this time. It does not keep the process running. */
  timeout(milliseconds: number): AbortSignal;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => {}),
  // AbortSignal.timeout throws for fractions and negative numbers.
  timeout: (milliseconds) => AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))),
};
