import { unionOf } from "../list/declarations";
import { noEntries, type Entries } from "../list/kinds";
import type { ServiceClient } from "../service/client";
import { readBaseUrl, readSettings, type Settings, type SettingsSource } from "../service/settings";

/** An account's settings and the connection that is made with them. */
export interface Connection {
  readonly settings: Settings;
  readonly service: ServiceClient;
}

/**
 * What one process of the provider knows. The engine starts a process for each phase of a command, so this is what one
 * run of `pulumi up` (or preview, refresh, destroy) knows: the stack's configuration, a connection for each account,
 * and what the program declares.
 */
export class Run {
  readonly #source: SettingsSource;
  readonly #connections = new Map<string | undefined, Promise<Connection>>();
  readonly #declared = new Map<string, Entries[]>();
  readonly #replaced = new Map<string, Entries>();
  readonly #awaitedRefreshes = new Map<string, number>();

  constructor(source: SettingsSource) {
    this.#source = source;
  }

  /**
   * The connection of an account, made at its first use, so that what sends nothing needs no credentials.
   *
   * @throws {SettingsError} where settings are missing or wrong.
   */
  async connect(account: string | undefined): Promise<Connection> {
    const existing = this.#connections.get(account);
    if (existing !== undefined) return existing;
    const settings = readSettings(this.#source, account);
    const connection = connectionOf(settings);
    this.#connections.set(account, connection);
    return connection;
  }

  /**
   * Names a list among all lists of all accounts. Two accounts of the same service may manage the same list.
   */
  listKey(account: string | undefined, appListId: number): string {
    return `${readBaseUrl(this.#source, account) ?? account ?? ""} ${appListId}`;
  }

  /** Remembers that a resource of this run declares entries of a list. */
  declare(listKey: string, entries: Entries): void {
    this.#declared.set(listKey, [...(this.#declared.get(listKey) ?? []), entries]);
  }

  /** All that the resources of this run declare for a list, as far as the engine has shown them. */
  declaredFor(listKey: string): Entries {
    return unionOf(this.#declared.get(listKey) ?? []);
  }

  /** Remembers what a resource that is about to be replaced added to a list. */
  rememberReplaced(listKey: string, added: Entries): void {
    this.#replaced.set(listKey, added);
  }

  /** What resources that this run replaces have added to a list: for the replacement it is not somebody else's. */
  replacedFor(listKey: string): Entries {
    return this.#replaced.get(listKey) ?? noEntries;
  }

  /** After a read, the engine asks for the difference between what was observed and the old inputs. */
  awaitRefreshDiff(id: string): void {
    this.#awaitedRefreshes.set(id, (this.#awaitedRefreshes.get(id) ?? 0) + 1);
  }

  /** Whether a diff is the one that follows a read, which has said already what drifted. */
  isRefreshDiff(id: string): boolean {
    const awaited = this.#awaitedRefreshes.get(id) ?? 0;
    if (awaited > 0) this.#awaitedRefreshes.set(id, awaited - 1);
    return awaited > 0;
  }
}

async function connectionOf(settings: Settings): Promise<Connection> {
  // Loaded when it is needed: a preview sends nothing, and would be slower by a tenth for the HTTP client.
  const { ServiceClient } = await import("../service/client.js");
  return { settings, service: new ServiceClient(settings) };
}
