import { isDeepStrictEqual } from "node:util";
import { digest } from "./digest";
import { findConflict, type Declaration } from "../list/declarations";
import { isEmpty, noEntries, unionAll, type Entries } from "../list/entries";
import type { Views } from "../list/views";
import { addedEntries, type Ownership } from "../list/ownership";
import type { Approvals } from "./approval";
import { listKey } from "./identity";
import type { Declared, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** The union of entries that arrive in parts, merged when it is read: a change of many requests adds a part for each. */
class CollectedEntries {
  readonly #parts: Entries[] = [];
  #merged = noEntries;

  add(entries: Entries): void {
    this.#parts.push(entries);
  }

  get entries(): Entries {
    this.#merged = unionAll([this.#merged, ...this.#parts.splice(0)]);
    return this.#merged;
  }
}

/** What a run knows of a list at one moment, for the decisions about a change: plain data. */
export interface KnownList extends Approvals {
  /** The entries that the resources of the run declare. */
  readonly declared: Entries;
  /** The entries that changes of the run may have removed. */
  readonly removed: Entries;
  /** The entries of the list. Undefined if no refresh of this process has read it. */
  readonly observed: Views | undefined;
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
  readonly #declared = new CollectedEntries();
  readonly #declaredByRejected = new CollectedEntries();
  readonly #removed = new CollectedEntries();
  readonly #released: Ownership[] = [];
  /** Not by ID, which several resources can have. */
  readonly #refreshed: Properties[] = [];
  #observed: Views | undefined;
  #isImported = false;
  #isAnnounced = false;

  constructor(approvals: Approvals, shared: SharedDeclarations) {
    this.approvals = approvals;
    this.#key = digest(listKey(approvals.identity));
    this.#shared = shared;
  }

  /** With the declarations of other processes until now. */
  known(): KnownList {
    this.#receive();
    const [declared, removed] = [this.#declared.entries, this.#removed.entries];
    return { ...this.approvals, declared, removed, observed: this.#observed, isImported: this.#isImported };
  }

  /** The declared entries at the moment at which requests are to remove some, or none. */
  declaredBefore(removing: Entries): Entries {
    this.addRemoved(removing);
    this.#receive();
    if (!isEmpty(removing)) this.#shared.warnIfAlone();
    return this.#declared.entries;
  }

  /** Notes entries that a change may have removed. */
  addRemoved(entries: Entries): void {
    this.#removed.add(entries);
  }

  addObserved(views: Views): void {
    this.#observed = views;
  }

  addImport(): void {
    this.#isImported = true;
  }

  /** Whether nobody was warned yet that the list becomes exclusive. True once in this process. */
  announce(): boolean {
    const isFirst = !this.#isAnnounced;
    this.#isAnnounced = true;
    return isFirst;
  }

  /** The entries that rejected resources declare: the resource that manages one keeps it. */
  get declaredByRejected(): Entries {
    this.#receive();
    return this.#declaredByRejected.entries;
  }

  /**
   * The entries that resources have added before. A resource that declares one of them, after another one no longer does,
   * becomes its owner instead of adopting it.
   */
  get released(): Entries {
    return unionAll(this.#released.map(addedEntries));
  }

  release(ownership: Ownership): void {
    this.#released.push(ownership);
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

  /** Declares the entries of a rejected resource, which no other resource removes. */
  declareRejected(entries: Entries): void {
    if (!isEmpty(entries)) this.#share({ list: this.#key, exclusive: false, entries });
  }

  /** Notes that a resource was read: after that, the engine compares its state with the last accepted inputs. */
  addRefresh(state: Properties): void {
    // A copy: a host may add members to the state that it returns to the engine.
    this.#refreshed.push({ ...state });
  }

  /** Whether a diff is the one that follows a refresh. True once for each refresh. */
  takeRefresh(printState: () => Properties): boolean {
    if (this.#refreshed.length === 0) return false;
    const state = printState();
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
    this.#declared.add(entries);
    if (resource === undefined) this.#declaredByRejected.add(entries);
    // The engine can check a resource again: then its last declaration counts.
    else this.#declarations.set(resource.id, { resource: resource.name, exclusive, entries });
  }
}
