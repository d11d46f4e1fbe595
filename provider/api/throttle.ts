import { clockWith, type Clock } from "../common/clock";

/** Default: the clock of this machine. */
export interface ThrottleOptions extends Partial<Clock> {
  /** Called before a delay of more than two seconds, once in five seconds at most. */
  readonly onDelay?: (seconds: number, reason: string) => void;
}

/** In milliseconds. */
const minReportedDelay = 2000;
const reportInterval = 5000;

/** Delays all requests of a client while the API asks for fewer, or fails. */
export class Throttle {
  readonly #clock: Clock;
  readonly #onDelay: NonNullable<ThrottleOptions["onDelay"]>;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #reason = "";

  constructor({ onDelay = () => {}, ...clock }: ThrottleOptions = {}) {
    this.#clock = clockWith(clock);
    this.#onDelay = onDelay;
  }

  /** Delays every request that follows, by milliseconds from now. Has no effect during a longer delay. */
  delay(milliseconds: number, reason: string): void {
    const end = this.#clock.now() + milliseconds;
    if (end <= this.#end) return;
    this.#end = end;
    this.#reason = reason;
  }

  /** The delay of the next request, in milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#clock.now());
  }

  get reason(): string {
    return this.#reason;
  }

  /** Waits until the next request may be sent, or until the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    // Repeated, since another request may make the delay longer meanwhile.
    for (let remaining = this.remaining; remaining > 0 && !signal.aborted; remaining = this.remaining) {
      if (remaining > minReportedDelay && this.#clock.now() - this.#reportedAt >= reportInterval) {
        this.#reportedAt = this.#clock.now();
        this.#onDelay(Math.ceil(remaining / 1000), this.#reason);
      }
      await this.#clock.sleep(remaining, signal);
    }
  }
}
