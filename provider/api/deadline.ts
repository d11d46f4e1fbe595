import { systemClock, type Clock } from "../common/clock";
import { bounds } from "./bounds";

/**
 * The cancellation of all operations of a run. After it, nothing is sent and no delay continues. A change that was
 * already sent may finish within five seconds, so that its outcome is known.
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

  /** Cancels the running operations and all later ones. */
  cancel(): void {
    const timeout = this.clock.timeout(bounds.timeToFinish);
    timeout.addEventListener("abort", () => this.#finished.abort());
    this.#canceled.abort();
  }
}

/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled. After that, nothing is sent and no delay continues. */
  readonly signal: AbortSignal;
  /**
   * Aborts at the deadline, or five seconds after the operation is canceled. It aborts a change that was already sent.
   */
  readonly lastSignal: AbortSignal;
  readonly #cancellation: Cancellation;
  readonly #time: number;

  /** @param milliseconds - the time from now until the deadline. */
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

  /** A deadline that is earlier by this number of milliseconds, but not before now. */
  reserving(milliseconds: number): Deadline {
    return new Deadline(Math.max(0, this.remaining - milliseconds), this.#cancellation);
  }
}

/** Waits for the result of a call; undefined if the signal aborts before. After an abort, nothing is called. */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  call: () => Promise<Value>,
): Promise<Value | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const abort = (): void => aborted.resolve(undefined);
  signal.addEventListener("abort", abort);
  try {
    return signal.aborted ? undefined : await Promise.race([call(), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
