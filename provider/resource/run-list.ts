import { isDeepStrictEqual } from "node:util";
import { digest } from "./digest";
import { findConflict, type Declaration } from "../list/declarations";
import { isEmpty, noEntries, union, type Entries } from "../list/entries";
import type { Views } from "../list/views";
import type { Approvals } from "./approval";
import { listKey } from "./identity";
import type { Declared, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** What a run knows of a list at one moment, for the decisions about a change: plain data. */
export interface KnownList extends Approvals {
  /** The entries that the resources of the run declare. */
  readonly declared: Entries;
  /** Of these the entries of resources that were rejected or failed: the resource that manages one keeps it. */
  readonly declaredByRejected: Entries;
  /** The entries that changes of this process may have removed. */
  readonly removed: Entries;
  /**
   * The entries that resources have added before. A resource that declares one of them, after another one no longer does,
   * becomes its owner instead of adopting it.
   */
  readonly released: Entries;
  /** The entries of the list. Undefined if no refresh of this process has read it. */
  readonly observed?: Views | undefined;
  /** Whether this process has imported the list. */
  readonly isImported: boolean;
}

/**
 * A list in one run: the declarations of its resources so far, in all processes, and what this process has read and changed.
 * Another resource can manage an entry that was removed as well, after a move that failed midway: its state does not show
 * that the entry is gone.
 */
export class RunList {
  readonly approvals: Approvals;
  readonly #key: string;
  readonly #shared: SharedDeclarations;
  /** Those to compare, by the ID of the resource: a rejected resource's are not among them. */
  readonly #declarations = new Map<string, Declaration>();
  /** Not by ID, which several resources can have. */
  readonly #refreshed: Properties[] = [];
  #known: KnownList;
  /** The end of the last operation. Never rejects. */
  #end: Promise<unknown> = Promise.resolve();

  constructor(approvals: Approvals, shared: SharedDeclarations) {
    this.approvals = approvals;
    this.#key = digest(listKey(approvals.identity));
    this.#shared = shared;
    const nothing = { declared: noEntries, declaredByRejected: noEntries, removed: noEntries, released: noEntries };
    this.#known = { ...approvals, ...nothing, isImported: false };
  }

  /** With the declarations of other processes until now. */
  get known(): KnownList {
    this.#receive();
    return this.#known;
  }

  /** The declared entries at the moment at which requests are to remove some, or none. */
  declaredBefore(removing: Entries): Entries {
    this.note({ removed: removing });
    if (!isEmpty(removing)) this.#shared.warnIfAlone();
    return this.known.declared;
  }

  /** Notes what this process has read or changed. */
  note({ removed = noEntries, released = noEntries, ...others }: Partial<Omit<KnownList, keyof Approvals>>): void {
    const known = this.#known;
    const entries = { removed: union(known.removed, removed), released: union(known.released, released) };
    this.#known = { ...known, ...others, ...entries };
  }

  /**
   * Runs an operation after those that this process already runs on the list. Two changes at the same time would each be
   * planned from a list that the other is about to change.
   */
  async inTurn<Result>(operate: () => Promise<Result>): Promise<Result> {
    const current = this.#end.then(operate);
    // The next one starts whether this one succeeds or fails; its caller learns of a failure from `current`.
    this.#end = Promise.allSettled([current]);
    return current;
  }

  /**
   * Declares the entries of a resource.
   *
   * @returns the conflicts with other resources of the run.
   */
  declare({ given, entries }: Pick<Declared, "given" | "entries">, resource: ResourceName): readonly string[] {
    const { exclusive = false } = given;
    this.#share({ list: this.#key, resource, exclusive, entries });
    this.#receive();
    const name = `app list ${given.appListId}`;
    const declaration = { resource: resource.name, exclusive, entries };
    const others = [...this.#declarations].filter(([id]) => id !== resource.id);
    return others.flatMap(([, other]) => findConflict(name, other, declaration) ?? []);
  }

  /** Declares the entries of a resource that was rejected or failed: no other resource removes them. */
  declareRejected(entries: Entries): void {
    if (!isEmpty(entries)) this.#share({ list: this.#key, exclusive: false, entries });
  }

  /** Notes that a resource was read: after that, the engine compares its state with the last accepted inputs. */
  addRefresh(state: Properties): void {
    // A copy: a host may add members to the state that it returns to the engine.
    this.#refreshed.push({ ...state });
  }

  /** Whether a diff is the one that follows a refresh. True once for each refresh. */
  takeRefresh(state: Properties): boolean {
    const index = this.#refreshed.findIndex((refreshed) => isDeepStrictEqual(refreshed, state));
    return index >= 0 && this.#refreshed.splice(index, 1).length > 0;
  }

  #share(declaration: SharedDeclaration): void {
    this.#shared.write(declaration);
    this.#add(declaration);
  }

  #receive(): void {
    this.#shared.read(this.#key).forEach((declaration) => this.#add(declaration));
  }

  #add({ resource, exclusive, entries }: SharedDeclaration): void {
    const { declared, declaredByRejected } = this.#known;
    this.#known = { ...this.#known, declared: union(declared, entries) };
    if (resource === undefined)
      this.#known = { ...this.#known, declaredByRejected: union(declaredByRejected, entries) };
    // The engine can check a resource again: then its last declaration counts.
    else this.#declarations.set(resource.id, { resource: resource.name, exclusive, entries });
  }
}
