import { systemClock, type Clock } from "../common/clock";

/** How long a change that was sent before the cancellation may take to end, in milliseconds. */
export const timeToFinish = 5000;

/**
 * The cancellation of all operations of a run. Nothing is awaited or sent after it. A change that is under way may finish
 * within five seconds, so that its outcome is known: a pipeline that is canceled ends its commands after about seven.
 */
export class Cancellation {
  readonly #clock: Pick<Clock, "timeout">;
  readonly #canceled = new AbortController();
  readonly #finished = new AbortController();

  /** @param clock - Default: the clock of this machine. */
  constructor(clock: Pick<Clock, "timeout"> = systemClock) {
    this.#clock = clock;
  }

  /** Cancels the operations that run, and all later ones. */
  cancel(): void {
    if (this.#canceled.signal.aborted) return;
    const timeout = this.#clock.timeout(timeToFinish);
    timeout.addEventListener("abort", () => this.#finished.abort());
    this.#canceled.abort();
  }

  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  /** Aborts when the time to finish is over. */
  get finished(): AbortSignal {
    return this.#finished.signal;
  }
}
