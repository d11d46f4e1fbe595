import type { ServiceClient } from "../service/client";
import type { ThrottleOptions } from "../service/throttle";
import { environmentFirst } from "../settings/environment-first";
import { readSettings, SettingsError, type Settings, type SettingsSource } from "../settings/settings";

/** An account's settings, and the connection that is made with them. */
export interface Connection {
  readonly settings: Settings;
  readonly service: ServiceClient;
}

/** The connections of one run, one for each account, and the credentials with which they log in. */
export class Connections {
  readonly #source: SettingsSource;
  readonly #options: ThrottleOptions;
  readonly #connections = new Map<string | undefined, Promise<Connection>>();
  readonly #environmentUsers = new Set<string | undefined>();

  constructor(source: SettingsSource, options: ThrottleOptions) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * The connection of an account, made at its first use: an operation that sends nothing needs no credentials.
   *
   * @throws {SettingsError} if settings are missing or wrong.
   */
  async connect(account: string | undefined): Promise<Connection> {
    return this.#connections.get(account) ?? this.#open(account, readSettings(this.#source, account));
  }

  /** Whether an account logs in with the credentials of the environment although the configuration has some. */
  usesEnvironment(account: string | undefined): boolean {
    return this.#environmentUsers.has(account);
  }

  /**
   * Lets an account log in with the credentials of the environment from now on, after those of the configuration were
   * refused. The base URL stays the same.
   *
   * @returns whether the environment has other credentials, which can be tried.
   */
  useEnvironment(account: string | undefined): boolean {
    if (this.usesEnvironment(account)) return true;
    const refused = readSettings(this.#source, account);
    const others = readSettingsIfValid(environmentFirst(this.#source), account);
    if (others === undefined || others.baseUrl !== refused.baseUrl || hasSameLogin(others, refused)) return false;
    const secrets = [...new Set([...refused.secrets, ...others.secrets])];
    void this.#open(account, { ...others, secrets });
    this.#environmentUsers.add(account);
    return true;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    for (const connection of await Promise.allSettled(this.#connections.values())) {
      if (connection.status === "fulfilled") await connection.value.service.close();
    }
  }

  #open(account: string | undefined, settings: Settings): Promise<Connection> {
    const connection = open(settings, this.#options);
    this.#connections.set(account, connection);
    return connection;
  }
}

function readSettingsIfValid(source: SettingsSource, account: string | undefined): Settings | undefined {
  try {
    return readSettings(source, account);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

function hasSameLogin(one: Settings, other: Settings): boolean {
  return (["basicCredential", "username", "password"] as const).every((key) => one[key] === other[key]);
}

async function open(settings: Settings, options: ThrottleOptions): Promise<Connection> {
  // Loaded when it is needed: a preview sends nothing, and would be slower by a tenth for the HTTP client.
  const { ServiceClient } = await import("../service/client.js");
  return { settings, service: new ServiceClient(settings, options) };
}
