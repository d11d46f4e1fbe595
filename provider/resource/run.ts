import { formatCount } from "../common/format";
import type { Clock } from "../common/clock";
import type { SettingsSource, UnknownAccountError } from "../settings/settings";
import { Approvals, readApprovals } from "./approval";
import { Connections, type Connection } from "./connections";
import { GrowingEntries } from "./growing-entries";
import { identifyAccount, listKey, type AccountIdentity } from "./list-identity";
import { findUnknownAccount } from "./missing-account";

/** A list of one account in one run: what its resources declare and change, as far as the engine has come. */
export interface RunList extends Ledger {
  /** Identifies the list for changes one at a time. Lists of several accounts may have the same key. */
  readonly key: string;
  /** The lists of other accounts that may be this one: they have the same ID, and not certainly another base URL. */
  readonly others: () => readonly OtherList[];
  readonly approvals: Approvals;
}

/** A list of another account that may be the same one. */
interface OtherList extends Pick<Ledger, "declared" | "removed"> {
  readonly account: string | undefined;
}

/** What one operation uses of a run. */
export type OperationRun = Pick<Run, "account" | "baseUrl" | "list" | "connect">;

/** What the resources of one account declare and change in a list. */
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
   * that failed half-way: its state does not show that the entry is gone.
   */
  readonly removed: GrowingEntries;
  /** The removed entries that their resource had adopted. A resource that declares one of them later adopts it as well. */
  readonly removedAdopted: GrowingEntries;
  /** The approved removals that the program declares. */
  readonly approved: GrowingEntries;
}

interface AccountLedger extends Ledger {
  readonly owner: AccountIdentity;
}

/**
 * What one process of the provider knows. The engine starts a process for each phase of a command, so this is the
 * knowledge of one run of `pulumi up` (or preview, refresh, destroy).
 */
export class Run {
  readonly #source: SettingsSource;
  readonly #digests: ReadonlySet<string>;
  readonly #accounts = new Map<string | undefined, AccountIdentity>();
  readonly #ledgers = new Map<number, AccountLedger[]>();
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

  /** The connection of an account. */
  connect(account: string | undefined): Promise<Connection> {
    return this.connections.connect(account);
  }

  /** Cancels all operations, of now and of later (see {@link Connections.cancel}). */
  cancel(): void {
    this.connections.cancel();
  }

  /** This run, for one operation that reaches its list with another connection. */
  withConnection(connection: Promise<Connection>): OperationRun {
    return {
      account: (name) => this.account(name),
      baseUrl: (account) => this.baseUrl(account),
      list: (account, appListId) => this.list(account, appListId),
      connect: () => connection,
    };
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
    const owner = this.account(account);
    const ledgers = this.#ledgers.get(appListId) ?? [];
    this.#ledgers.set(appListId, ledgers);
    const ledger = ledgers.find((each) => each.owner.key === owner.key) ?? newLedger(owner);
    if (!ledgers.includes(ledger)) ledgers.push(ledger);
    const identity = { baseUrl: owner.baseUrl, account, appListId };
    return {
      ...ledger,
      key: listKey(identity),
      others: () =>
        ledgers
          .filter((other) => other !== ledger && mayHaveSameLists(owner, other.owner))
          .map((other) => ({ ...other, account: other.owner.name })),
      approvals: new Approvals(identity, this.#digests, ledger.approved),
    };
  }
}

function newLedger(owner: AccountIdentity): AccountLedger {
  return {
    owner,
    declared: new GrowingEntries(),
    declaredByRefused: new GrowingEntries(),
    released: new GrowingEntries(),
    removed: new GrowingEntries(),
    removedAdopted: new GrowingEntries(),
    approved: new GrowingEntries(),
  };
}

/** A base URL that is not known may be any. */
function mayHaveSameLists({ baseUrl: one }: AccountIdentity, { baseUrl: other }: AccountIdentity): boolean {
  return one === undefined || other === undefined || one === other;
}
