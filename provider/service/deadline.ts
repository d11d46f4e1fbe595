/** The end of one operation, however many requests it sends. */
export class Deadline {
  /** Aborts at the deadline, or when the operation is canceled. */
  readonly signal: AbortSignal;
  readonly #end: number;
  readonly #now: () => number;

  private constructor(signal: AbortSignal, end: number, now: () => number) {
    this.signal = signal;
    this.#end = end;
    this.#now = now;
  }

  /**
   * A deadline some seconds from now.
   *
   * @param options.cancel - Aborts the operation before the deadline.
   * @param options.now - A monotonic clock, in milliseconds. Default: performance.now.
   */
  static after(
    seconds: number,
    { cancel, now = () => performance.now() }: { readonly cancel?: AbortSignal; readonly now?: () => number } = {},
  ): Deadline {
    const timeout = AbortSignal.timeout(seconds * 1000);
    const signal = cancel === undefined ? timeout : AbortSignal.any([cancel, timeout]);
    return new Deadline(signal, now() + seconds * 1000, now);
  }

  /** The time until the deadline, in milliseconds; 0 or negative once it has passed. */
  get remaining(): number {
    return this.#end - this.#now();
  }
}
