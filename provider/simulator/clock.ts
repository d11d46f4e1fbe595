import { setTimeout as pause } from "node:timers/promises";
import { clockWith, type Clock } from "../common/clock";

/** The clock of a simulator. Its waits do not keep the process running. */
export function simulatorClock(replaced: Partial<Clock>): Clock {
  return clockWith({ sleep: sleepUnreferenced, ...replaced });
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
