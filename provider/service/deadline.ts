import { systemClock, type Clock } from "../common/clock";

/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled. */
  readonly signal: AbortSignal;
  readonly #end: number;
  readonly #clock: Clock;

  private constructor(milliseconds: number, cancel: AbortSignal | undefined, clock: Clock) {
    const timeout = clock.timeout(milliseconds);
    this.signal = cancel === undefined ? timeout : AbortSignal.any([cancel, timeout]);
    this.#end = clock.now() + milliseconds;
    this.#clock = clock;
  }

  /**
   * A deadline some seconds from now.
   *
   * @param options.cancel - Aborts the operation before the deadline.
   * @param options.clock - Default: the clock of this machine.
   */
  static after(
    seconds: number,
    { cancel, clock = systemClock }: { readonly cancel?: AbortSignal; readonly clock?: Clock } = {},
  ): Deadline {
    return new Deadline(seconds * 1000, cancel, clock);
  }

  /** The time until the deadline, in milliseconds; 0 or negative once it has passed. */
  get remaining(): number {
    return this.#end - this.#clock.now();
  }

  /** An earlier deadline, which leaves a reserve of milliseconds until this one; now, if less time than that remains. */
  reserving(milliseconds: number): Deadline {
    return new Deadline(Math.max(0, this.remaining - milliseconds), this.signal, this.#clock);
  }
}
