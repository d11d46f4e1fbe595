import { Cancellation } from "../service/cancellation";
import type { ServiceClient, ServiceClientOptions } from "../service/client";
import type { ThrottleOptions } from "../service/throttle";
import { clockWith } from "../common/clock";
import { readSettings, type Settings, type SettingsSource } from "../settings/settings";

export interface Connection {
  readonly settings: Settings;
  readonly service: ServiceClient;
}

/** The connections of one run, one for each account. */
export class Connections {
  readonly #source: SettingsSource;
  readonly #cancellation: Cancellation;
  readonly #options: ServiceClientOptions;
  readonly #connections = new Map<string | undefined, Promise<Connection>>();

  constructor(source: SettingsSource, options: ThrottleOptions) {
    this.#source = source;
    this.#cancellation = new Cancellation(clockWith(options));
    this.#options = { ...options, cancellation: this.#cancellation };
  }

  /**
   * The connection of an account, made at its first use: an operation that sends nothing needs no credentials.
   *
   * @throws {SettingsError} if settings are missing or wrong.
   */
  async connect(account: string | undefined): Promise<Connection> {
    const connection = this.#connections.get(account) ?? open(readSettings(this.#source, account), this.#options);
    this.#connections.set(account, connection);
    return connection;
  }

  /** Cancels all requests and waits, of now and of later. A change that was sent may still finish within five seconds. */
  cancel(): void {
    this.#cancellation.cancel();
  }

  get canceled(): AbortSignal {
    return this.#cancellation.signal;
  }

  async close(): Promise<void> {
    for (const connection of await Promise.allSettled(this.#connections.values())) {
      if (connection.status === "fulfilled") await connection.value.service.close();
    }
  }
}

async function open(settings: Settings, options: ServiceClientOptions): Promise<Connection> {
  // Loaded when it is needed: a preview sends nothing, and would be slower by a tenth for the HTTP client.
  const { ServiceClient } = await import("../service/client.js");
  return { settings, service: new ServiceClient(settings, options) };
}
