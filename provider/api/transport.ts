import type { Dispatcher } from "undici";
import type { Clock } from "../common/clock";
import { formatCount } from "../common/format";
import type { Call } from "./call";
import { unlessAborted, type Deadline } from "./deadline";
import { ApiError } from "./errors";
import { exchange, type HttpExchange } from "./http";
import { meaningOf } from "./meaning";
import { canceledError, notSentError } from "./request-error";
import { planRetry, Throttle, type OnDelay } from "./retry";
import { TokenSource, type AccessToken } from "./token";

interface TransportOptions {
  readonly clock: Clock;
  /** Makes the token call with {@link Transport.send}. */
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
  /** The number of requests so far. */
  #count = 0;

  constructor(dispatcher: Dispatcher, options: TransportOptions) {
    this.#dispatcher = dispatcher;
    this.#tokens = new TokenSource(options.issueToken, options.clock);
    this.#throttle = new Throttle(options.clock, options.onDelay);
    this.#options = options;
  }

  /**
   * Sends a request, with an access token unless it is the token call.
   *
   * @throws {ApiError} if it was not sent, no token was issued, or it was canceled without an effect.
   */
  async send(call: Call, deadline: Deadline): Promise<HttpExchange> {
    const { purpose } = call;
    // That of the last attempt that was sent. It decides the effect, whatever prevents another attempt.
    let result: HttpExchange | undefined;
    let isRenewed = false;
    const age = (this.#count += 1);
    try {
      for (let attempts = 1; ; attempts += 1) {
        const token = purpose === "token" ? undefined : await this.#token(call, deadline);
        const passes = await this.#throttle.pass(age, deadline);
        if (deadline.isCanceled) throw canceledError(call);
        if (!passes) {
          if (result === undefined) throw notSentError(call, this.#throttle.reason);
          return result;
        }
        const last = await this.#exchange(call, deadline, token);
        if (result === undefined || wasSent(last)) result = last;
        const meaning = meaningOf(purpose, last);
        this.#throttle.end(meaning);
        if (token !== undefined && meaning === "token" && !isRenewed) {
          this.#tokens.invalidate(token);
          isRenewed = true;
          continue;
        }
        const retry = planRetry(attempts, purpose, last, Math.random(), deadline.remaining);
        if (retry === undefined) {
          // A requested delay applies to all later requests, even if this one is not retried.
          this.#throttle.delay(last.retryAfter ?? 0, `the API asks for a delay (${last.status})`);
          return result;
        }
        this.#options.onEvent(call, `retry in ${formatCount(Math.round(retry.delay))} ms: ${retry.reason}`);
        this.#throttle.delay(retry.delay, retry.reason);
      }
    } catch (error) {
      // A change is sent again only if the API denied it.
      const isDenied = purpose === "change" && result !== undefined && wasSent(result) && error instanceof ApiError;
      throw isDenied ? error.with({ effect: "denied" }) : error;
    }
  }

  /** Ends all connections at once. A request in flight fails. */
  close(): void {
    // It never rejects. undici's `close` would wait for a connection that is being made, even if its request was canceled.
    void this.#dispatcher.destroy();
  }

  /** Waits for a token until the deadline. The token call has its own one, because other operations may wait for it. */
  async #token(call: Call, deadline: Deadline): Promise<AccessToken> {
    const token = await unlessAborted(deadline.signal, () => this.#tokens.get());
    if (token !== undefined) return token;
    throw deadline.isCanceled ? canceledError(call) : notSentError(call, this.#throttle.reason);
  }

  async #exchange(call: Call, deadline: Deadline, token?: AccessToken): Promise<HttpExchange> {
    const { origin, request, purpose } = call;
    const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token.value}` }) };
    // Only the outcome of a change matters after a cancellation.
    const signals = purpose === "change" ? deadline : { signal: deadline.signal, lastSignal: deadline.signal };
    const { clock, onEvent } = this.#options;
    const sentAt = clock.now();
    const ended = await exchange(this.#dispatcher, origin, { ...request, headers }, signals);
    // The reason of a failed token call may repeat credentials.
    const reason = ended.outcome === "response" || purpose === "token" ? "" : ` (${ended.reason})`;
    const duration = formatCount(Math.round(clock.now() - sentAt));
    onEvent(call, `${ended.status ?? "no response"} in ${duration} ms${reason}`);
    return ended;
  }
}

function wasSent(result: HttpExchange): boolean {
  return result.outcome !== "noResponse" || result.sent;
}
