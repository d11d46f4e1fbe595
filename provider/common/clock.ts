import { setTimeout as delay } from "node:timers/promises";

/** The clock of this machine. All times are in milliseconds. */
export const systemClock = {
  /** The time since an arbitrary moment. It never decreases. */
  now: (): number => performance.now(),
  /** Waits; returns early, without an error, when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal): Promise<void> =>
    delay(milliseconds, undefined, { signal }).catch(() => {}),
  /** A signal that aborts with a TimeoutError after this time. It does not keep the process running. */
  // AbortSignal.timeout throws for fractions and negative numbers.
  timeout: (milliseconds: number): AbortSignal => AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))),
};

export type Clock = Readonly<typeof systemClock>;
