import { setTimeout as delay } from "node:timers/promises";

/** Makes pauses between requests, and says so where they are long. */
export class Pauses {
  readonly #options: Required<PauseOptions>;
  #saidAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #reason = "";

  constructor(options: PauseOptions = {}) {
    this.#options = { now: () => performance.now(), sleep, onPause: () => {}, ...options };
  }

  /** Lets no request go before a time is over, in milliseconds from now. */
  ask(pause: number, reason: string): void {
    const until = this.#options.now() + pause;
    if (until <= this.#notBefore) return;
    this.#notBefore = until;
    this.#reason = reason;
  }

  /** How long the next request has to wait, in milliseconds. */
  left(): number {
    return Math.max(0, this.#notBefore - this.#options.now());
  }

  /** Why the next request has to wait. */
  get reason(): string {
    return this.#reason;
  }

  /** Waits until the next request may go, no longer than the signal allows. */
  async over(signal: AbortSignal): Promise<void> {
    // Others may have come to know meanwhile that it takes longer.
    for (let left = this.left(); left > 0 && !signal.aborted; left = this.left()) {
      if (left > shortestSaid && this.#options.now() - this.#saidAt >= saidEvery) {
        this.#saidAt = this.#options.now();
        this.#options.onPause(Math.ceil(left / 1000), this.#reason);
      }
      await this.#options.sleep(left, signal);
    }
  }
}

/** What pauses need, and what a test changes. */
export interface PauseOptions {
  /** A monotonic clock, in milliseconds. Default: performance.now. */
  readonly now?: () => number;
  /** Waits some milliseconds; ends early, without an error, when the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Is told of a pause of more than two seconds, once in five seconds at most. */
  readonly onPause?: (seconds: number, reason: string) => void;
}

/** In milliseconds. */
const shortestSaid = 2000;
const saidEvery = 5000;

/** Waits some milliseconds; ends early, without an error, when the signal aborts. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
