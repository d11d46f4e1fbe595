import type { Clock } from "../common/clock";

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
