import { setTimeout as delay } from "node:timers/promises";

/** The clock of this machine. All times are in milliseconds. */
export const systemClock = {
  /** The time since any moment; it never goes back. */
  now: (): number => performance.now(),
  /** Waits; returns early, without an error, when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => delay(milliseconds, undefined, { signal }).catch(() => {}),
  /** Aborts with a TimeoutError after any time: AbortSignal.timeout refuses fractions and negative numbers. */
  timeout: (milliseconds: number): AbortSignal => AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))),
};

export type Clock = Readonly<typeof systemClock>;
