import type { Dispatcher } from "undici";
import { AppListError } from "../../common/error";
import { withoutLastSlashes } from "../../settings/base-url";
import { defaultLimits, makeDispatcher } from "../../service/dispatcher";
import { failureOf, unreadable, type Call, type Errand } from "../../service/failure";
import { exchange, type Exchange, type HttpRequest } from "../../service/http";
import { whatWasSaid } from "../../service/said";
import { parseJson } from "../../service/schemas";
import type { Settings } from "../../settings/settings";
import { processTokenResponse, tokenRequest, type IssuedToken } from "../../service/token";
import type { z } from "zod";

/** More requests were needed than one examination may send. */
export class RequestLimitError extends AppListError {
  readonly code = "REQUEST_LIMIT";

  constructor(most: number) {
    super(`This part of the examination ended after ${most} requests, the most that it may send.`);
  }
}

/**
 * The service as an examination uses it: closer to the wire than {@link ServiceClient}, since it is about what that
 * hides, such as copies of an entry. No more requests are sent than were allowed.
 */
export class Api {
  readonly #settings: Settings;
  readonly #origin: string;
  readonly #pathPrefix: string;
  readonly #dispatcher: Dispatcher;
  readonly #secrets: Set<string>;
  readonly #most: number;
  readonly #longest: number;
  #token: string | undefined;
  #requests = 0;

  /**
   * @param most the most requests.
   * @param longest how long one request may take, in seconds.
   */
  constructor(settings: Settings, most: number, longest: number = settings.timeoutSeconds) {
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#settings = settings;
    this.#origin = origin;
    this.#pathPrefix = withoutLastSlashes(pathname);
    this.#dispatcher = makeDispatcher(settings.baseUrl, defaultLimits);
    this.#secrets = new Set(settings.secrets);
    this.#most = most;
    this.#longest = longest;
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Obtains an access token, which is used from then on. */
  async login(signal: AbortSignal): Promise<IssuedToken> {
    const request = tokenRequest(this.#settings);
    const answer = await this.#send(request, signal);
    const token = processTokenResponse(this.#call({ purpose: "token" }, request), answer, this.#secrets);
    this.#secrets.add(token.value);
    this.#token = token.value;
    return token;
  }

  /**
   * Sends a request and reads the answer. A token that is not accepted is renewed once.
   *
   * @throws {ServiceError} where the answer is none of success, or cannot be read.
   */
  async fetch<Value>(
    errand: Errand,
    request: HttpRequest,
    schema: z.ZodType<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const call = this.#call(errand, request);
    const first = this.#token ?? (await this.login(signal)).value;
    let answer = await this.#send(authorised(request, first), signal);
    if (answer.outcome !== "unanswered" && answer.status === 401) {
      answer = await this.#send(authorised(request, (await this.login(signal)).value), signal);
    }
    if (answer.outcome !== "answered" || answer.status < 200 || answer.status > 299) {
      throw failureOf(call, answer, this.#secrets);
    }
    const reading = parseJson(answer.body, schema);
    if (reading.outcome === "read") return reading.value;
    throw unreadable(call, answer.status, reading.reason, whatWasSaid(answer.body, this.#secrets));
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #send(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    if (this.#requests >= this.#most) throw new RequestLimitError(this.#most);
    this.#requests += 1;
    const headers = { accept: "application/json", "user-agent": "pulumi-app-list", ...request.headers };
    const timed = AbortSignal.any([signal, AbortSignal.timeout(this.#longest * 1000)]);
    return exchange(
      this.#dispatcher,
      this.#origin,
      { ...request, path: this.#pathPrefix + request.path, headers },
      timed,
    );
  }

  #call(errand: Errand, { method, path }: HttpRequest): Call {
    const { account } = this.#settings;
    const place = { method, path: this.#pathPrefix + path, origin: this.#origin };
    return { ...errand, ...place, ...(account === undefined ? {} : { account }) };
  }
}

function authorised(request: HttpRequest, token: string): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}
