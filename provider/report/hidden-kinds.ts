import { kinds, type Kind } from "../list/kinds";
import type { ResourceChange } from "./resource-change";

/** Why a preview does not show the entries of a kind. */
export type Reason = "unknown" | "secret";

/** The kinds whose entries a preview does not show, of what is held or of what is declared: nothing can be compared. */
export function hiddenKinds({ before, declared }: ResourceChange): ReadonlyMap<Kind, Reason> {
  const unknown = new Set(declared?.hidden.unknown);
  const secret = new Set([...(before?.hidden.secret ?? []), ...(declared?.hidden.secret ?? [])]);
  return new Map(
    kinds.flatMap((kind): [Kind, Reason][] =>
      unknown.has(kind) ? [[kind, "unknown"]] : secret.has(kind) ? [[kind, "secret"]] : [],
    ),
  );
}
