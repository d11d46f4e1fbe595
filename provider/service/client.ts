import type { Dispatcher } from "undici";
import { z } from "zod";
import { countEntries, type Entries } from "../list/kinds";
import { listCampaigns, readCampaignPage, type Campaign, type CampaignPage } from "./campaigns";
import { defaultLimits, makeDispatcher, type Limits } from "./dispatcher";
import { failureOf, notSent, unreadable, type Call, type Errand } from "./failure";
import { abortReason, exchange, type Exchange, type HttpRequest } from "./http";
import { whatWasSaid } from "./said";
import { appListSchema, parseJson, type AppList } from "./schemas";
import type { Settings } from "./settings";
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

/** What a test changes. */
export interface ServiceClientOptions extends Partial<Limits> {
  /** A monotonic clock, in milliseconds. Default: performance.now. */
  readonly now?: () => number;
}

/**
 * Talks to the service as one account. All failures are {@link ServiceError}s.
 *
 * An expired token is renewed before a request, and a request that is answered with 401 is sent once more with a new
 * token. Nothing else is ever sent twice.
 */
export class ServiceClient {
  readonly #settings: Settings;
  readonly #origin: string;
  readonly #pathPrefix: string;
  readonly #dispatcher: Dispatcher;
  readonly #tokens: TokenSource;
  readonly #secrets: Set<string>;

  constructor(settings: Settings, options: ServiceClientOptions = {}) {
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#settings = settings;
    this.#origin = origin;
    this.#pathPrefix = pathname.replace(/\/+$/, "");
    this.#dispatcher = makeDispatcher(settings.baseUrl, { ...defaultLimits, ...options });
    this.#tokens = new TokenSource(() => this.#issueToken(), options.now);
    this.#secrets = new Set(settings.secrets);
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
    if (countEntries(entries) === 0) throw new RangeError("A change of an app list needs at least one entry.");
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
   */
  campaigns(options: CampaignOptions = {}): AsyncGenerator<Campaign, void, undefined> {
    const { perPage = 100, maxPages = 1000, signal } = options;
    requirePositiveInteger("perPage", perPage);
    requirePositiveInteger("maxPages", maxPages);
    return listCampaigns((page) => {
      const path = `/v1/meta/campaigns?${new URLSearchParams({ page: String(page), per_page: String(perPage) })}`;
      return this.#fetch({ purpose: "campaigns" }, { method: "GET", path, headers: {} }, campaignPageOf, signal);
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
    const token = await this.#token(call, signal);
    let answer = await this.#send(authorised(request, token), signal);
    if (answer.outcome !== "unanswered" && answer.status === 401) {
      this.#tokens.invalidate(token);
      answer = await this.#send(authorised(request, await this.#token(call, signal)), signal);
    }
    if (answer.outcome !== "answered" || answer.status < 200 || answer.status > 299) {
      throw failureOf(call, answer, this.#secrets);
    }
    const reading = read(answer.body);
    if (reading.outcome === "read") return reading.value;
    throw unreadable(call, answer.status, reading.reason, whatWasSaid(answer.body, this.#secrets));
  }

  /** A token, awaited no longer than the signal allows. The token call itself goes on: others may wait for it. */
  async #token(call: Call, signal: AbortSignal): Promise<AccessToken> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(notSent(call, abortReason(signal)));
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
    const answer = await this.#send(request, this.#timeout());
    const token = processTokenResponse(this.#call({ purpose: "token" }, request), answer, this.#secrets);
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
