import { systemClock, type Clock } from "../common/clock";
import type { Cancellation } from "./cancellation";

interface Ends {
  /** Ends the operation before the deadline. */
  readonly end?: AbortSignal | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled: nothing is awaited or sent after that. */
  readonly signal: AbortSignal;
  /** Aborts at the deadline, or some time after the operation is canceled: a change that is under way ends then. */
  readonly lastSignal: AbortSignal;
  readonly #cancellation: Cancellation | undefined;
  readonly #end: number;
  readonly #clock: Clock;

  private constructor(
    milliseconds: number,
    signals: Pick<Deadline, "signal" | "lastSignal">,
    cancellation: Cancellation | undefined,
    clock: Clock,
  ) {
    const timeout = clock.timeout(milliseconds);
    this.signal = anyOf(timeout, signals.signal);
    this.lastSignal = anyOf(timeout, signals.lastSignal);
    this.#cancellation = cancellation;
    this.#end = clock.now() + milliseconds;
    this.#clock = clock;
  }

  /**
   * A deadline some seconds from now.
   *
   * @param options.clock - Default: the clock of this machine.
   */
  static after(
    seconds: number,
    { end, cancellation, clock = systemClock }: Ends & { readonly clock?: Clock } = {},
  ): Deadline {
    const signal = anyOf(end, cancellation?.signal);
    const lastSignal = anyOf(end, cancellation?.finished);
    return new Deadline(seconds * 1000, { signal, lastSignal }, cancellation, clock);
  }

  /** The time until the deadline, in milliseconds; 0 or negative once it has passed. */
  get remaining(): number {
    return this.#end - this.#clock.now();
  }

  get isCanceled(): boolean {
    return this.#cancellation?.signal.aborted ?? false;
  }

  /** An earlier deadline, which leaves a reserve of milliseconds until this one; now, if less time than that remains. */
  reserving(milliseconds: number): Deadline {
    return new Deadline(Math.max(0, this.remaining - milliseconds), this, this.#cancellation, this.#clock);
  }
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
