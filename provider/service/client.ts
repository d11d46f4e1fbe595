import type { Dispatcher } from "undici";
import { z } from "zod";
import { count, type Entries } from "../list/entries";
import { withoutLastSlashes } from "../settings/base-url";
import { listCampaigns, readCampaignPage, type Campaign, type CampaignPage } from "./campaigns";
import { defaultLimits, makeDispatcher, type Limits } from "./dispatcher";
import { failureOf, notSent, unreadable, type Call, type Errand } from "./failure";
import { abortReason, exchange, type Exchange, type HttpRequest } from "./http";
import { whatWasSaid } from "./said";
import { Pauses, type PauseOptions } from "./pause";
import { askedPause, defaultRetryPolicy, nextStep, type RetryPolicy } from "./retry";
import { appListSchema, parseJson, type AppList } from "./schemas";
import type { Settings } from "../settings/settings";
import { processTokenResponse, tokenRequest, TokenSource, type AccessToken, type IssuedToken } from "./token";
import { changeBody } from "./wire";

/** What goes with one request. */
export interface RequestOptions {
  /**
   * Ends the request. Default: a signal that ends each request after the `timeoutSeconds` of the settings. An operation
   * of several requests makes one signal and gives it to all of them.
   */
  readonly signal?: AbortSignal;
}

/** What goes with a change. */
export interface ChangeOptions extends RequestOptions {
  /**
   * The change cannot have an effect, as it removes what cannot be in a list: whatever becomes of the request, the list
   * is as it was. Default: false.
   */
  readonly isProbe?: boolean;
}

/** How campaigns are listed. */
export interface CampaignOptions extends RequestOptions {
  /** How many campaigns to ask for in one request. The service may show fewer. Default: 100. */
  readonly perPage?: number;
  /** After how many pages to give up. Default: 1000. */
  readonly maxPages?: number;
}

/** What a caller is told, and what a test changes. */
export interface ServiceClientOptions extends Partial<Limits>, PauseOptions {
  /** Default: {@link defaultRetryPolicy}. */
  readonly retryPolicy?: RetryPolicy;
  /** From 0 up to 1. Default: Math.random. */
  readonly random?: () => number;
}

/**
 * Talks to the service as one account. All failures are {@link ServiceError}s.
 *
 * An expired token is renewed before a request, and a request that is answered with 401 is sent once more with a new
 * token. What was certainly not carried out, or cannot have an effect on a list, is sent again after a pause (see
 * {@link nextStep}); a change whose outcome is not known never is.
 */
export class ServiceClient {
  readonly #settings: Settings;
  readonly #origin: string;
  readonly #pathPrefix: string;
  readonly #dispatcher: Dispatcher;
  readonly #maxListingCharacters: number;
  readonly #tokens: TokenSource;
  readonly #secrets: Set<string>;
  readonly #pauses: Pauses;
  readonly #retryPolicy: RetryPolicy;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #begins = new WeakMap<AbortSignal, number>();

  constructor(settings: Settings, options: ServiceClientOptions = {}) {
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#settings = settings;
    this.#origin = origin;
    this.#pathPrefix = withoutLastSlashes(pathname);
    const limits = { ...defaultLimits, ...options };
    this.#dispatcher = makeDispatcher(settings.baseUrl, limits);
    this.#maxListingCharacters = limits.maxListingCharacters;
    this.#tokens = new TokenSource(() => this.#issueToken(), options.now);
    this.#secrets = new Set(settings.secrets);
    this.#pauses = new Pauses(options);
    this.#retryPolicy = options.retryPolicy ?? defaultRetryPolicy;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Adds entries to an app list or removes them. Only the kinds that have entries are sent.
   *
   * @returns the whole list as it is after the change.
   * @throws {ServiceError} whose `effect` says whether the list can have changed.
   */
  async changeAppList(
    appListId: number,
    action: "add" | "remove",
    entries: Entries,
    options: ChangeOptions = {},
  ): Promise<AppList> {
    requirePositiveInteger("The id of an app list", appListId);
    if (count(entries) === 0) throw new RangeError("A change of an app list needs at least one entry.");
    const request: HttpRequest = {
      method: "PATCH",
      path: `/v1/app_list/${appListId}/${action}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(changeBody(entries)),
    };
    return this.#fetch(
      { purpose: options.isProbe === true ? "probe" : "change", appListId },
      request,
      appListOf(appListId),
      options.signal,
    );
  }

  /** Reads an app list from the read endpoint of the settings' `readPath`. */
  async readAppList(appListId: number, options: RequestOptions = {}): Promise<AppList> {
    requirePositiveInteger("The id of an app list", appListId);
    const { readPath } = this.#settings;
    if (readPath === undefined) throw new RangeError("An app list is read only where the settings have a readPath.");
    const path = readPath.replaceAll("{id}", String(appListId));
    const request: HttpRequest = { method: "GET", path, headers: {} };
    return this.#fetch({ purpose: "read", appListId }, request, appListOf(appListId), options.signal);
  }

  /**
   * Lists the campaigns of the account, one request a page, each sent when its campaigns are asked for.
   *
   * @throws {CampaignListingIncompleteError} when the listing has not ended after `maxPages` pages.
   * @throws {ServiceError} when all pages together are larger than the limit.
   */
  campaigns(options: CampaignOptions = {}): AsyncGenerator<Campaign, void, undefined> {
    const { perPage = 100, maxPages = 1000, signal } = options;
    requirePositiveInteger("perPage", perPage);
    requirePositiveInteger("maxPages", maxPages);
    let left = this.#maxListingCharacters;
    const read = (body: string): Reading<CampaignPage> => {
      left -= body.length;
      return left < 0 ? { outcome: "unreadable", reason: "with it the listing is too large" } : campaignPageOf(body);
    };
    return listCampaigns((page) => {
      const path = `/v1/meta/campaigns?${new URLSearchParams({ page: String(page), per_page: String(perPage) })}`;
      return this.#fetch({ purpose: "campaigns" }, { method: "GET", path, headers: {} }, read, signal);
    }, maxPages);
  }

  /** Ends all connections at once; a request that is under way fails. The client cannot be used after that. */
  async close(): Promise<void> {
    // Not undici's `close`: that waits for a connection that is being made, also for a request that was given up.
    await this.#dispatcher.destroy();
  }

  /** Sends a request with an access token and reads the answer. */
  async #fetch<Value>(
    what: Errand,
    request: HttpRequest,
    read: (body: string) => Reading<Value>,
    signal: AbortSignal = this.#timeout(),
  ): Promise<Value> {
    const call = this.#call(what, request);
    const answer = await this.#sendUntilSettled(call, signal, async () => {
      const token = await this.#token(call, signal);
      const first = await this.#send(authorised(request, token), signal);
      if (first.outcome === "unanswered" || first.status !== 401) return first;
      this.#tokens.invalidate(token);
      return this.#send(authorised(request, await this.#token(call, signal)), signal);
    });
    if (answer.outcome !== "answered" || answer.status < 200 || answer.status > 299) {
      throw failureOf(call, answer, this.#secrets);
    }
    const reading = read(answer.body);
    if (reading.outcome === "read") return reading.value;
    throw unreadable(call, answer.status, reading.reason, whatWasSaid(answer.body, this.#secrets));
  }

  /** Sends a request, and sends it again after a pause as long as that is safe and may help. */
  async #sendUntilSettled(call: Call, signal: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
    let answer: Exchange | undefined;
    for (let attempt = 1; ; attempt += 1) {
      await this.#awaitPause(call, signal);
      // Where the time ran out in a pause, what made the pause necessary is the reason to give.
      if (answer !== undefined && signal.aborted) return answer;
      answer = await send();
      const step = nextStep(this.#retryPolicy, attempt, call.purpose, answer, this.#random, this.#timeLeft(signal));
      if (step.next === "fail") {
        // It concerns whatever is sent next, although this request is not sent again.
        const status = answer.outcome === "unanswered" ? "" : ` (${answer.status})`;
        this.#pauses.ask(askedPause(answer) ?? 0, `the service asks for a pause${status}`);
        return answer;
      }
      this.#pauses.ask(step.pause, step.reason);
    }
  }

  /** Lets a request wait for the end of a pause that the service has asked for, whatever it asked about. */
  async #awaitPause(call: Call, signal: AbortSignal): Promise<void> {
    const left = this.#pauses.left();
    // Where there is nothing to wait for, the signal alone says whether there is time.
    const longest = Math.min(this.#retryPolicy.longestAskedPause, this.#timeLeft(signal));
    if (left > 0 && left > longest) {
      throw notSent(call, this.#pauseReason(left));
    }
    await this.#pauses.over(signal);
  }

  #pauseReason(left: number): string {
    return `it would have to wait ${Math.ceil(left / 1000).toLocaleString("en-US")} s, as ${this.#pauses.reason}`;
  }

  /**
   * How much time there is for the requests of a signal, in milliseconds. A signal does not tell when it ends: an
   * operation has the time of the settings, and begins with its first request at the latest.
   */
  #timeLeft(signal: AbortSignal): number {
    const begin = this.#begins.get(signal) ?? this.#now();
    this.#begins.set(signal, begin);
    return begin + this.#settings.timeoutSeconds * 1000 - this.#now();
  }

  /** A token, awaited no longer than the signal allows. The token call itself goes on: others may wait for it. */
  async #token(call: Call, signal: AbortSignal): Promise<AccessToken> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        const left = this.#pauses.left();
        reject(notSent(call, left > 0 ? this.#pauseReason(left) : abortReason(signal)));
      };
      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener("abort", onAbort, { once: true });
      this.#tokens
        .get()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", onAbort));
    });
  }

  async #issueToken(): Promise<IssuedToken> {
    const request = tokenRequest(this.#settings);
    const call = this.#call({ purpose: "token" }, request);
    const signal = this.#timeout();
    const answer = await this.#sendUntilSettled(call, signal, () => this.#send(request, signal));
    const token = processTokenResponse(call, answer, this.#secrets);
    this.#secrets.add(token.value);
    return token;
  }

  #send(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const headers = { accept: "application/json", "user-agent": "pulumi-app-list", ...request.headers };
    const path = this.#pathPrefix + request.path;
    return exchange(this.#dispatcher, this.#origin, { ...request, path, headers }, signal);
  }

  #call(what: Errand, request: HttpRequest): Call {
    const { account } = this.#settings;
    const place = { method: request.method, path: this.#pathPrefix + request.path, origin: this.#origin };
    return { ...what, ...place, ...(account === undefined ? {} : { account }) };
  }

  #timeout(): AbortSignal {
    return AbortSignal.timeout(this.#settings.timeoutSeconds * 1000);
  }
}

/** What an answer of success holds, or why it cannot be read. */
type Reading<Value> =
  { readonly outcome: "read"; readonly value: Value } | { readonly outcome: "unreadable"; readonly reason: string };

function appListOf(appListId: number): (body: string) => Reading<AppList> {
  return (body) => {
    const reading = parseJson(body, appListSchema);
    if (reading.outcome === "unreadable" || reading.value.id === appListId) return reading;
    return { outcome: "unreadable", reason: `it is about app list ${reading.value.id} and not ${appListId}` };
  };
}

function campaignPageOf(body: string): Reading<CampaignPage> {
  const reading = parseJson(body, z.unknown());
  if (reading.outcome === "unreadable") return reading;
  const page = readCampaignPage(reading.value);
  return page === undefined
    ? { outcome: "unreadable", reason: "it is not a listing of campaigns" }
    : { outcome: "read", value: page };
}

function authorised(request: HttpRequest, token: AccessToken): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.value}` } };
}

function requirePositiveInteger(what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${what} must be a positive integer.`);
}
