import { isDeepStrictEqual } from "node:util";
import { digest } from "./digest";
import { findConflict } from "../list/declarations";
import { isEmpty, noEntries, union, unionAll, type Entries } from "../list/entries";
import type { Permit } from "../list/permit";
import type { Views } from "../list/views";
import type { ApiClient } from "../api/client";
import type { AccountSettings, Settings } from "../api/settings";
import { defaultSyncPolicy, type ListAccess } from "../sync/access";
import type { ListContext } from "./approval";
import { listKey } from "./identity";
import type { Call, CompleteInputs, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** The facts that a run has about a list, as plain data, for decisions about a change. */
export interface KnownList extends ListContext {
  /** The entries that the other resources of the run declare: for a delete, also those of a resource that replaces it. */
  readonly declared: Entries;
  /** The declared entries of rejected or failed resources. A resource that manages one of them keeps it. */
  readonly declaredByRejected: Entries;
  /** The entries that changes of this process may have removed. */
  readonly removed: Entries;
  /**
   * The added entries of resources that may no longer declare them. If another resource declares one of them later in
   * this run, the entry counts as added, not as adopted.
   */
  readonly released: Entries;
  /** The entries of the list; undefined if no refresh of this process has read it. */
  readonly observed?: Views | undefined;
}

/** What a list takes from its run, once. */
export interface Binding {
  readonly context: ListContext;
  readonly settings: AccountSettings;
  readonly shared: SharedDeclarations;
  readonly connect: () => Promise<{ readonly settings: Settings; readonly api: ApiClient }>;
}

/** The facts that this process has read or changed. */
type Noted = Pick<KnownList, "removed" | "released" | "observed">;

/** What a read of a resource has returned to the engine. */
interface Refreshed {
  readonly state: Properties;
  readonly inputs: Properties | undefined;
  /** Whether the missing entries differ from those in the state before. */
  readonly hasOtherDrift: boolean;
}

/** What this process has read and changed of a list, with any account. */
export class ListMemory {
  noted: Noted = { removed: noEntries, released: noEntries };
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
  readonly settings: AccountSettings;
  readonly #shared: SharedDeclarations;
  readonly #connect: Binding["connect"];
  readonly #key: string;
  readonly #memory: ListMemory;

  constructor({ context, settings, shared, connect }: Binding, memory: ListMemory) {
    this.context = context;
    this.settings = settings;
    this.#shared = shared;
    this.#connect = connect;
    this.#key = digest(listKey(context.identity));
    this.#memory = memory;
  }

  /**
   * Receives the declarations of other processes until now.
   *
   * @param own the ID of the resource whose declaration is not another's. Default: all declarations are.
   */
  receive(own?: string): KnownList {
    const here = this.#shared.read().filter(({ list }) => list === this.#key);
    const declaredByRejected = unionEntries(here.filter(({ resource }) => resource === undefined));
    const others = unionEntries(lastOf(here).filter(({ resource }) => resource?.id !== own));
    const declared = union(declaredByRejected, others);
    return { ...this.context, ...this.#memory.noted, declared, declaredByRejected };
  }

  /**
   * The declared entries of the other resources, immediately before a request.
   *
   * @param removing the entries that the request removes.
   * @param own as for {@link receive}.
   */
  declaredBefore(removing: Entries, own?: string): Entries {
    this.note({ removed: removing });
    if (!isEmpty(removing)) this.#shared.warnIfAlone();
    return this.receive(own).declared;
  }

  note({ removed = noEntries, released = noEntries, ...others }: Partial<Noted>): void {
    const { noted } = this.#memory;
    this.#memory.noted = {
      ...noted,
      ...others,
      removed: union(noted.removed, removed),
      released: union(noted.released, released),
    };
  }

  /**
   * Runs an operation after the operations that this process already runs on the list. Otherwise each of two changes
   * would be planned from a list that the other is about to change.
   *
   * @param permit what its requests may name.
   */
  async operate<Result>(
    permit: Permit,
    { id, timeout }: Pick<Call, "id" | "timeout">,
    operate: (access: ListAccess) => Promise<Result>,
  ): Promise<Result> {
    const { settings, api } = await this.#connect();
    const { owner, observe, maxEntriesPerRequest = defaultSyncPolicy.maxEntriesPerRequest } = settings;
    const { appListId } = this.context.identity;
    const policy = { ...defaultSyncPolicy, maxEntriesPerRequest };
    const declaredElsewhere = (removing: Entries): Entries => this.declaredBefore(removing, id);
    const access = { api, appListId, owner, observe, permit, declaredElsewhere, policy };
    const current = this.#memory.end.then(async () => operate({ ...access, deadline: api.deadline(timeout) }));
    // The next operation starts even if this one fails. The caller gets the failure from `current`.
    this.#memory.end = Promise.allSettled([current]);
    return current;
  }

  /**
   * Declares the entries of a resource.
   *
   * @returns the conflicts with other resources of the run.
   */
  declare({ given, entries, givenKinds, isSecret }: CompleteInputs, resource: ResourceName): readonly string[] {
    const { exclusive = false, removalLimit } = given;
    const declaration = { ...this.#shape(entries), resource, exclusive, givenKinds, isSecret, removalLimit };
    this.#shared.write(declaration);
    const named = (each: SharedDeclaration) => ({ ...each, resource: each.resource?.name ?? "" });
    const others = lastOf(this.#shared.read().filter(({ list }) => list === this.#key));
    return others
      .filter((other) => other.resource?.id !== resource.id)
      .flatMap((other) => findConflict(`app list ${given.appListId}`, named(other), named(declaration)) ?? []);
  }

  /** Declares the entries of a rejected or failed resource, so that no other resource removes them. */
  declareRejected(entries: Entries): void {
    if (!isEmpty(entries)) this.#shared.write(this.#shape(entries));
  }

  /** The last declaration of the resource with this ID in the run, for any list; undefined if the run has none. */
  declarationOf(id: string | undefined): SharedDeclaration | undefined {
    return id === undefined ? undefined : this.#shared.read().findLast(({ resource }) => resource?.id === id);
  }

  #shape(entries: Entries): SharedDeclaration {
    const { identity, owner } = this.context;
    const { appListId } = identity;
    return {
      list: this.#key,
      appListId,
      account: owner.account,
      givenKinds: [],
      exclusive: false,
      isSecret: false,
      entries,
    };
  }

  /** Notes that a resource was read. The engine's next diff compares this state with the last accepted inputs. */
  addRefresh({ state, ...refreshed }: Refreshed): void {
    // A copy, because a host may add members to the state that it returns to the engine.
    this.#memory.refreshed.push({ ...refreshed, state: { ...state } });
  }

  /** The read before a diff, if the diff is the one that follows a refresh. Returns it once. */
  takeRefresh(state: Properties): Refreshed | undefined {
    const { refreshed } = this.#memory;
    const index = refreshed.findIndex((each) => isDeepStrictEqual(each.state, state));
    return index < 0 ? undefined : refreshed.splice(index, 1)[0];
  }
}

/** The last declaration of each resource. Those of rejected resources are not among them: they cannot conflict. */
function lastOf(declarations: readonly SharedDeclaration[]): readonly SharedDeclaration[] {
  const byId = declarations.flatMap((each) => (each.resource === undefined ? [] : [[each.resource.id, each] as const]));
  return [...new Map(byId).values()];
}

function unionEntries(declarations: readonly SharedDeclaration[]): Entries {
  return unionAll(declarations.map(({ entries }) => entries));
}
