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
  readonly signal: AbortSignal = this.#canceled.signal;
  /** Aborts when the time to finish is over. */
  readonly finished: AbortSignal = this.#finished.signal;

  /** @param clock - Default: the clock of this machine. */
  constructor(clock: Pick<Clock, "timeout"> = systemClock) {
    this.#clock = clock;
  }

  /** Cancels the operations that run, and all later ones. */
  cancel(): void {
    if (this.signal.aborted) return;
    const timeout = this.#clock.timeout(timeToFinish);
    timeout.addEventListener("abort", () => this.#finished.abort());
    this.#canceled.abort();
  }
}

interface DeadlineOptions {
  /** Ends the operation before the deadline. */
  readonly end?: AbortSignal | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Default: the clock of this machine. */
  readonly clock?: Clock;
}

/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled: nothing is awaited or sent after that. */
  readonly signal: AbortSignal;
  /** Aborts at the deadline, or some time after the operation is canceled: a change that is under way ends then. */
  readonly lastSignal: AbortSignal;
  readonly #end: AbortSignal;
  readonly #cancellation: Cancellation;
  readonly #clock: Clock;
  readonly #time: number;

  private constructor(milliseconds: number, end: AbortSignal, cancellation: Cancellation, clock: Clock) {
    const timeout = clock.timeout(milliseconds);
    this.signal = AbortSignal.any([timeout, end, cancellation.signal]);
    this.lastSignal = AbortSignal.any([timeout, end, cancellation.finished]);
    this.#end = end;
    this.#cancellation = cancellation;
    this.#clock = clock;
    this.#time = clock.now() + milliseconds;
  }

  /** A deadline some seconds from now. */
  static after(seconds: number, { end, cancellation, clock = systemClock }: DeadlineOptions = {}): Deadline {
    return new Deadline(seconds * 1000, end ?? AbortSignal.any([]), cancellation ?? new Cancellation(clock), clock);
  }

  /** The time until the deadline, in milliseconds; 0 or negative once it has passed. */
  get remaining(): number {
    return this.#time - this.#clock.now();
  }

  get isCanceled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  /** An earlier deadline, with a reserve of milliseconds until this one; now, if less time than that remains. */
  reserving(milliseconds: number): Deadline {
    const remaining = Math.max(0, this.remaining - milliseconds);
    return new Deadline(remaining, this.#end, this.#cancellation, this.#clock);
  }
}
