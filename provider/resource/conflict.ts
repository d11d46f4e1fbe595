import { intersection, isEmpty } from "../list/entries";
import type { SharedDeclaration } from "./shared-declarations";

type Declaration = Pick<SharedDeclaration, "appListId" | "resource" | "account" | "exclusive" | "isSecret" | "entries">;

/** Two resources that cannot manage the same list. */
export type Conflict = NonNullable<ReturnType<typeof findConflict>>;

/**
 * The conflict of two resources of one list; undefined if they declare different entries, and none is exclusive.
 *
 * @returns `resources`: in the order of their names, because the engine checks the resources of a program in any order.
 *   `exclusive`: the one that would remove the entries of the other. `shared`: the entries of both, as the removal from
 *   one would contradict the other.
 */
export function findConflict(left: Declaration, right: Declaration) {
  const resources = nameOf(left) < nameOf(right) ? ([left, right] as const) : ([right, left] as const);
  const exclusive = resources.find((declaration) => declaration.exclusive);
  const shared = intersection(left.entries, right.entries);
  return exclusive === undefined && isEmpty(shared) ? undefined : { resources, exclusive, shared };
}

export function nameOf({ resource }: Pick<Declaration, "resource">): string {
  return resource?.name ?? "";
}
