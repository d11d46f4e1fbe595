import { findConflict, type Declaration } from "../list/declarations";
import { areEqual } from "../list/entries";
import type { RunRecord } from "./run-records";

/** The declaration of one resource, as the processes of a run share it. */
export type RunDeclaration = Extract<RunRecord, { readonly record: "declaration" }>;

/** The declarations of the resources of a run, in all processes. */
export class RunDeclarations {
  readonly #byKey = new Map<string, RunDeclaration>();

  /** Adds the declaration of a resource, in place of its earlier one: the engine can check it again. */
  set(declaration: RunDeclaration): void {
    this.#byKey.set(declaration.key, declaration);
  }

  /** Whether exactly this is declared already. */
  has({ key, list, exclusive, entries }: RunDeclaration): boolean {
    const known = this.#byKey.get(key);
    if (known === undefined || known.exclusive !== exclusive || !isSameList(known, { list })) return false;
    return areEqual(known.entries, entries);
  }

  /** The conflicts of a resource with the other resources of the run. */
  conflicts(declaration: RunDeclaration): readonly string[] {
    return (
      [...this.#byKey.values()]
        .filter((other) => other.key !== declaration.key && isSameList(other, declaration))
        // The constructors of the dynamic provider's resources find their conflicts with each other.
        .filter((other) => other.resource !== undefined || declaration.resource !== undefined)
        .flatMap(
          (other) =>
            findConflict(`app list ${declaration.list.appListId}`, toDeclaration(other), toDeclaration(declaration)) ??
            [],
        )
    );
  }
}

function isSameList(
  { list: one }: Pick<RunDeclaration, "list">,
  { list: other }: Pick<RunDeclaration, "list">,
): boolean {
  return one.key === other.key;
}

function toDeclaration({ resource, exclusive, entries }: RunDeclaration): Declaration {
  return { resource, exclusive, entries };
}
