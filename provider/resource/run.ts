import { formatCount } from "../common/format";
import type { Clock } from "../service/clock";
import { readBaseUrl, type SettingsSource } from "../settings/settings";
import { Approvals, readApprovals } from "./approval";
import { Connections } from "./connections";
import { GrowingEntries } from "./growing-entries";
import { listKey } from "./list-identity";

/** A list in one run: what its resources declare and change, as far as the engine has come. */
export interface RunList {
  /** Identifies the list in this run. */
  readonly key: string;
  /** The entries that resources declare. */
  readonly declared: GrowingEntries;
  /**
   * The entries that resources have added before. A resource that declares one of them in this run, after another one
   * no longer does, becomes its owner instead of adopting it.
   */
  readonly released: GrowingEntries;
  /**
   * The entries that changes of this run may have removed. Another resource can manage one of them as well, after a move
   * that failed half-way: its state does not show that the entry is gone.
   */
  readonly removed: GrowingEntries;
  /** The removed entries that their resource had adopted. A resource that declares one of them later adopts it as well. */
  readonly removedAdopted: GrowingEntries;
  readonly approvals: Approvals;
}

/**
 * What one process of the provider knows. The engine starts a process for each phase of a command, so this is the
 * knowledge of one run of `pulumi up` (or preview, refresh, destroy).
 */
export class Run {
  readonly #source: SettingsSource;
  readonly #digests: ReadonlySet<string>;
  readonly #lists = new Map<string, Omit<RunList, "key" | "approvals"> & { readonly approved: GrowingEntries }>();
  readonly connections: Connections;

  /**
   * @param print prints a line about a long wait before a request.
   * @param clock the clock of a test.
   */
  constructor(source: SettingsSource, print: (line: string) => void, clock: Partial<Clock> = {}) {
    this.#source = source;
    this.#digests = readApprovals(source.environment);
    this.connections = new Connections(source, {
      ...clock,
      onDelay: (seconds, reason) => print(`app-list: the next request waits ${formatCount(seconds)} s: ${reason}`),
    });
  }

  /** The base URL of an account; undefined if it is not set, or not valid. */
  baseUrl(account: string | undefined): string | undefined {
    return readBaseUrl(this.#source, account);
  }

  /** The list with an ID, as an account has it. */
  list(account: string | undefined, appListId: number): RunList {
    const identity = { baseUrl: this.baseUrl(account), account, appListId };
    const key = listKey(identity);
    const { approved, ...entries } = this.#lists.get(key) ?? {
      declared: new GrowingEntries(),
      released: new GrowingEntries(),
      removed: new GrowingEntries(),
      removedAdopted: new GrowingEntries(),
      approved: new GrowingEntries(),
    };
    this.#lists.set(key, { approved, ...entries });
    return { key, ...entries, approvals: new Approvals(identity, this.#digests, approved) };
  }
}
