import { intersection, isEmpty, type Entries } from "../list/entries";
import type { SharedDeclaration } from "./shared-declarations";

type Declaration = Pick<SharedDeclaration, "resource" | "account" | "exclusive" | "isSecret" | "entries">;

/** Two resources that cannot manage the same list. */
export interface Conflict {
  /** In the order of their names, because the engine checks the resources of a program in any order. */
  readonly resources: readonly [Declaration, Declaration];
  /** The one that would remove the entries of the other. */
  readonly exclusive?: Declaration | undefined;
  /** The entries of both: the removal from one would contradict the other. */
  readonly shared: Entries;
}

/** The conflict of two resources of one list; undefined if they declare different entries, and none is exclusive. */
export function findConflict(left: Declaration, right: Declaration): Conflict | undefined {
  const resources = nameOf(left) < nameOf(right) ? ([left, right] as const) : ([right, left] as const);
  const exclusive = resources.find((declaration) => declaration.exclusive);
  const shared = intersection(left.entries, right.entries);
  return exclusive === undefined && isEmpty(shared) ? undefined : { resources, exclusive, shared };
}

export function nameOf({ resource }: Pick<Declaration, "resource">): string {
  return resource?.name ?? "";
}
