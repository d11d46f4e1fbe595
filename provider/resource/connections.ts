import { Cancellation } from "../service/cancellation";
import type { ServiceClient, ServiceClientOptions } from "../service/client";
import type { ThrottleOptions } from "../service/throttle";
import { clockWith } from "../common/clock";
import { environmentFirst } from "../settings/environment-first";
import { credentialKeys, environmentName } from "../settings/keys";
import {
  isSet,
  readSettings,
  SettingsError,
  tryReadSettings,
  type Settings,
  type SettingsSource,
} from "../settings/settings";

/** An account's settings, and the connection that is made with them. */
export interface Connection {
  readonly settings: Settings;
  readonly service: ServiceClient;
}

/** The credentials of an account in the environment, for an operation that those of the configuration cannot do. */
export type EnvironmentLogin =
  | {
      readonly outcome: "available";
      /** The environment variables that contain the credentials. */
      readonly variables: readonly string[];
      /** The provider resource whose credentials were refused; undefined for the configuration of the stack. */
      readonly provider: string | undefined;
      /** Whether the user name is another one, so that its lists may be other ones. */
      readonly isOtherUser: boolean;
      readonly connection: Promise<Connection>;
    }
  | {
      readonly outcome: "unavailable";
      /** Why nothing can be tried, as a sentence. */
      readonly reason: string;
    };

/** The connections of one run: for each account one, and one with the credentials of the environment if needed. */
export class Connections {
  readonly #source: SettingsSource;
  readonly #cancellation: Cancellation;
  readonly #options: ServiceClientOptions;
  readonly #connections = new Map<string | undefined, Promise<Connection>>();
  readonly #environmentLogins = new Map<string | undefined, EnvironmentLogin>();

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

  /** The credentials of the environment although the configuration has others. All operations share one connection. */
  environmentLogin(account: string | undefined): EnvironmentLogin {
    const login = this.#environmentLogins.get(account) ?? this.#findEnvironmentLogin(account);
    this.#environmentLogins.set(account, login);
    return login;
  }

  /** Cancels all requests and waits, of now and of later. A change that was sent may still finish within five seconds. */
  cancel(): void {
    this.#cancellation.cancel();
  }

  /** Aborts when all requests and waits are canceled. */
  get canceled(): AbortSignal {
    return this.#cancellation.signal;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const others = [...this.#environmentLogins.values()].flatMap((login) =>
      login.outcome === "available" ? [login.connection] : [],
    );
    for (const connection of await Promise.allSettled([...this.#connections.values(), ...others])) {
      if (connection.status === "fulfilled") await connection.value.service.close();
    }
  }

  #findEnvironmentLogin(account: string | undefined): EnvironmentLogin {
    const refused = readSettings(this.#source, account);
    const variables = credentialVariables(this.#source.environment, account);
    const others = tryReadSettings(environmentFirst(this.#source), account);
    if (variables.length === 0 || (!(others instanceof SettingsError) && hasSameLogin(others, refused))) {
      return { outcome: "unavailable", reason: "The environment has no other credentials to try." };
    }
    const names = variables.join(", ");
    if (others instanceof SettingsError) {
      return { outcome: "unavailable", reason: `The credentials of the environment (${names}) cannot be used.` };
    }
    if (others.baseUrl !== refused.baseUrl) {
      const reason = `The credentials of the environment (${names}) are for another base URL, and were not tried.`;
      return { outcome: "unavailable", reason };
    }
    const { username, password, basicCredential } = others;
    const secrets = [...new Set([...refused.secrets, ...others.secrets])];
    return {
      outcome: "available",
      variables,
      provider: refused.provider,
      isOtherUser: username !== refused.username,
      connection: open({ ...refused, username, password, basicCredential, secrets }, this.#options),
    };
  }
}

/** The variables of the environment with credentials of an account. */
function credentialVariables(environment: SettingsSource["environment"], account: string | undefined): string[] {
  const keys = account === undefined ? [...credentialKeys] : (["accounts"] as const);
  return keys.map(environmentName).filter((name) => isSet(environment[name]));
}

function hasSameLogin(one: Settings, other: Settings): boolean {
  return (["basicCredential", "username", "password"] as const).every((key) => one[key] === other[key]);
}

async function open(settings: Settings, options: ServiceClientOptions): Promise<Connection> {
  // Loaded when it is needed: a preview sends nothing, and would be slower by a tenth for the HTTP client.
  const { ServiceClient } = await import("../service/client.js");
  return { settings, service: new ServiceClient(settings, options) };
}
