import type { Clock } from "../common/clock";
import { formatCount } from "../common/format";
import { bounds } from "./bounds";
import type { RequestPurpose } from "./call";
import { unlessAborted, type Deadline } from "./deadline";
import type { HttpExchange } from "./http";
import { effectOf, meaningFacts, meaningOf, type Meaning } from "./meaning";

/**
 * Decides whether a request is retried. It is retried only if it had no effect on a list. If the outcome of a change is
 * unknown, the list must be read instead.
 *
 * @param attempt - The number of attempts so far.
 * @param random - A random number from 0 up to 1 for half of the delay ("equal jitter"), so that many clients do not
 *   retry at the same time, and the delays together are long enough for an API with one request per second.
 * @param remaining - The milliseconds until the deadline. If the delay would exceed them, the request fails at once.
 * @returns the delay in milliseconds; undefined if it is not retried.
 */
export function planRetry(
  attempt: number,
  purpose: RequestPurpose,
  exchange: HttpExchange,
  random: number,
  remaining: number,
): { readonly delay: number; readonly reason: string } | undefined {
  const meaning = meaningOf(purpose, exchange);
  const { retryReason } = meaningFacts[meaning];
  if (retryReason === undefined || effectOf(purpose, meaning) === "possible") return undefined;
  if (attempt >= bounds.attempts) return undefined;
  const backoff = ((1 + random) / 2) * bounds.initialDelay * 2 ** (attempt - 1);
  // At least the backoff: with a requested delay of 0 seconds, all attempts would be made at once.
  const delay = Math.max(exchange.retryAfter ?? 0, backoff);
  if (delay > bounds.requestedDelay || delay >= remaining) return undefined;
  return { delay, reason: exchange.status === undefined ? retryReason : `${retryReason} (${exchange.status})` };
}

/** Called before a delay of more than two seconds, but at most once in five seconds. */
export type OnDelay = (seconds: number, reason: string) => void;

/**
 * Delays all requests of a client while the API fails or asks for fewer requests. After a 429, it lets one request at a
 * time pass, the oldest first. Each answer without a reason to retry allows one more.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #onDelay: OnDelay;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #reason = "";
  /** The most requests at once. */
  #limit = Number.POSITIVE_INFINITY;
  #passing = 0;
  /** The requests that wait, by their age. */
  readonly #waiting = new Set<number>();
  #changed = Promise.withResolvers<void>();

  constructor(clock: Clock, onDelay: OnDelay = () => {}) {
    this.#clock = clock;
    this.#onDelay = onDelay;
  }

  /** Delays all later requests until this number of milliseconds from now. Has no effect during a longer delay. */
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

  /** Why a request cannot be sent now, as a part of a sentence. */
  get reason(): string {
    if (this.remaining === 0) return "the timeout was reached";
    return `it would have to wait ${formatCount(Math.ceil(this.remaining / 1000))} s, because ${this.#reason}`;
  }

  /**
   * Waits until a request may pass.
   *
   * @param age - The number of the request. A smaller one passes first.
   * @returns whether it passes: not after an abort, nor if it would wait for too long.
   */
  async pass(age: number, deadline: Pick<Deadline, "signal" | "remaining">): Promise<boolean> {
    const { signal } = deadline;
    this.#waiting.add(age);
    let passes = false;
    while (!passes && !signal.aborted) {
      const { remaining } = this;
      if (remaining > 0) {
        // Repeated, because another request may make the delay longer in the meantime.
        if (remaining > Math.min(bounds.requestedDelay, deadline.remaining)) break;
        this.#report(remaining);
        await this.#clock.sleep(remaining, signal);
      } else if (this.#passing < this.#limit && Math.min(...this.#waiting) === age) passes = true;
      else await unlessAborted(signal, () => this.#changed.promise);
    }
    this.#waiting.delete(age);
    if (passes) this.#passing += 1;
    this.#notify();
    return passes;
  }

  #report(remaining: number): void {
    const now = this.#clock.now();
    if (remaining <= bounds.reportedDelay || now - this.#reportedAt < bounds.reportInterval) return;
    this.#reportedAt = now;
    this.#onDelay(Math.ceil(remaining / 1000), this.#reason);
  }

  /** Ends the passing of a request with the meaning of its answer. */
  end(meaning: Meaning): void {
    this.#passing -= 1;
    if (meaning === "tooManyRequests") this.#limit = 1;
    else if (meaningFacts[meaning].retryReason === undefined) this.#limit += 1;
    this.#notify();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
