import { count, difference, type Changes } from "../list/entries";
import { guardRemovals } from "../list/removal-guard";
import { RemovalLimitError } from "../sync/errors";
import type { Declared } from "./inputs";
import type { RunList } from "./run";
import type { State } from "./state";

/** The decision of the removal guard about a change. */
export type Guarded =
  | { readonly outcome: "allowed" }
  | { readonly outcome: "approved"; readonly change: Changes }
  | { readonly outcome: "refused"; readonly failure: RemovalLimitError };

/** The removal guard for the managed entries: so a preview refuses, without reading the list, what the update would refuse. */
export function guardManaged(
  { ownership: { managed }, facts }: State,
  { appListId, entries, removalLimit }: Declared,
  list: Pick<RunList, "declared" | "approvals">,
): Guarded {
  const remove = difference(difference(managed, entries), list.declared);
  const verdict = guardRemovals(count(remove), count(managed), removalLimit);
  if (verdict.outcome === "allowed") return { outcome: "allowed" };
  const change = { add: difference(entries, managed), remove };
  if (list.approvals.has(change)) return { outcome: "approved", change };
  const remedy =
    `${verdict.remedy} ${list.approvals.command(change)} ` +
    "(If entries move to another resource of the program, declare that one first.)";
  const subject = { appListId, name: facts.name, next: "" };
  return {
    outcome: "refused",
    failure: new RemovalLimitError(subject, { reason: verdict.reason, remedy }, undefined),
  };
}
