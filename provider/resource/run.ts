import type { Clock } from "../common/clock";
import { formatCount } from "../common/format";
import type { SettingsSource } from "../settings/settings";
import { readApprovals } from "./approval";
import { Connections, type Connection } from "./connections";
import { identifyAccount, listKey, type AccountIdentity } from "./list-identity";
import { RunList } from "./run-list";
import { SharedDeclarations } from "./shared-declarations";

/** The members of the clock replace those of the system's. */
export interface RunOptions extends Partial<Clock> {
  /** The address of the engine that runs this process. Default: no other process has a part in the run. */
  readonly engineAddress?: string | undefined;
}

/**
 * The part of this process in one run of `pulumi up` (or preview, refresh, destroy). The engine starts processes for each
 * phase of a command: one for each provider resource, and one for the dynamic provider.
 */
export class Run {
  readonly #source: SettingsSource;
  readonly #approved: ReadonlySet<string>;
  readonly #accounts = new Map<string | undefined, AccountIdentity>();
  readonly #lists = new Map<string, RunList>();
  readonly #shared: SharedDeclarations;
  readonly connections: Connections;

  /** @param print prints a line about a long wait before a request, or that nothing can be shared. */
  constructor(source: SettingsSource, print: (line: string) => void, options: RunOptions = {}) {
    const { engineAddress, ...clock } = options;
    this.#source = source;
    this.#approved = readApprovals(source.environment);
    this.#shared = new SharedDeclarations({ engineAddress, environment: source.environment, print });
    this.connections = new Connections(source, {
      ...clock,
      onDelay: (seconds, reason) => print(`app-list: the next request waits ${formatCount(seconds)} s: ${reason}`),
    });
  }

  connect(account: string | undefined): Promise<Connection> {
    return this.connections.connect(account);
  }

  /** Cancels all operations, of now and of later (see {@link Connections.cancel}). */
  cancel(): void {
    this.connections.cancel();
  }

  account(name: string | undefined): AccountIdentity {
    const account = this.#accounts.get(name) ?? identifyAccount(this.#source, name);
    this.#accounts.set(name, account);
    return account;
  }

  /** The base URL of an account; undefined if it is not set, or not valid. */
  baseUrl(account: string | undefined): string | undefined {
    return this.account(account).baseUrl;
  }

  list(account: string | undefined, appListId: number): RunList {
    const identity = { baseUrl: this.baseUrl(account), account, appListId };
    const key = listKey(identity);
    const list = this.#lists.get(key) ?? new RunList(identity, this.#shared, this.#approved);
    this.#lists.set(key, list);
    return list;
  }

  /** Ends the part of this process in the run. */
  end(): void {
    this.#shared.end();
  }
}
