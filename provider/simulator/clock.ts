import { setTimeout as pause } from "node:timers/promises";

/** The clock of a simulator; by default, that of this machine. All times are in milliseconds. */
export interface SimulatorClock {
  /** The time since any moment. Default: the monotonic `performance.now`. */
  readonly now?: () => number;
  /** Waits until the time has passed or the signal aborts; does not reject. A virtual clock advances instead. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborts when the time has passed. A virtual clock does not advance for it. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
}

/** A clock with all of its members. */
type CompleteClock = Required<SimulatorClock>;

const systemClock: CompleteClock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await pause(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  },
  timeout: (milliseconds) => AbortSignal.timeout(Math.ceil(milliseconds)),
};

/** A clock of which some members are replaced. */
export function clockWith(replaced: SimulatorClock): CompleteClock {
  const { now = systemClock.now, sleep = systemClock.sleep, timeout = systemClock.timeout } = replaced;
  return { now, sleep, timeout };
}

/** Fulfilled when a signal aborts. */
export async function abortion(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/**
 * Waits until a request is worked on for long enough.
 *
 * @param gone - Aborts when the client has closed its connection. The work continues; only a virtual clock is no longer
 *   advanced for it.
 */
export async function work(milliseconds: number, clock: CompleteClock, gone: AbortSignal): Promise<void> {
  const end = clock.now() + milliseconds;
  await clock.sleep(milliseconds, gone);
  while (clock.now() < end) await abortion(clock.timeout(end - clock.now()));
}
