import { isDeepStrictEqual } from "node:util";
import { digest } from "./digest";
import { findConflict, type Declaration } from "../list/declarations";
import { difference, isEmpty, noEntries, unionAll, type Entries } from "../list/entries";
import type { Views } from "../list/views";
import { addedEntries, type Ownership } from "../list/ownership";
import { listApprovals } from "./approval";
import { listKey, type ListIdentity } from "./identity";
import type { Declared, Properties } from "./inputs";
import type { ResourceName, SharedDeclaration, SharedDeclarations } from "./shared-declarations";

/** Entries are merged when they are first needed: mostly they never are. */
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

/**
 * A list in one run: the declarations of its resources so far, in all processes, and what this process has read and changed.
 * Another resource can manage an entry that was removed as well, after a move that failed midway: its state does not show
 * that the entry is gone.
 */
export class RunList {
  /** The entries that changes may have removed. */
  readonly removed = new CollectedEntries();
  /** The entries of the list, if a refresh has read it. */
  observed: Views | undefined;
  /** Whether this process has warned that the list becomes exclusive. */
  isAnnounced = false;
  /** Whether this run has imported the list. */
  isImported = false;
  readonly identity: ListIdentity;
  readonly comparison: string;
  readonly approvals: ReturnType<typeof listApprovals>;
  readonly #key: string;
  readonly #shared: SharedDeclarations;
  /** Those to compare, by the ID of the resource: a refused resource's are not among them. */
  readonly #declarations = new Map<string, Declaration>();
  readonly #declared = new CollectedEntries();
  readonly #declaredByRefused = new CollectedEntries();
  readonly #released: Ownership[] = [];
  /** Not by ID, which several resources can have. */
  readonly #refreshed: Properties[] = [];

  /**
   * @param approved the digests of the changes that a person has approved, perhaps of other lists.
   * @param comparison the command that counts the unmanaged entries, as an exclusive resource removes them.
   */
  constructor(identity: ListIdentity, shared: SharedDeclarations, approved: ReadonlySet<string>, comparison: string) {
    this.identity = identity;
    this.comparison = comparison;
    this.approvals = listApprovals(identity, approved, comparison);
    this.#key = digest(listKey(identity));
    this.#shared = shared;
  }

  /** The entries that resources declare, with those of other processes until now. */
  get declared(): Entries {
    this.#receive();
    return this.#declared.entries;
  }

  /** The declared entries at the moment at which requests are to remove some, or none. */
  declaredBefore(removing: Entries): Entries {
    this.removed.add(removing);
    const { declared } = this;
    if (!isEmpty(removing)) this.#shared.warnIfAlone();
    return declared;
  }

  /** The entries among them that refused resources declare: the resource that manages one keeps it. */
  get declaredByRefused(): Entries {
    this.#receive();
    return this.#declaredByRefused.entries;
  }

  /** The entries among the given ones that no resource declares. Mostly there are none to compare. */
  withoutDeclared(entries: Entries): Entries {
    return isEmpty(entries) ? entries : difference(entries, this.declared);
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

  /** Declares the entries of a refused resource, which no other resource removes. */
  declareRefused(entries: Entries): void {
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
    if (resource === undefined) this.#declaredByRefused.add(entries);
    // The engine can check a resource again: then its last declaration counts.
    else this.#declarations.set(resource.id, { resource: resource.name, exclusive, entries });
  }
}
