import { isDeepStrictEqual } from "node:util";
import { digest } from "./digest";
import { findConflict } from "../list/declarations";
import { isEmpty, noEntries, union, unionAll, type Entries } from "../list/entries";
import type { Views } from "../list/views";
import type { Approvals } from "./approval";
import { listKey } from "./identity";
import type { CompleteInputs, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** The facts that a run has about a list, as plain data, for decisions about a change. */
export interface KnownList extends Approvals {
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

/** The facts that this process has read or changed. */
type Noted = Pick<KnownList, "removed" | "released" | "observed">;

/**
 * A list in one run: the declarations of its resources so far, in all processes, and the reads and changes of this
 * process. After a failed move, two resources can manage one entry. If one of them removes it, the state of the other
 * does not show that.
 */
export class RunList {
  readonly approvals: Approvals;
  readonly #key: string;
  readonly #shared: SharedDeclarations;
  /** The last declaration of each resource, by its ID. Those of rejected resources are apart: they cannot conflict. */
  readonly #declarations = new Map<string, SharedDeclaration>();
  #rejected: Entries = noEntries;
  /** An array, because several resources can have the same ID. */
  readonly #refreshed: Properties[] = [];
  #noted: Noted = { removed: noEntries, released: noEntries };
  /** The end of the last operation. Never rejects. */
  #end: Promise<unknown> = Promise.resolve();

  constructor(approvals: Approvals, shared: SharedDeclarations) {
    this.approvals = approvals;
    this.#key = digest(listKey(approvals.identity));
    this.#shared = shared;
  }

  /**
   * Receives the declarations of other processes until now.
   *
   * @param own the ID of the resource whose declaration is not another's. Default: all declarations are.
   */
  receive(own?: string): KnownList {
    for (const declaration of this.#shared.read(this.#key)) this.#add(declaration);
    const others = [...this.#declarations].filter(([id]) => id !== own).map(([, { entries }]) => entries);
    const declared = unionAll([this.#rejected, ...others]);
    return { ...this.approvals, ...this.#noted, declared, declaredByRejected: this.#rejected };
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
    const noted = this.#noted;
    this.#noted = {
      ...noted,
      ...others,
      removed: union(noted.removed, removed),
      released: union(noted.released, released),
    };
  }

  /**
   * Runs an operation after the operations that this process already runs on the list. Otherwise each of two changes
   * would be planned from a list that the other is about to change.
   */
  async inTurn<Result>(operate: () => Promise<Result>): Promise<Result> {
    const current = this.#end.then(operate);
    // The next operation starts even if this one fails. The caller gets the failure from `current`.
    this.#end = Promise.allSettled([current]);
    return current;
  }

  /**
   * Declares the entries of a resource.
   *
   * @returns the conflicts with other resources of the run.
   */
  declare({ given, entries, isSecret }: CompleteInputs, resource: ResourceName): readonly string[] {
    const { exclusive = false, removalLimit } = given;
    const declaration = { list: this.#key, resource, exclusive, entries, isSecret, removalLimit };
    this.#share(declaration);
    this.receive();
    const named = (each: SharedDeclaration) => ({ ...each, resource: each.resource?.name ?? "" });
    const others = [...this.#declarations].filter(([id]) => id !== resource.id);
    return others.flatMap(([, other]) => {
      return findConflict(`app list ${given.appListId}`, named(other), named(declaration)) ?? [];
    });
  }

  /** Declares the entries of a rejected or failed resource, so that no other resource removes them. */
  declareRejected(entries: Entries): void {
    if (!isEmpty(entries)) this.#share({ list: this.#key, exclusive: false, entries, isSecret: false });
  }

  /** The declaration of the resource with this ID, as far as declarations were received. */
  declarationOf(id: string | undefined): SharedDeclaration | undefined {
    return id === undefined ? undefined : this.#declarations.get(id);
  }

  /** Notes that a resource was read. The engine's next diff compares this state with the last accepted inputs. */
  addRefresh(state: Properties): void {
    // A copy, because a host may add members to the state that it returns to the engine.
    this.#refreshed.push({ ...state });
  }

  /** Whether a diff is the one that follows a refresh. Returns true once for each refresh. */
  takeRefresh(state: Properties): boolean {
    const index = this.#refreshed.findIndex((refreshed) => isDeepStrictEqual(refreshed, state));
    return index >= 0 && this.#refreshed.splice(index, 1).length > 0;
  }

  #share(declaration: SharedDeclaration): void {
    this.#shared.write(declaration);
    this.#add(declaration);
  }

  #add(declaration: SharedDeclaration): void {
    const { resource, entries } = declaration;
    if (resource === undefined) this.#rejected = union(this.#rejected, entries);
    else this.#declarations.set(resource.id, declaration);
  }
}
