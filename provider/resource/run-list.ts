import { digest } from "../common/digest";
import { findConflict, type Declaration } from "../list/declarations";
import { isEmpty, noEntries, union, type Entries } from "../list/entries";
import { lazyByKind } from "../list/kinds";
import { addedEntries, type Ownership } from "../list/ownership";
import { Approvals } from "./approval";
import { listKey, type ListIdentity } from "./list-identity";
import type { SharedDeclaration, SharedDeclarations } from "./shared-declarations";

export interface ResourceIdentity {
  readonly urn: string;
  readonly name: string;
}

/** Entries are merged when they are first needed: mostly they never are. */
class CollectedEntries {
  readonly #parts: (() => Entries)[] = [];
  #merged = noEntries;

  add(entries: Entries): void {
    this.addLater(() => entries);
  }

  addLater(part: () => Entries): void {
    this.#parts.push(part);
  }

  get entries(): Entries {
    for (const part of this.#parts.splice(0)) this.#merged = union(this.#merged, part());
    return this.#merged;
  }
}

/**
 * A list in one run: the declarations of its resources so far, in all processes, and the changes by this process. Another
 * resource can manage an entry that was removed as well, after a move that failed midway: its state does not show that
 * the entry is gone.
 */
export class RunList {
  readonly approvals: Approvals;
  /** The entries that changes may have removed. */
  readonly removed = new CollectedEntries();
  /** The removed entries that their resource had adopted. A resource that declares one of them later adopts it as well. */
  readonly removedAdopted = new CollectedEntries();
  readonly #name: string;
  readonly #key: string;
  readonly #shared: SharedDeclarations;
  /** Those to compare: a refused resource's are not among them. */
  readonly #declarations = new Map<unknown, SharedDeclaration>();
  readonly #declared = new CollectedEntries();
  readonly #declaredByRefused = new CollectedEntries();
  readonly #released = new CollectedEntries();

  constructor(identity: ListIdentity, shared: SharedDeclarations, approved: ReadonlySet<string>) {
    this.approvals = new Approvals(identity, approved);
    this.#name = `app list ${identity.appListId}`;
    this.#key = digest(listKey(identity));
    this.#shared = shared;
  }

  /** The entries that resources declare: those of other processes are read when the entries are used. */
  get declared(): Entries {
    return this.#received(this.#declared);
  }

  /** The entries among them that refused resources declare: the resource that manages one keeps it. */
  get declaredByRefused(): Entries {
    return this.#received(this.#declaredByRefused);
  }

  /**
   * The entries that resources have added before. A resource that declares one of them, after another one no longer does,
   * becomes its owner instead of adopting it.
   */
  get released(): Entries {
    return this.#released.entries;
  }

  /**
   * Declares the entries of a resource.
   *
   * @param resource undefined if the host is not given it.
   * @returns the conflicts with other resources of the run.
   */
  declare(
    resource: ResourceIdentity | undefined,
    { exclusive, entries }: Pick<SharedDeclaration, "exclusive" | "entries">,
  ): readonly string[] {
    const declaration = { list: this.#key, resource, exclusive, isRefused: false, entries };
    this.#share(declaration);
    this.#receive();
    return (
      [...this.#declarations]
        .filter(([key]) => key !== keyOf(declaration))
        // The constructors of the dynamic provider's resources find their conflicts with each other.
        .filter(([, other]) => other.resource !== undefined || resource !== undefined)
        .flatMap(([, other]) => findConflict(this.#name, named(other), named(declaration)) ?? [])
    );
  }

  /** No other resource removes the entries of a refused one. */
  keep(entries: Entries): void {
    if (!isEmpty(entries)) this.#share({ list: this.#key, exclusive: false, isRefused: true, entries });
  }

  release(ownership: Ownership): void {
    this.#released.addLater(() => addedEntries(ownership));
  }

  #share(declaration: SharedDeclaration): void {
    this.#shared.write(declaration);
    this.#add(declaration);
  }

  #received(collected: CollectedEntries): Entries {
    return lazyByKind((kind) => {
      this.#receive();
      return collected.entries[kind];
    });
  }

  #receive(): void {
    this.#shared.read(this.#key).forEach((declaration) => this.#add(declaration));
  }

  #add(declaration: SharedDeclaration): void {
    const { isRefused, entries } = declaration;
    this.#declared.add(entries);
    if (isRefused) this.#declaredByRefused.add(entries);
    else this.#declarations.set(keyOf(declaration), declaration);
  }
}

/** The engine can check a resource again: then its last declaration counts. */
function keyOf(declaration: SharedDeclaration): unknown {
  return declaration.resource?.urn ?? declaration;
}

function named({ resource, exclusive, entries }: SharedDeclaration): Declaration {
  return { resource: resource?.name, exclusive, entries };
}
