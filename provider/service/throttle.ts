import { setTimeout as delay } from "node:timers/promises";

/** What a throttle needs, and what a test replaces. */
export interface ThrottleOptions {
  /** A monotonic clock, in milliseconds. Default: performance.now. */
  readonly now?: () => number;
  /** Waits some milliseconds; returns early, without an error, when the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called before a delay of more than two seconds, once in five seconds at most. */
  readonly onDelay?: (seconds: number, reason: string) => void;
}

/** In milliseconds. */
const minReportedDelay = 2000;
const reportInterval = 5000;

/** Delays all requests of a client while the API asks for fewer, or fails. */
export class Throttle {
  readonly #options: Required<ThrottleOptions>;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #reason = "";

  constructor({ now = () => performance.now(), sleep = sleepUntilAborted, onDelay = () => {} }: ThrottleOptions = {}) {
    this.#options = { now, sleep, onDelay };
  }

  /** Delays every request that follows, by milliseconds from now. Has no effect during a longer delay. */
  delay(milliseconds: number, reason: string): void {
    const end = this.#options.now() + milliseconds;
    if (end <= this.#end) return;
    this.#end = end;
    this.#reason = reason;
  }

  /** The delay of the next request, in milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#options.now());
  }

  /** Why the next request is delayed. */
  get reason(): string {
    return this.#reason;
  }

  /** Waits until the next request may be sent, or until the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const { now, sleep, onDelay } = this.#options;
    // Repeated, since another request may make the delay longer meanwhile.
    for (let remaining = this.remaining; remaining > 0 && !signal.aborted; remaining = this.remaining) {
      if (remaining > minReportedDelay && now() - this.#reportedAt >= reportInterval) {
        this.#reportedAt = now();
        onDelay(Math.ceil(remaining / 1000), this.#reason);
      }
      await sleep(remaining, signal);
    }
  }
}

async function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
