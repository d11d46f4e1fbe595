import { systemClock, type Clock } from "../common/clock";

/** How long a change that was sent before the cancellation may take to end, in milliseconds. */
export const timeToFinish = 5000;

/**
 * The cancellation of all operations of a run. Nothing is awaited or sent after it. A change that is under way may finish
 * within five seconds, so that its outcome is known: a pipeline that is canceled ends its commands after about seven.
 */
export class Cancellation {
  /** The clock of the operations. */
  readonly clock: Clock;
  readonly #canceled = new AbortController();
  readonly #finished = new AbortController();
  readonly signal: AbortSignal = this.#canceled.signal;
  /** Aborts when the time to finish is over. */
  readonly finished: AbortSignal = this.#finished.signal;

  /** @param clock - Default: the clock of this machine. */
  constructor(clock: Clock = systemClock) {
    this.clock = clock;
  }

  /** Cancels the operations that run, and all later ones. */
  cancel(): void {
    if (this.signal.aborted) return;
    const timeout = this.clock.timeout(timeToFinish);
    timeout.addEventListener("abort", () => this.#finished.abort());
    this.#canceled.abort();
  }
}

/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled: nothing is awaited or sent after that. */
  readonly signal: AbortSignal;
  /** Aborts at the deadline, or some time after the operation is canceled: a change that is under way ends then. */
  readonly lastSignal: AbortSignal;
  readonly #cancellation: Cancellation;
  readonly #time: number;

  /** A deadline some milliseconds from now. */
  constructor(milliseconds: number, cancellation: Cancellation) {
    const timeout = cancellation.clock.timeout(milliseconds);
    this.signal = AbortSignal.any([timeout, cancellation.signal]);
    this.lastSignal = AbortSignal.any([timeout, cancellation.finished]);
    this.#cancellation = cancellation;
    this.#time = cancellation.clock.now() + milliseconds;
  }

  /** The time until the deadline, in milliseconds; 0 or negative once it has passed. */
  get remaining(): number {
    return this.#time - this.#cancellation.clock.now();
  }

  get isCanceled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  /** An earlier deadline, with a reserve of milliseconds until this one; now, if less time than that remains. */
  reserving(milliseconds: number): Deadline {
    return new Deadline(Math.max(0, this.remaining - milliseconds), this.#cancellation);
  }
}
