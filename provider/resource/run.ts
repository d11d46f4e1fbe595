import { systemClock, type Clock } from "../common/clock";
import { formatCount } from "../common/format";
import { formatDay } from "../list/expiry";
import { Cancellation } from "../api/deadline";
import type { ApiClient, ApiClientOptions } from "../api/client";
import { readAccount, readSettings, type AccountSettings, type Settings, type SettingsSource } from "../api/settings";
import { readApprovals } from "./approval";
import { Attempts } from "./attempts";
import type { Arguments } from "./inputs";
import { packageSubject, type Print } from "./notice";
import { ListMemory, RunList, type Connection } from "./list";
import { SharedDeclarations, type SharedDeclaration } from "./shared-declarations";
import { howToSet } from "./texts/settings";

/** Members of a clock replace the members of the system clock. */
export interface RunOptions extends Partial<Clock> {
  /** The address of the engine that runs this process. Default: the run has no other process. */
  readonly engineAddress?: string | undefined;
  /**
   * Receives one line per request, for a detailed log. Not called with APP_LIST_LOG=requests, because that prints the
   * lines.
   */
  readonly onRequest?: (line: string) => void;
  /** Makes the client of an account. Default: one that sends requests to the API. */
  readonly makeClient?: (settings: Settings, options: ApiClientOptions) => ApiClient;
}

/**
 * The part of this process in one run of `pulumi up` (or preview, refresh, destroy). The engine starts processes for each
 * phase of a command: one for each provider resource, and one for the dynamic provider.
 */
export class Run {
  /** Whether previews only report changes over the limit. Then no operation changes a list. */
  readonly reportsOverLimit: boolean;
  /** Whether Pulumi runs the program in each command. Then a read and a delete use the current configuration. */
  readonly runsProgram: boolean;
  readonly attempts = new Attempts();
  readonly #source: SettingsSource;
  readonly #approved: ReadonlySet<string>;
  readonly #memories = new Map<string, ListMemory>();
  readonly #shared: SharedDeclarations;
  readonly #cancellation: Cancellation;
  readonly #options: ApiClientOptions;
  readonly #makeClient: RunOptions["makeClient"];
  readonly #connections = new Map<string | undefined, Promise<Connection>>();

  /** @param print prints a notice about a request, a long delay before it, or declarations that cannot be shared. */
  constructor(source: SettingsSource, print: Print, options: RunOptions = {}) {
    const { engineAddress, onRequest, makeClient, ...clock } = options;
    const log = (message: string): void => print({ severity: "info", subject: packageSubject, message });
    this.#source = source;
    this.#makeClient = makeClient;
    this.reportsOverLimit = source.environment["APP_LIST_OVER_LIMIT"] === "report";
    this.runsProgram = /^(?:1|true)$/iu.test(source.environment["PULUMI_RUN_PROGRAM"] ?? "");
    this.#approved = readApprovals(source.environment);
    this.#shared = new SharedDeclarations(engineAddress, source.environment, (message) =>
      print({ severity: "warning", subject: packageSubject, message }),
    );
    this.#cancellation = new Cancellation({ ...systemClock, ...clock });
    this.#options = {
      cancellation: this.#cancellation,
      onDelay: (seconds, reason) => log(`the next request waits ${formatCount(seconds)} s: ${reason}`),
      onRequest: source.environment["APP_LIST_LOG"] === "requests" ? log : onRequest,
    };
  }

  /**
   * The connection of an account. It is made at its first use, so an operation that sends nothing needs no credentials.
   *
   * @throws {SettingsError} if settings are missing or wrong.
   */
  async connect(account: string | undefined): Promise<Connection> {
    const connection = this.#connections.get(account) ?? this.#open(readSettings(this.#source, account, howToSet));
    this.#connections.set(account, connection);
    return connection;
  }

  /** Cancels all current and later requests and waits. A change that was sent may still finish within five seconds. */
  cancel(): void {
    this.#cancellation.cancel();
  }

  account(name: string | undefined): AccountSettings {
    return readAccount(this.#source, name);
  }

  list({ account, appListId }: Pick<Arguments, "account" | "appListId">): RunList {
    const { baseUrl, owner } = this.account(account);
    const identity = { baseUrl, appListId };
    const key = `${appListId} ${baseUrl}`;
    const memory = this.#memories.get(key) ?? new ListMemory();
    this.#memories.set(key, memory);
    const context = { identity, approved: this.#approved, owner, today: formatDay(new Date()) };
    return new RunList(context, memory, this.#shared, async () => this.connect(account));
  }

  /** The last declaration of the resource with this ID in the run, for any list; undefined if the run has none. */
  declarationOf(id: string | undefined): SharedDeclaration | undefined {
    return id === undefined ? undefined : this.#shared.read().findLast(({ resource }) => resource?.id === id);
  }

  /** Ends the participation of this process in the run. */
  end(): void {
    this.#shared.end();
  }

  /** Ends all connections. Running operations fail. */
  async close(): Promise<void> {
    for (const connection of await Promise.allSettled(this.#connections.values())) {
      if (connection.status === "fulfilled") connection.value.api.close();
    }
  }

  async #open(settings: Settings): Promise<Connection> {
    if (this.#makeClient !== undefined) return { settings, api: this.#makeClient(settings, this.#options) };
    // Loaded only when it is needed: a preview sends nothing, and the HTTP client would make it a tenth slower.
    const { ApiClient } = await import("../api/client.js");
    return { settings, api: new ApiClient(settings, this.#options) };
  }
}
