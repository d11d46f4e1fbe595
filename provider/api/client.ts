import { printable } from "../common/quote";
import type { Entries } from "../list/entries";
import type { Settings } from "./settings";
import { changeCall, processAppList, readCall, type AppList } from "./app-list";
import { bounds } from "./bounds";
import type { Call, CallSettings } from "./call";
import { campaignsCall, listCampaigns, processCampaignPage } from "./campaigns";
import type { Campaign } from "./campaign";
import { Deadline, type Cancellation } from "./deadline";
import { ApiError } from "./errors";
import { makeDispatcher, type HttpExchange } from "./http";
import { queryParts, Redactor } from "./redaction";
import type { Forms } from "./response";
import type { OnDelay } from "./retry";
import { processToken, tokenCall, type AccessToken } from "./token";
import { Transport } from "./transport";

export interface ApiClientOptions {
  readonly cancellation: Cancellation;
  readonly onDelay?: OnDelay;
  /** Called with one line per request and per retry, without secrets and entries: "GET /v1/lists/1: 200 in 34 ms". */
  readonly onRequest?: ((line: string) => void) | undefined;
}

/** The API, used as one account. All failures are {@link ApiError}s. */
export class ApiClient {
  readonly #settings: Settings & CallSettings;
  readonly #transport: Transport;
  readonly #cancellation: Cancellation;
  readonly #onEvent: (call: Call, event: string) => void;
  #behavior: Forms = {};

  constructor(settings: Settings, { cancellation, onDelay, onRequest }: ApiClientOptions) {
    this.#settings = { ...settings, redactor: new Redactor(settings.secrets) };
    this.#cancellation = cancellation;
    this.#onEvent = ({ request, redactor, shownPath, content }, event) => {
      const sent = content === undefined ? "" : ` (${content})`;
      onRequest?.(printable(`${request.method} ${shownPath}${sent}: ${redactor.redact(event)}`));
    };
    this.#transport = new Transport(makeDispatcher(settings.baseUrl), {
      clock: cancellation.clock,
      issueToken: () => this.login(),
      onDelay,
      onEvent: this.#onEvent,
    });
  }

  /**
   * A deadline for an operation that begins now.
   *
   * @param seconds - Default: the `timeoutSeconds` of the settings.
   */
  deadline(seconds = this.#settings.timeoutSeconds): Deadline {
    return new Deadline(Math.min(seconds * 1000, bounds.operationTime), this.#cancellation);
  }

  /**
   * Logs in: every request but this one needs the access token.
   *
   * @throws {ApiError} if the API cannot be reached or refuses the login.
   */
  async login(): Promise<AccessToken> {
    const call = tokenCall(this.#settings);
    return this.#noteForms(call, processToken(call, await this.#send(call, this.deadline())));
  }

  /**
   * Adds entries to an app list or removes them.
   *
   * @param purpose - "probe" for the removal of an entry that cannot exist. It has no effect.
   * @returns the whole list after the change.
   * @throws {ApiError} with the possible `effect` of the request on the list.
   */
  async changeAppList(
    appListId: number,
    action: "add" | "remove",
    entries: Entries,
    deadline = this.deadline(),
    purpose: "change" | "probe" = "change",
  ): Promise<AppList> {
    const call = changeCall(this.#settings, appListId, action, entries, purpose);
    const reserved = purpose === "probe" ? 0 : deadline.remaining * bounds.reservedShare;
    return this.#requestAppList(call, deadline.reserving(reserved));
  }

  /** Reads an app list from the read endpoint at `readPath`. */
  async readAppList(appListId: number, deadline = this.deadline()): Promise<AppList> {
    const call = readCall(this.#settings, appListId);
    // The API may repeat the query in an error.
    for (const part of queryParts(call.request.path)) call.redactor.add(part);
    return this.#requestAppList(call, deadline);
  }

  /**
   * Lists the campaigns of the account, one request per page.
   *
   * @param perPage - The number of campaigns to request per page.
   * @throws {CampaignListingIncompleteError} if not all campaigns are listed.
   * @throws {ApiError} if a request fails.
   */
  async campaigns(perPage = 100): Promise<readonly Campaign[]> {
    if (!Number.isSafeInteger(perPage) || perPage < 1) throw new RangeError("perPage must be a positive integer.");
    const deadline = this.deadline();
    return listCampaigns(async (page) => this.#requestCampaigns(page, perPage, deadline), perPage);
  }

  /**
   * What the API did so far, without content: the status of the last response by its purpose, and the forms of members.
   * Requests one campaign, for the form of its listing. If that fails, its status is the result.
   */
  async readBehavior(): Promise<Forms> {
    await this.#requestCampaigns(1, 1, this.deadline()).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    return this.#behavior;
  }

  /** Whether an entry repeats a secret of this client, so that no command prints it. */
  isHidden(entry: string): boolean {
    return this.#settings.redactor.isIn(entry);
  }

  /** Waits, at most until the deadline. */
  async wait(milliseconds: number, deadline: Deadline): Promise<void> {
    await this.#cancellation.clock.sleep(milliseconds, deadline.signal);
  }

  /** Ends all connections at once. A request in flight fails. The client cannot be used after that. */
  close(): void {
    this.#transport.close();
  }

  async #requestCampaigns(page: number, perPage: number, deadline: Deadline) {
    const call = campaignsCall(this.#settings, page, perPage);
    return this.#noteForms(call, processCampaignPage(call, await this.#send(call, deadline)));
  }

  async #requestAppList(call: Call, deadline: Deadline): Promise<AppList> {
    const exchange = await this.#send(call, deadline);
    try {
      return this.#noteForms(call, processAppList(call, exchange));
    } catch (error) {
      // After a cancellation, the list is not read, so the outcome of this change stays unknown.
      const staysUnknown = deadline.isCanceled && error instanceof ApiError && error.effect === "possible";
      if (!staysUnknown) throw error;
      throw error.with({ meaning: "canceled", problem: `The command was canceled. ${error.texts.problem}` });
    }
  }

  async #send(call: Call, deadline: Deadline): Promise<HttpExchange> {
    const exchange = await this.#transport.send(call, deadline);
    const name = call.purpose === "probe" ? "absent_entry" : call.purpose;
    this.#behavior = { ...this.#behavior, [name]: String(exchange.status ?? "no response") };
    return exchange;
  }

  /** Notes the forms of a response, logs those that differ from the last ones, and returns the value of the response. */
  #noteForms<Value extends { readonly forms?: Forms }>(call: Call, value: Value): Value {
    const news = Object.entries(value.forms ?? {}).filter(([name, form]) => this.#behavior[name] !== form);
    if (news.length > 0) this.#onEvent(call, news.map((form) => form.join(": ")).join("; "));
    this.#behavior = { ...this.#behavior, ...value.forms };
    return value;
  }
}
