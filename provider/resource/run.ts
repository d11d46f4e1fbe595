import { byKind, kinds, type ByKind } from "../list/kinds";
import { noEntries, type Entries, type Changes } from "../list/entries";
import { formatCount } from "../common/format";
import type { ServiceClient } from "../service/client";
import type { ThrottleOptions } from "../service/throttle";
import { environmentFirst } from "../settings/environment-first";
import { readBaseUrl, readSettings, SettingsError, type Settings, type SettingsSource } from "../settings/settings";
import { listKey } from "./list-key";
import { digestOf, howToApprove, readApprovals, type ApprovedList } from "./approval";

/** A list, as a program names it. */
type ProgramList = Omit<ApprovedList, "baseUrl">;

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
  readonly #clientOptions: ThrottleOptions;
  readonly #connections = new Map<string | undefined, Promise<Connection>>();
  readonly #declared = new Map<string, GrowingEntries>();
  readonly #released = new Map<string, GrowingEntries>();
  readonly #takenAway = new Map<string, GrowingEntries>();
  readonly #approvedRemovals = new Map<string, GrowingEntries>();
  readonly #awaitedRefreshes = new Map<string, number>();
  readonly #environmentUsers = new Set<string | undefined>();
  /** The digests of the changes that a person has approved. */
  readonly #approvals: ReadonlySet<string>;

  /**
   * Begins a run.
   *
   * @param say tells the person who runs Pulumi of long pauses between requests.
   * @param pauses what a test takes the place of.
   */
  constructor(
    source: SettingsSource,
    say: (line: string) => void,
    pauses: Pick<ThrottleOptions, "now" | "sleep"> = {},
  ) {
    this.#source = source;
    this.#clientOptions = {
      ...pauses,
      onDelay: (seconds, reason) => say(`app-list: the next request waits ${formatCount(seconds)} s: ${reason}`),
    };
    this.#approvals = readApprovals(source.environment);
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
    const connection = connectionOf(settings, this.#clientOptions);
    this.#connections.set(account, connection);
    return connection;
  }

  /** Whether an account logs in with the credentials of the environment although the configuration has some. */
  usesEnvironment(account: string | undefined): boolean {
    return this.#environmentUsers.has(account);
  }

  /**
   * Lets an account log in with the credentials of the environment from now on, as those of the configuration were
   * refused. The service stays where it is.
   *
   * @returns whether the environment has others, with which it can be tried.
   */
  useEnvironment(account: string | undefined): boolean {
    if (this.usesEnvironment(account)) return true;
    const refused = readSettings(this.#source, account);
    const others = readOthers(this.#source, account);
    if (others === undefined || others.baseUrl !== refused.baseUrl || haveSameLogin(others, refused)) return false;
    const secrets = [...new Set([...refused.secrets, ...others.secrets])];
    this.#connections.set(account, connectionOf({ ...others, secrets }, this.#clientOptions));
    this.#environmentUsers.add(account);
    return true;
  }

  /** Where the service of an account is; undefined where that is not set, or not rightly. */
  baseUrl(account: string | undefined): string | undefined {
    return readBaseUrl(this.#source, account);
  }

  /** Names a list for {@link declare} and {@link release}. */
  listKey(account: string | undefined, appListId: number): string {
    return listKey(this.#source, account, appListId);
  }

  /** Remembers that a resource of this run declares entries of a list. */
  declare(listKey: string, entries: Entries): void {
    addTo(this.#declared, listKey, entries);
  }

  /** All that the resources of this run declare for a list, as far as the engine has shown them. */
  declaredFor(listKey: string): Entries {
    return this.#declared.get(listKey) ?? noEntries;
  }

  /**
   * Remembers entries of a list that a resource has added: another one that comes to declare them in this run takes
   * them over as its own, and does not take them for somebody else's. (Two that declare them at once are refused.)
   */
  release(listKey: string, added: Entries): void {
    addTo(this.#released, listKey, added);
  }

  /** What resources of this run have added to a list. */
  releasedFor(listKey: string): Entries {
    return this.#released.get(listKey) ?? noEntries;
  }

  /**
   * Remembers entries that may have left a list with a change of this run. Another resource can hold one of them as well,
   * after a move that failed half-way, and declare it: its state does not show that the entry is gone.
   */
  takeAway(listKey: string, entries: Entries): void {
    addTo(this.#takenAway, listKey, entries);
  }

  /** What changes of this run may have taken out of a list. */
  takenAwayFrom(listKey: string): Entries {
    return this.#takenAway.get(listKey) ?? noEntries;
  }

  /** Remembers a change that the removal guard refuses and a person has approved as the program declares it. */
  approve(listKey: string, { remove }: Changes): void {
    addTo(this.#approvedRemovals, listKey, remove);
  }

  /**
   * Whether a person has let a change through: exactly this one; or one that the program declares and that the list, as
   * it is now, needs only in part.
   */
  isApproved(list: ProgramList, change: Changes): boolean {
    if (this.#approvals.has(this.#digest(list, change))) return true;
    const approved = this.#approvedRemovals.get(this.listKey(list.account, list.appListId));
    return approved !== undefined && kinds.every((kind) => change.remove[kind].isSubsetOf(approved[kind]));
  }

  /** The command that approves a change. */
  howToApprove(list: ProgramList, change: Changes): string {
    return howToApprove(this.#digest(list, change), this.#approvals);
  }

  #digest({ account, appListId }: ProgramList, change: Changes): string {
    return digestOf({ baseUrl: this.baseUrl(account), account, appListId }, change);
  }

  /** After a read, the engine asks for the difference between what was observed and the old inputs. */
  awaitRefreshDiff(id: string): void {
    this.#awaitedRefreshes.set(id, (this.#awaitedRefreshes.get(id) ?? 0) + 1);
  }

  /** Tells once for each read whether a diff is the one that follows it: the read has said already what drifted. */
  takeRefreshDiff(id: string): boolean {
    const awaited = this.#awaitedRefreshes.get(id) ?? 0;
    if (awaited > 0) this.#awaitedRefreshes.set(id, awaited - 1);
    return awaited > 0;
  }
}

type GrowingEntries = ByKind<Set<string>>;

function addTo(all: Map<string, GrowingEntries>, listKey: string, entries: Entries): void {
  const known = all.get(listKey) ?? byKind(() => new Set<string>());
  all.set(listKey, known);
  for (const kind of kinds) for (const entry of entries[kind]) known[kind].add(entry);
}

/** The settings with the credentials of the environment; undefined where they cannot be used. */
function readOthers(source: SettingsSource, account: string | undefined): Settings | undefined {
  try {
    return readSettings(environmentFirst(source), account);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

function haveSameLogin(one: Settings, other: Settings): boolean {
  return (["basicCredential", "username", "password"] as const).every((key) => one[key] === other[key]);
}

async function connectionOf(settings: Settings, options: ThrottleOptions): Promise<Connection> {
  // Loaded when it is needed: a preview sends nothing, and would be slower by a tenth for the HTTP client.
  const { ServiceClient } = await import("../service/client.js");
  return { settings, service: new ServiceClient(settings, options) };
}
