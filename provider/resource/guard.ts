import { count, difference, noEntries, union, type Observed } from "../list/entries";
import { addedEntries } from "../list/ownership";
import { unmanagedEntries } from "../list/plan";
import { guardRemovals, type Verdict } from "../list/removal-guard";
import { RemovalLimitError } from "../sync/errors";
import type { ApprovableChange } from "./approval";
import type { Declared } from "./inputs";
import type { RunList } from "./run-list";
import type { State } from "./state";

const entriesMove = "(If entries move to another resource of the program, declare that one first.)";

/**
 * The removal guard for an update. It judges without reading the list, so a preview refuses what the update would refuse.
 *
 * @param observed the entries of the list, if this run has read it. Otherwise at most the number of unmanaged ones is known.
 * @throws {RemovalLimitError} if the change removes too much and is not approved.
 */
export function guardUpdate(state: State, declared: Declared, list: RunList, observed?: Observed): void {
  const { entries, exclusive, removalLimit } = declared;
  const { managed } = state.ownership;
  const dropped = difference(difference(managed, entries), list.declared);
  const unmanaged = exclusive && observed !== undefined ? unmanagedEntries(observed, managed) : noEntries;
  const cleared = difference(difference(unmanaged, entries), list.declared);
  const change = { add: difference(entries, union(managed, unmanaged)), remove: union(dropped, cleared) };
  if (exclusive) {
    const losable = count(managed) + (state.facts.unmanaged ?? 0);
    if (observed === undefined) guardUnread(state, declared, list, count(dropped), losable);
    else {
      const verdict = guardRemovals(count(change.remove), losable, removalLimit, count(cleared));
      enforce(state, list, verdict, change, entriesMove);
    }
  }
  enforce(state, list, guardRemovals(count(dropped), count(managed), removalLimit), change, entriesMove);
}

/**
 * The removal guard for another `appListId`. The delete that ends the replacement removes all added entries from the old
 * list, and it is not guarded itself: the engine does not show why a resource is deleted.
 *
 * @param list the old list.
 * @throws {RemovalLimitError} if that removes too much and is not approved.
 */
export function guardReplacement(
  state: State,
  { account, appListId, removalLimit }: Pick<Declared, "account" | "appListId" | "removalLimit">,
  list: RunList,
): void {
  const { ownership } = state;
  const remove = difference(addedEntries(ownership), list.declared);
  const verdict = guardRemovals(count(remove), count(union(ownership.managed, remove)), removalLimit);
  const replacement = { account, appListId };
  const why = `, because appListId is ${appListId} now`;
  enforce(
    state,
    list,
    verdict,
    { add: noEntries, remove, replacement },
    "(If appListId is mistyped, correct it.)",
    why,
  );
}

/** Judges the removals from an exclusive list by the number of its unmanaged entries when it was last read. */
function guardUnread(state: State, declared: Declared, list: RunList, dropped: number, losable: number): void {
  const { ownership, facts, missing } = state;
  // An approval is for entries by their names, so only the update can compare it with the change.
  if (list.approvals.areGiven) return;
  // Entries that are declared from now on may be among the unmanaged ones: then they stay.
  const allDeclared = union(declared.entries, list.declared);
  const mayStay = count(difference(allDeclared, union(ownership.managed, missing)));
  const cleared = Math.max(0, (facts.unmanaged ?? 0) - mayStay);
  const verdict = guardRemovals(dropped + cleared, losable, declared.removalLimit, cleared);
  if (cleared === 0 || verdict.outcome === "allowed") return;
  const approval = "Or run pulumi preview --refresh: it reads the list and prints how to approve exactly this change.";
  throw refusal(state, `${verdict.reason}, according to the state of the list`, `${verdict.remedy} ${approval}`);
}

function enforce(
  state: State,
  { approvals }: RunList,
  verdict: Verdict,
  change: ApprovableChange,
  hint: string,
  why = "",
): void {
  if (verdict.outcome === "allowed" || approvals.has(change)) return;
  throw refusal(state, verdict.reason + why, `${verdict.remedy} ${approvals.command(change)} ${hint}`);
}

function refusal({ given, facts }: State, reason: string, remedy: string): RemovalLimitError {
  const subject = { appListId: given.appListId, name: facts.name, next: "" };
  return new RemovalLimitError(subject, { reason, remedy }, undefined);
}
