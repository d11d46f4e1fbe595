import type { Clock } from "../common/clock";
import { formatCount } from "../common/format";
import type { Purpose } from "./call";
import type { Exchange } from "./http";
import { factsOf, meaningOf } from "./meaning";

/**
 * Five attempts within about seven seconds, unless the API asks for more time, which is up to two minutes. Times are in
 * milliseconds.
 */
export const retryPolicy = {
  /** The most times that one request is sent. */
  maxAttempts: 5,
  /** The longest delay before the first retry; it doubles with every attempt. */
  initialDelay: 500,
  /** The longest delay that the API has not asked for. */
  maxDelay: 8000,
  /** The longest delay that the API may ask for; if it asks for more, the request fails. */
  maxRequestedDelay: 120_000,
};

export interface Retry {
  /** In milliseconds. */
  readonly delay: number;
  readonly reason: string;
}

/**
 * Decides whether a request is retried: only if it certainly had no effect, or cannot have one on a list. A change whose
 * outcome is unknown is never retried: the list has to be read.
 *
 * @param attempt - How often the request was sent so far.
 * @param random - From 0 up to 1: delays are random ("full jitter"), so that many clients do not retry at once.
 * @param remaining - Milliseconds until the deadline: the request fails at once if the delay would reach it.
 * @returns undefined if it is not retried.
 */
export function planRetry(
  attempt: number,
  purpose: Purpose,
  exchange: Exchange,
  random: number,
  remaining: number,
): Retry | undefined {
  const reason = retryReason(purpose, exchange);
  if (reason === undefined || attempt >= retryPolicy.maxAttempts) return undefined;
  const backoff = random * Math.min(retryPolicy.maxDelay, retryPolicy.initialDelay * 2 ** (attempt - 1));
  // At least the backoff: a requested delay of 0 seconds would use up all attempts at once.
  const delay = Math.max(requestedDelay(exchange) ?? 0, backoff);
  return delay > retryPolicy.maxRequestedDelay || delay >= remaining ? undefined : { delay, reason };
}

/** The delay for which a response asks with Retry-After, in milliseconds; undefined if it does not ask. */
export function requestedDelay(exchange: Exchange): number | undefined {
  if (exchange.outcome === "noResponse" || (exchange.status !== 429 && exchange.status !== 503)) return undefined;
  return exchange.retryAfter;
}

function retryReason(purpose: Purpose, exchange: Exchange): string | undefined {
  const meaning = meaningOf(purpose, exchange);
  if (meaning === "done") return undefined;
  const { effect, retryReason: reason } = factsOf[meaning];
  if (reason === undefined || (purpose === "change" && effect === "possible")) return undefined;
  return exchange.outcome === "noResponse" ? reason : `${reason} (${exchange.status})`;
}

/** Called before a delay of more than two seconds, once in five seconds at most. */
export type OnDelay = (seconds: number, reason: string) => void;

/** In milliseconds. */
const minReportedDelay = 2000;
const reportInterval = 5000;

/** Delays all requests of a client while the API asks for fewer, or fails. */
export class Throttle {
  readonly #clock: Clock;
  readonly #onDelay: OnDelay;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #reason = "";

  constructor(clock: Clock, onDelay: OnDelay = () => {}) {
    this.#clock = clock;
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

  /** Why a request cannot be sent now, as a part of a sentence. */
  get reason(): string {
    return `it would have to wait ${formatCount(Math.ceil(this.remaining / 1000))} s, because ${this.#reason}`;
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
