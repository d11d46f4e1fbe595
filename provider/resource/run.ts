import { clockWith, type Clock } from "../common/clock";
import { formatCount } from "../common/format";
import { noEntries, type Entries } from "../list/entries";
import { lazyByKind } from "../list/kinds";
import { addedEntries, type Ownership } from "../list/ownership";
import type { SettingsSource, UnknownAccountError } from "../settings/settings";
import { digest } from "../sharing/private-folder";
import { takeTurn, type WaitOptions } from "../sharing/turns";
import { inTurn } from "../sync/turn";
import { Approvals, readApprovals } from "./approval";
import { Connections, type Connection } from "./connections";
import { GrowingEntries, type EntriesSharing } from "./growing-entries";
import { identifyAccount, listKey, type AccountIdentity } from "./list-identity";
import { findUnknownAccount } from "./missing-account";
import { RunDeclarations } from "./run-declarations";
import type { RunRecord, SharedList } from "./run-records";
import { Sharing, type SharingOptions } from "./sharing";

/** A resource as the engine names it. */
export interface ResourceIdentity {
  readonly urn: string;
  readonly name: string;
}

/** A list of one account in one run: the declarations and changes of its resources so far. */
export interface RunList extends Ledger {
  /** Identifies the list. */
  readonly key: string;
  readonly approvals: Approvals;
  /**
   * Declares the entries of a resource.
   *
   * @param resource undefined if the host is not given it.
   * @returns the conflicts with other resources of the run.
   */
  readonly declare: (
    resource: ResourceIdentity | undefined,
    declared: { readonly exclusive: boolean; readonly entries: Entries },
  ) => readonly string[];
  /** Adds the entries that a resource has added to the released ones: another one can declare them, or replace it. */
  readonly release: (ownership: Ownership) => void;
}

/** The declarations and changes of the resources of one account in a list. */
interface Ledger {
  /** The entries that resources declare. */
  readonly declared: GrowingEntries;
  /** The entries among them that refused resources declare: the resource that manages one keeps it. */
  readonly declaredByRefused: GrowingEntries;
  /**
   * The entries that resources have added before. A resource that declares one of them in this run, after another one
   * no longer does, becomes its owner instead of adopting it.
   */
  readonly released: GrowingEntries;
  /**
   * The entries that changes of this run may have removed. Another resource can manage one of them as well, after a move
   * that failed midway: its state does not show that the entry is gone.
   */
  readonly removed: GrowingEntries;
  /** The removed entries that their resource had adopted. A resource that declares one of them later adopts it as well. */
  readonly removedAdopted: GrowingEntries;
}

/** The options of a run. The members of the clock replace those of the system's. */
export interface RunOptions extends Partial<Clock>, SharingOptions {}

/**
 * The shared knowledge of the processes of the provider in one run of `pulumi up` (or preview, refresh, destroy). The engine starts
 * processes for each phase of a command: one for each provider resource, and one for the dynamic provider.
 */
export class Run {
  readonly #source: SettingsSource;
  readonly #digests: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #accounts = new Map<string | undefined, AccountIdentity>();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #declarations = new RunDeclarations();
  readonly #sharing: Sharing;
  #unnamedResources = 0;
  readonly connections: Connections;

  /** @param print prints a line about a long wait before a request, or that nothing can be shared. */
  constructor(source: SettingsSource, print: (line: string) => void, options: RunOptions = {}) {
    const { engineAddress, temporaryFolder, ...clock } = options;
    this.#source = source;
    this.#digests = readApprovals(source.environment);
    this.#clock = clockWith(clock);
    this.#sharing = new Sharing({ engineAddress, temporaryFolder }, print, (record) => this.#receive(record));
    this.connections = new Connections(source, {
      ...clock,
      onDelay: (seconds, reason) => print(`app-list: the next request waits ${formatCount(seconds)} s: ${reason}`),
    });
  }

  /** The connection of an account. */
  connect(account: string | undefined): Promise<Connection> {
    return this.connections.connect(account);
  }

  /** Cancels all operations, of now and of later (see {@link Connections.cancel}). */
  cancel(): void {
    this.connections.cancel();
  }

  /** The account with a name. */
  account(name: string | undefined): AccountIdentity {
    const account = this.#accounts.get(name) ?? identifyAccount(this.#source, name);
    this.#accounts.set(name, account);
    return account;
  }

  /** The error that an operation of an account will fail with if there is no such account. */
  unknownAccount(account: string | undefined): UnknownAccountError | undefined {
    return findUnknownAccount(this.#source, account);
  }

  /** The base URL of an account; undefined if it is not set, or not valid. */
  baseUrl(account: string | undefined): string | undefined {
    return this.account(account).baseUrl;
  }

  /** The list with an ID, as an account has it. */
  list(account: string | undefined, appListId: number): RunList {
    const identity = { baseUrl: this.baseUrl(account), account, appListId };
    const key = listKey(identity);
    const owner = { key: digest(key), appListId };
    const ledger = this.#ledger(owner);
    return {
      ...ledger,
      key,
      approvals: new Approvals(identity, this.#digests),
      declare: (resource, declared) => this.#declare(owner, resource, declared),
      release: ({ managed, adopted, unconfirmed }) =>
        this.#publish({ record: "release", list: owner, entries: managed, adopted, unconfirmed: unconfirmed.add }),
    };
  }

  /**
   * Runs a task on a list after those that run on it, in all processes of the run.
   *
   * @param list the key of the list.
   * @param waiting.longest the longest wait for one task of another process, in milliseconds.
   * @param waiting.timeout the error after that.
   */
  oneAtATime<Result>(list: string, waiting: WaitOptions, task: () => Promise<Result>): Promise<Result> {
    const { canceled } = this.connections;
    return inTurn(list, canceled, () => {
      const board = this.#sharing.board();
      return board === undefined ? task() : takeTurn(board, list, { ...waiting, canceled, clock: this.#clock }, task);
    });
  }

  /** Ends the part of this process in the run. */
  end(): void {
    this.#sharing.end();
  }

  /** Written before it is compared: of two processes that declare at the same time, at least one sees both resources. */
  #declare(
    list: SharedList,
    resource: ResourceIdentity | undefined,
    { exclusive, entries }: { readonly exclusive: boolean; readonly entries: Entries },
  ): readonly string[] {
    this.#unnamedResources += 1;
    const key = resource === undefined ? this.#sharing.identify(this.#unnamedResources) : digest(resource.urn);
    const declaration = { record: "declaration", list, key, resource: resource?.name, exclusive, entries } as const;
    if (!this.#declarations.has(declaration)) this.#publish(declaration);
    this.#sharing.read();
    return this.#declarations.conflicts(declaration);
  }

  #publish(record: RunRecord): void {
    this.#sharing.write(record);
    this.#receive(record);
  }

  #receive(record: RunRecord): void {
    if (record.record === "turn") return;
    const ledger = this.#ledger(record.list);
    if (record.record === "entries") ledger[record.ledger].receive(record.entries);
    else if (record.record === "release") ledger.released.receive(releasedEntries(record));
    else {
      ledger.declared.receive(record.entries);
      this.#declarations.set(record);
    }
  }

  #ledger(list: SharedList): Ledger {
    const ledger = this.#ledgers.get(list.key) ?? newLedger((name) => new GrowingEntries(this.#share(list, name)));
    this.#ledgers.set(list.key, ledger);
    return ledger;
  }

  #share(list: SharedList, ledger: keyof Ledger): EntriesSharing {
    return {
      read: () => this.#sharing.read(),
      write: (entries) => this.#sharing.write({ record: "entries", list, ledger, entries }),
    };
  }
}

function newLedger(entriesOf: (ledger: keyof Ledger) => GrowingEntries): Ledger {
  return {
    declared: entriesOf("declared"),
    declaredByRefused: entriesOf("declaredByRefused"),
    released: entriesOf("released"),
    removed: entriesOf("removed"),
    removedAdopted: entriesOf("removedAdopted"),
  };
}

/** The entries that a resource has added. Hardly any run needs them. */
function releasedEntries(record: Extract<RunRecord, { readonly record: "release" }>): Entries {
  const { entries: managed, adopted, unconfirmed } = record;
  let added: Entries | undefined;
  return lazyByKind((kind) => {
    added ??= addedEntries({ managed, adopted, unconfirmed: { add: unconfirmed, remove: noEntries } });
    return added[kind];
  });
}
