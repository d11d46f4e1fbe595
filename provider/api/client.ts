import { systemClock, type Clock } from "../common/clock";
import { printable } from "../common/quote";
import { count, type Entries } from "../list/entries";
import type { Settings } from "./settings";
import { changeCall, processAppList, readCall, type AppList } from "./app-list";
import type { Call } from "./call";
import { campaignsCall, listCampaigns, processCampaignPage, type CampaignPage } from "./campaigns";
import type { Campaign } from "./campaign";
import { Cancellation, Deadline } from "./deadline";
import { ApiError } from "./errors";
import { makeDispatcher } from "./http";
import { queryParts, Redactor } from "./redaction";
import type { RetryOptions } from "./retry";
import { processToken, tokenCall, type AccessToken } from "./token";
import { Transport } from "./transport";

/** 64 MiB: about two million app bundles, far more than any list, and little enough to hold in memory a few times. */
const defaultMaxResponseBytes = 64 * 1024 * 1024;

/** The time that a change reserves for a delay before each of two reads, in milliseconds. */
const reservedPause = 10_000;

export interface RequestOptions {
  /** The deadline of the operation that the request is a part of. Default: {@link ApiClient.deadline} from now. */
  readonly deadline?: Deadline;
}

export interface ChangeOptions extends RequestOptions {
  /** The change cannot have an effect, as it removes an entry that cannot exist. Default: false. */
  readonly isProbe?: boolean;
}

export interface CampaignOptions extends RequestOptions {
  /** How many campaigns to request per page; a page with fewer is the last one. Default: 100. */
  readonly perPage?: number;
  /** The most pages. Default: 1000. */
  readonly maxPages?: number;
}

export interface ApiClientOptions extends RetryOptions {
  /** The most bytes of a response, and the most characters of all pages of a listing. Default: 64 MiB. */
  readonly maxResponseBytes?: number;
  readonly cancellation?: Cancellation | undefined;
  /** Called with a line about each request and each retry, without secrets and entries: "GET /v1/lists/1: 200 in 34 ms". */
  readonly onRequest?: (line: string) => void;
}

/** The API, used as one account. All failures are {@link ApiError}s. */
export class ApiClient {
  readonly #settings: Settings;
  readonly #redactor: Redactor;
  readonly #transport: Transport;
  readonly #maxResponseBytes: number;
  readonly #clock: Clock;
  readonly #cancellation: Cancellation;
  readonly #closed = new AbortController();
  /** The longest time that a list took to arrive, in milliseconds. */
  #readTime = 5000;

  constructor(settings: Settings, options: ApiClientOptions = {}) {
    this.#settings = settings;
    this.#redactor = new Redactor(settings.secrets);
    this.#maxResponseBytes = options.maxResponseBytes ?? defaultMaxResponseBytes;
    this.#clock = { ...systemClock, ...options };
    this.#cancellation = options.cancellation ?? new Cancellation(this.#clock);
    const dispatcher = makeDispatcher(settings.baseUrl, this.#maxResponseBytes);
    const { onRequest } = options;
    const onEvent = ({ request, shownPath, content }: Call, event: string): void => {
      const sent = content === undefined ? "" : ` (${content})`;
      onRequest?.(printable(this.#redactor.redact(`${request.method} ${shownPath}${sent}: ${event}`)));
    };
    this.#transport = new Transport(dispatcher, () => this.#issueToken(), { ...options, onEvent });
  }

  /**
   * A deadline for an operation that begins now.
   *
   * @param end - Ends the operation before the deadline.
   * @param seconds - Default: the `timeoutSeconds` of the settings.
   */
  deadline(end?: AbortSignal, seconds = this.#settings.timeoutSeconds): Deadline {
    return Deadline.after(seconds, { end, cancellation: this.#cancellation, clock: this.#clock });
  }

  /**
   * Obtains an access token, to find out whether the API can be reached and accepts the login. No request uses the token.
   *
   * @throws {ApiError} if it does not.
   */
  async login(): Promise<void> {
    await this.#issueToken();
  }

  /**
   * Adds entries to an app list or removes them.
   *
   * @returns the whole list after the change.
   * @throws {ApiError} with the `effect` that the request can have had on the list.
   */
  async changeAppList(
    appListId: number,
    action: "add" | "remove",
    entries: Entries,
    { isProbe = false, deadline = this.deadline() }: ChangeOptions = {},
  ): Promise<AppList> {
    requirePositiveInteger("The ID of an app list", appListId);
    if (count(entries) === 0) throw new RangeError("A change of an app list needs at least one entry.");
    const call = changeCall(this.#settings, appListId, action, entries, isProbe ? "probe" : "change");
    if (isProbe) return this.#requestAppList(call, deadline);
    // A change reserves time to find out its outcome: for two reads, each after a delay and half as long again as before.
    const reserve = Math.min(2 * (1.5 * this.#readTime + reservedPause), deadline.remaining / 2);
    return this.#requestAppList(call, deadline.reserving(reserve));
  }

  /** Reads an app list from the read endpoint at `readPath`. */
  async readAppList(appListId: number, { deadline = this.deadline() }: RequestOptions = {}): Promise<AppList> {
    requirePositiveInteger("The ID of an app list", appListId);
    const call = readCall(this.#settings, appListId);
    // The API may repeat the query in an error.
    for (const part of queryParts(call.request.path)) this.#redactor.add(part);
    return this.#requestAppList(call, deadline);
  }

  /**
   * Lists the campaigns of the account, one request per page.
   *
   * @throws {CampaignListingIncompleteError} if not all campaigns are listed.
   * @throws {ApiError} if a request fails, or all pages together are larger than the limit.
   */
  async campaigns(options: CampaignOptions = {}): Promise<readonly Campaign[]> {
    const { perPage = 100, maxPages = 1000, deadline = this.deadline() } = options;
    requirePositiveInteger("perPage", perPage);
    requirePositiveInteger("maxPages", maxPages);
    let maxCharacters = this.#maxResponseBytes;
    const readPage = async (page: number): Promise<CampaignPage> => {
      const call = campaignsCall(this.#settings, page, perPage);
      const exchange = await this.#transport.send(call, deadline);
      if (exchange.outcome === "response") maxCharacters -= exchange.body.length;
      return processCampaignPage(call, exchange, this.#redactor, maxCharacters < 0);
    };
    return listCampaigns(readPage, perPage, maxPages);
  }

  /** Waits some milliseconds, at most until a deadline. */
  async wait(milliseconds: number, deadline: Deadline): Promise<void> {
    await this.#clock.sleep(Math.max(0, Math.min(milliseconds, deadline.remaining)), deadline.signal);
  }

  /** Ends all connections at once; a request in flight fails. The client cannot be used after that. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#transport.close();
  }

  async #requestAppList(call: Call, deadline: Deadline): Promise<AppList> {
    const sentAt = this.#clock.now();
    const exchange = await this.#transport.send(call, deadline);
    try {
      const appList = processAppList(call, exchange, this.#redactor);
      this.#readTime = Math.max(this.#readTime, this.#clock.now() - sentAt);
      return appList;
    } catch (error) {
      // After a cancellation, nothing finds out the outcome of a change that has no response of success.
      const staysUnknown = deadline.isCanceled && error instanceof ApiError && error.effect === "possible";
      throw staysUnknown ? error.canceled() : error;
    }
  }

  async #issueToken(): Promise<AccessToken> {
    const call = tokenCall(this.#settings);
    const deadline = this.deadline(this.#closed.signal);
    return processToken(call, await this.#transport.sendWithoutToken(call, deadline), this.#redactor);
  }
}

function requirePositiveInteger(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${name} must be a positive integer.`);
}
