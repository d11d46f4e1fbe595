import type { Dispatcher } from "undici";
import type { Clock } from "../common/clock";
import { formatCount } from "../common/format";
import type { Call } from "./call";
import type { Deadline } from "./deadline";
import { exchange, type Exchange } from "./http";
import { meaningOf } from "./meaning";
import { canceledError, notSentError } from "./request-error";
import { planRetry, requestedDelay, retryPolicy, Throttle, type OnDelay } from "./retry";
import { TokenSource, type AccessToken } from "./token";

interface TransportOptions {
  readonly clock: Clock;
  /** Makes the token call with {@link Transport.sendWithoutToken}. */
  readonly issueToken: () => Promise<AccessToken>;
  readonly onDelay: OnDelay | undefined;
  /** Called with the result of each request, and before each retry. The text can contain a secret. */
  readonly onEvent: (call: Call, event: string) => void;
}

/**
 * Sends the requests of one account, with an access token, retries and delays.
 *
 * An expired token is renewed before a request. If the API does not accept a token, the request is sent once more with
 * a new one. If the outcome of a change is unknown, it is never sent again (see {@link planRetry}).
 */
export class Transport {
  readonly #dispatcher: Dispatcher;
  readonly #tokens: TokenSource;
  readonly #throttle: Throttle;
  readonly #options: TransportOptions;

  constructor(dispatcher: Dispatcher, options: TransportOptions) {
    this.#dispatcher = dispatcher;
    this.#tokens = new TokenSource(options.issueToken, options.clock);
    this.#throttle = new Throttle(options.clock, options.onDelay);
    this.#options = options;
  }

  /**
   * Sends a request with an access token.
   *
   * @throws {ApiError} if it was not sent, no token was issued, or it was canceled without an effect.
   */
  async send(call: Call, deadline: Deadline): Promise<Exchange> {
    return this.#retry(call, deadline, async () => {
      const token = await this.#token(call, deadline, false);
      const first = await this.#exchange(call, deadline, token);
      if (meaningOf(call.purpose, first) !== "token" || !this.#tokens.invalidate(token)) return first;
      const second = await this.#exchange(call, deadline, await this.#token(call, deadline, true));
      if (deadline.isCanceled && isWithoutEffect(call, second)) throw canceledError(call, true);
      return second;
    });
  }

  async sendWithoutToken(call: Call, deadline: Deadline): Promise<Exchange> {
    return this.#retry(call, deadline, () => this.#exchange(call, deadline));
  }

  /** Ends all connections at once. A request in flight fails. */
  async close(): Promise<void> {
    // undici's `close` would wait for a connection that is being made, even if its request was canceled.
    await this.#dispatcher.destroy();
  }

  async #retry(call: Call, deadline: Deadline, attempt: () => Promise<Exchange>): Promise<Exchange> {
    let last: Exchange | undefined;
    // The last attempt that was sent. It decides the effect of the request, whatever prevents another attempt.
    let sent: Exchange | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const { remaining } = this.#throttle;
      // Without a delay, only the signal decides whether there is time.
      const isTooLong = remaining > Math.min(retryPolicy.maxRequestedDelay, deadline.remaining);
      if (remaining > 0 && isTooLong && !deadline.isCanceled) {
        if (sent !== undefined) return sent;
        throw notSentError(call, this.#throttle.reason);
      }
      await this.#throttle.wait(deadline.signal);
      if (deadline.isCanceled) throw canceledError(call, sent !== undefined);
      // If the deadline passed during the delay, the error before the delay is the one to report.
      if (last !== undefined && deadline.signal.aborted) return sent ?? last;
      last = await attempt();
      if (last.outcome !== "noResponse" || last.sent) sent = last;
      if (deadline.isCanceled && isWithoutEffect(call, last)) throw canceledError(call, sent !== undefined);
      const retry = planRetry(attempts, call.purpose, last, Math.random(), deadline.remaining);
      if (retry === undefined) {
        // A requested delay applies to all later requests, even if this one is not retried.
        const status = last.outcome === "noResponse" ? "" : ` (${last.status})`;
        this.#throttle.delay(requestedDelay(last) ?? 0, `the API asks for a delay${status}`);
        return sent ?? last;
      }
      this.#options.onEvent(call, `retry in ${formatCount(Math.round(retry.delay))} ms: ${retry.reason}`);
      this.#throttle.delay(retry.delay, retry.reason);
    }
  }

  /**
   * Waits for a token until the deadline. The token call has its own deadline, because other operations may wait for
   * it.
   *
   * @param wasSent - Whether the request was sent before with a token that the API did not accept.
   */
  async #token(call: Call, deadline: Deadline, wasSent: boolean): Promise<AccessToken> {
    const { signal } = deadline;
    const ended = Promise.withResolvers<undefined>();
    const end = (): void => ended.resolve(undefined);
    signal.addEventListener("abort", end);
    try {
      const token = signal.aborted ? undefined : await Promise.race([this.#tokens.get(), ended.promise]);
      if (token !== undefined) return token;
    } catch (error) {
      if (!deadline.isCanceled) throw error;
    } finally {
      signal.removeEventListener("abort", end);
    }
    if (deadline.isCanceled) throw canceledError(call, wasSent);
    throw notSentError(call, this.#throttle.remaining > 0 ? this.#throttle.reason : "the timeout was reached");
  }

  async #exchange(call: Call, deadline: Deadline, token?: AccessToken): Promise<Exchange> {
    const { origin, request, purpose } = call;
    const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token.value}` }) };
    const { signal, lastSignal } = deadline;
    // Only the outcome of a change matters after a cancellation.
    const last = purpose === "change" ? lastSignal : signal;
    const { clock, onEvent } = this.#options;
    const sentAt = clock.now();
    const ended = await exchange(this.#dispatcher, origin, { ...request, headers }, signal, last);
    onEvent(call, describeExchange(call, ended, clock.now() - sentAt));
    return ended;
  }
}

/** Whether an exchange without a complete response definitely had no effect. */
function isWithoutEffect({ purpose }: Call, exchange: Exchange): boolean {
  if (exchange.outcome === "response") return false;
  return purpose !== "change" || (exchange.outcome === "noResponse" && !exchange.sent);
}

/** The result of a request in the log: "200 in 34 ms". It can contain a secret. */
function describeExchange({ purpose }: Call, exchange: Exchange, milliseconds: number): string {
  const status = exchange.outcome === "noResponse" ? "no response" : String(exchange.status);
  // The reason of a failed token call may repeat credentials.
  const reason = exchange.outcome === "response" || purpose === "token" ? "" : ` (${exchange.reason})`;
  return `${status} in ${formatCount(Math.round(milliseconds))} ms${reason}`;
}
