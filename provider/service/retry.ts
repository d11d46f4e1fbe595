import type { Exchange } from "./http";
import type { Purpose } from "./failure";

/** How often and how long requests are sent again. All times are in milliseconds. */
export interface RetryPolicy {
  /** How often one request is sent at most. */
  readonly attempts: number;
  /** The longest first pause; it doubles with every attempt. */
  readonly firstPause: number;
  /** The longest pause that is made without being asked for. */
  readonly longestPause: number;
  /** The longest pause that is made where the service asks for one; where it asks for more, the request fails. */
  readonly longestAskedPause: number;
}

/** Five attempts within about seven seconds, unless the service asks for more time, of which it gets two minutes. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 5,
  firstPause: 500,
  longestPause: 8000,
  longestAskedPause: 120_000,
};

/** What comes after an attempt. */
export type RetryStep =
  { readonly next: "fail" } | { readonly next: "wait"; readonly pause: number; readonly reason: string };

/**
 * Decides whether a request is sent again, by what is known of whether it had an effect: what was certainly not sent or
 * not carried out is; so is what cannot have an effect on a list. A change whose outcome is not known never is: there
 * the list has to be looked at.
 *
 * @param attempt how often the request was sent so far.
 * @param random from 0 up to 1: pauses are chosen at random ("full jitter"), so that many clients do not come back at once.
 * @param left how much time there is, in milliseconds: where a pause would take all of it, the request fails at once.
 */
export function nextStep(
  policy: RetryPolicy,
  attempt: number,
  purpose: Purpose,
  exchange: Exchange,
  random: () => number,
  left: number,
): RetryStep {
  const reason = reasonToRetry(purpose, exchange);
  if (reason === undefined || attempt >= policy.attempts) return { next: "fail" };
  const longest = Math.min(policy.longestPause, policy.firstPause * 2 ** (attempt - 1));
  // Not the asked pause alone: one of 0 seconds, or until a moment that is over, would let all attempts go at once.
  const pause = Math.max(askedPause(exchange) ?? 0, random() * longest);
  return pause > policy.longestAskedPause || pause >= left ? { next: "fail" } : { next: "wait", pause, reason };
}

/** The pause that an answer asks for with Retry-After, in milliseconds; undefined where it does not ask. */
export function askedPause(exchange: Exchange): number | undefined {
  if (exchange.outcome === "unanswered" || (exchange.status !== 429 && exchange.status !== 503)) return undefined;
  return exchange.retryAfter;
}

function reasonToRetry(purpose: Purpose, exchange: Exchange): string | undefined {
  const isHarmless = purpose !== "change";
  switch (exchange.outcome) {
    case "unanswered":
      if (!exchange.sent) return exchange.isTransient ? "the service could not be reached" : undefined;
      return isHarmless && exchange.isTransient ? "no answer came" : undefined;
    case "interrupted":
      return isHarmless && exchange.isTransient ? "an answer was cut" : undefined;
    case "answered":
      if (exchange.status === 429) return "the service asks for fewer requests (429)";
      return isHarmless && temporary.has(exchange.status) ? `the service failed (${exchange.status})` : undefined;
  }
}

/** Statuses of what can be well the next moment. */
const temporary: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);
