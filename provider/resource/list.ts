import { isDeepStrictEqual } from "node:util";
import { isEmpty, noEntries, union, unionAll, type Entries } from "../list/entries";
import { nothingPermitted, type Permit } from "../list/permit";
import type { Views } from "../list/views";
import type { ApiClient } from "../api/client";
import type { Settings } from "../api/settings";
import { defaultSyncPolicy, type ListAccess } from "../sync/access";
import { observe, type Observation } from "../sync/observe";
import type { ListContext } from "./approval";
import { findConflict, type Conflict } from "./conflict";
import { isSameList } from "./identity";
import type { HostCall, CompleteInputs, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** The facts that a run has about a list, as plain data, for decisions about a change. */
export interface KnownList extends ListContext {
  /**
   * What each other resource of the run declares for the list: the last accepted declaration, and all others. For a
   * delete, also the resource that replaces it.
   */
  readonly declarations: readonly SharedDeclaration[];
  /** Their entries. */
  readonly declared: Entries;
  /** The entries of those that are not accepted. A resource that manages one of them keeps it. */
  readonly declaredByRejected: Entries;
  /** What the run declares for lists with this ID at other base URLs. Default: not asked. */
  readonly elsewhere?: readonly SharedDeclaration[];
  /** The entries that changes of this process may have removed. */
  readonly removed: Entries;
  /** The entries of the list; undefined if no refresh of this process has read it. */
  readonly observed?: Views | undefined;
}

/** The settings of an account, and the client that uses them. */
export interface Connection {
  readonly settings: Settings;
  readonly api: ApiClient;
}

/** What a read of a resource has returned to the engine. */
interface Refreshed {
  readonly state: Properties;
  readonly inputs: Properties | undefined;
  /** Whether the missing entries differ from those in the state before. */
  readonly hasOtherDrift: boolean;
}

/** What this process has read and changed of a list, with any account. */
export class ListMemory {
  removed: Entries = noEntries;
  observed: Views | undefined;
  /** An array, because several resources can have the same ID. */
  readonly refreshed: Refreshed[] = [];
  /** The end of the last operation. Never rejects. */
  end: Promise<unknown> = Promise.resolve();
}

/**
 * A list in one run, as one account sees it: the declarations of its resources so far, in all processes, and the reads
 * and changes of this process. After a failed move, two resources can manage one entry. If one of them removes it, the
 * state of the other does not show that.
 */
export class RunList {
  readonly context: ListContext;
  readonly #memory: ListMemory;
  readonly #shared: SharedDeclarations;
  readonly #connect: () => Promise<Connection>;

  constructor(
    context: ListContext,
    memory: ListMemory,
    shared: SharedDeclarations,
    connect: () => Promise<Connection>,
  ) {
    this.context = context;
    this.#memory = memory;
    this.#shared = shared;
    this.#connect = connect;
  }

  /**
   * Receives the declarations of other processes until now.
   *
   * @param own the ID of the resource whose declaration is not another's. Default: all declarations are.
   */
  receive(own?: string): KnownList {
    const { removed, observed } = this.#memory;
    const isOther = ({ resource }: SharedDeclaration): boolean => own === undefined || resource?.id !== own;
    const here = this.#shared.read().filter((each) => isSameList(each, this.context.identity) && isOther(each));
    const rejected = here.filter(({ isAccepted }) => !isAccepted);
    const accepted = new Map(here.flatMap((each) => (each.isAccepted ? [[each.resource?.id, each]] : [])));
    const declarations = [...accepted.values(), ...rejected];
    return {
      ...this.context,
      removed,
      observed,
      declarations,
      declared: unionEntries(declarations),
      declaredByRejected: unionEntries(rejected),
    };
  }

  /** What the run declares for lists with this ID at other base URLs. */
  declaredElsewhere(): readonly SharedDeclaration[] {
    const { identity } = this.context;
    return this.#shared.read().filter((each) => each.appListId === identity.appListId && !isSameList(each, identity));
  }

  /**
   * Runs an operation after the operations that this process already runs on the list. Otherwise each of two changes
   * would be planned from a list that the other is about to change.
   *
   * @param permit what its requests may name.
   */
  async operate<Result>(
    permit: Permit,
    { id, timeout }: Pick<HostCall, "id" | "timeout">,
    operate: (access: ListAccess) => Promise<Result>,
  ): Promise<Result> {
    const { settings, api } = await this.#connect();
    const { owner, observe, maxEntriesPerRequest = defaultSyncPolicy.maxEntriesPerRequest } = settings;
    const { appListId } = this.context.identity;
    const policy = { ...defaultSyncPolicy, maxEntriesPerRequest };
    const declaredElsewhere = (removing: Entries): Entries => {
      this.#memory.removed = union(this.#memory.removed, removing);
      if (!isEmpty(removing)) this.#shared.warnIfAlone();
      return this.receive(id).declared;
    };
    const access = { api, appListId, owner, observe, permit, declaredElsewhere, policy };
    const current = this.#memory.end.then(async () => operate({ ...access, deadline: api.deadline(timeout) }));
    // The next operation starts even if this one fails. The caller gets the failure from `current`.
    this.#memory.end = Promise.allSettled([current]);
    return current;
  }

  /** Reads the list, and changes nothing. */
  async observe(): Promise<Observation> {
    return this.operate(nothingPermitted, {}, observe);
  }

  /**
   * Declares the entries of a resource.
   *
   * @param isSecret whether messages only count the entries.
   * @returns the conflicts with other resources of the run.
   */
  declare(inputs: CompleteInputs, resource: ResourceName, isSecret: boolean): readonly Conflict[] {
    const { given, entries, givenKinds } = inputs;
    const { exclusive = false, removalLimit } = given;
    const settled = { isAccepted: true, exclusive, givenKinds, isSecret, removalLimit };
    const declaration = { ...this.#shape(entries), resource, ...settled };
    this.#shared.write(declaration);
    const accepted = this.receive(resource.id).declarations.filter(({ isAccepted }) => isAccepted);
    return accepted.flatMap((other) => findConflict(other, declaration) ?? []);
  }

  /** Declares what is known of a resource that is rejected, has failed or has unknown values: no other removes that. */
  declareUnsettled(entries: Entries, resource: ResourceName | undefined): void {
    this.#shared.write({ ...this.#shape(entries), resource });
  }

  #shape(entries: Entries): SharedDeclaration {
    const { identity, owner } = this.context;
    const { account } = owner;
    return { ...identity, account, isAccepted: false, givenKinds: [], exclusive: false, isSecret: false, entries };
  }

  /**
   * Notes that a resource was read. The engine's next diff compares this state with the last accepted inputs.
   *
   * @param observed the entries of the list; undefined if it could not be read.
   */
  addRefresh(refreshed: Refreshed, observed: Views | undefined): void {
    this.#memory.observed = observed ?? this.#memory.observed;
    this.#memory.refreshed.push(refreshed);
  }

  /** The read before a diff, if the diff is the one that follows a refresh. Returns it once. */
  takeRefresh(state: Properties): Refreshed | undefined {
    const { refreshed } = this.#memory;
    const index = refreshed.findIndex((each) => isDeepStrictEqual(each.state, state));
    return index < 0 ? undefined : refreshed.splice(index, 1)[0];
  }
}

function unionEntries(declarations: readonly SharedDeclaration[]): Entries {
  return unionAll(declarations.map(({ entries }) => entries));
}
