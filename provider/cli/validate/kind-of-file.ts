import type { Kind } from "../../list/kinds";
import { likelyKind } from "../../list/likely-kind";
import { findOrigin, type ListedEntry } from "../../list/listed-entries";
import type { KindOrigin } from "./validation";

/** A kind, and where it is known from. */
export interface KnownKind {
  readonly kind: Kind | undefined;
  readonly origin: KindOrigin;
}

/**
 * The kind of those entries of a file of which no column says it: the option's; else what all of them look like; else
 * it is unknown.
 */
export function kindOfFile(entries: readonly ListedEntry[], option: Kind | undefined): KnownKind {
  if (option !== undefined) return { kind: option, origin: "option" };
  const open = entries.filter((listed) => findOrigin(listed)?.kind === undefined);
  const [first] = open;
  const guess = first === undefined ? undefined : likelyKind(first.entry);
  return guess !== undefined && open.every(({ entry }) => likelyKind(entry) === guess)
    ? { kind: guess, origin: "guess" }
    : { kind: undefined, origin: "unknown" };
}
