import { byKind } from "../list/kinds";
import { count, type Entries, type Changes } from "../list/entries";
import { guardRemovals } from "../list/removal-guard";
import { nameList } from "../list/summary";
import type { Declared } from "./inputs";

/** The decision of the removal guard about a change. */
export type Guarded =
  | { readonly outcome: "allowed" }
  | { readonly outcome: "approved"; readonly change: Changes }
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * The removal guard for the managed entries, as a preview knows them without reading the list.
 *
 * @param declaredElsewhere the entries that the resources of this run declare for the list.
 */
export function guardManaged(
  managed: Entries,
  declared: Declared,
  run: {
    readonly declaredElsewhere: Entries;
    readonly isApproved: (change: Changes) => boolean;
    /** The command that approves a change. */
    readonly howToApprove: (change: Changes) => string;
  },
): Guarded {
  const remove = byKind((kind) =>
    managed[kind].difference(declared.entries[kind]).difference(run.declaredElsewhere[kind]),
  );
  const verdict = guardRemovals(count(remove), count(managed), declared.removalLimit);
  if (verdict.outcome === "allowed") return { outcome: "allowed" };
  const change = { add: byKind((kind) => declared.entries[kind].difference(managed[kind])), remove };
  if (run.isApproved(change)) return { outcome: "approved", change };
  return {
    outcome: "refused",
    reason:
      `${nameList(declared.appListId, undefined)}: this change ${verdict.reason}. Nothing was changed. ` +
      `${verdict.remedy} ${run.howToApprove(change)} ` +
      "(If entries move to another resource of the program, declare that one first.)",
  };
}
