import { setTimeout as pause } from "node:timers/promises";
import { clockWith, type Clock } from "../common/clock";

/** The clock of a simulator; by default, that of this machine. A virtual clock advances when it sleeps. */
export interface SimulatorClock {
  /** The time since any moment, in milliseconds; it never goes back. */
  readonly now?: () => number;
  /** Waits; returns early, without an error, when the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborts with a TimeoutError after some time. Does not keep the process running. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
}

/** The waits of this clock do not keep the process running. */
export function simulatorClock({ sleep = sleepUnreferenced, ...others }: SimulatorClock): Clock {
  return clockWith({ ...others, sleep });
}

async function sleepUnreferenced(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
}

/** Waits until a signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/**
 * Waits until a request is worked on for long enough.
 *
 * @param gone - Aborts when the client has closed its connection. The work continues; only a virtual clock is no longer
 *   advanced for it.
 */
export async function work(milliseconds: number, clock: Clock, gone: AbortSignal): Promise<void> {
  const end = clock.now() + milliseconds;
  await clock.sleep(milliseconds, gone);
  while (clock.now() < end) await untilAborted(clock.timeout(end - clock.now()));
}
