import { count, difference } from "../list/entries";
import { guardRemovals } from "../list/removal-guard";
import { RemovalLimitError } from "../sync/errors";
import type { Declared } from "./inputs";
import { declaredAnywhere } from "./other-accounts";
import type { RunList } from "./run";
import type { State } from "./state";

/**
 * The removal guard for the managed entries. It judges without reading the list, so a preview refuses what the update
 * would refuse. An approved change is added to the approvals of the list.
 *
 * @throws {RemovalLimitError} if the change removes too much and is not approved.
 */
export function guardManaged(
  { ownership: { managed }, facts }: State,
  { appListId, entries, removalLimit }: Declared,
  list: RunList,
): void {
  const { approvals } = list;
  const remove = difference(difference(managed, entries), declaredAnywhere(list));
  const verdict = guardRemovals(count(remove), count(managed), removalLimit);
  if (verdict.outcome === "allowed") return;
  const change = { add: difference(entries, managed), remove };
  if (approvals.has(change)) {
    approvals.add(change);
    return;
  }
  const { reason } = verdict;
  const remedy =
    `${verdict.remedy} ${approvals.command(change)} ` +
    "(If entries move to another resource of the program, declare that one first.)";
  throw new RemovalLimitError({ appListId, name: facts.name, next: "" }, { reason, remedy }, undefined);
}
