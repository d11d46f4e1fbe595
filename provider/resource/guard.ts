import { count, difference, noEntries, union, type Entries, type Observed } from "../list/entries";
import { addedEntries } from "../list/ownership";
import { unmanagedEntries } from "../list/plan";
import { guardRemovals, type Verdict } from "../list/removal-guard";
import { RemovalLimitError } from "../sync/errors";
import type { ApprovableChange } from "./approval";
import type { Declared } from "./inputs";
import { declaredAnywhere } from "./other-accounts";
import type { RunList } from "./run";
import type { State } from "./state";

const entriesMove = "(If entries move to another resource of the program, declare that one first.)";

/**
 * The removal guard for an update. It judges without reading the list, so a preview refuses what the update would refuse.
 * An approved change is added to the approvals of the list.
 *
 * @param observed the entries of the list, if this run has read it. Otherwise at most the number of unmanaged ones is known.
 * @throws {RemovalLimitError} if the change removes too much and is not approved.
 */
export function guardUpdate(state: State, declared: Declared, list: RunList, observed?: Observed): void {
  if (declared.exclusive) guardExclusive(state, declared, list, observed);
  const { managed } = state.ownership;
  const { entries, removalLimit } = declared;
  const remove = droppedEntries(state, declared, list);
  const verdict = guardRemovals(count(remove), count(managed), removalLimit);
  enforce(state, list, verdict, { add: difference(entries, managed), remove }, entriesMove);
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
  const remove = difference(addedEntries(ownership), declaredAnywhere(list));
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

/** Judges all removals from an exclusive list, as far as they are known. */
function guardExclusive(state: State, declared: Declared, list: RunList, observed: Observed | undefined): void {
  const { ownership, facts, missing } = state;
  const dropped = droppedEntries(state, declared, list);
  const losable = count(ownership.managed) + (facts.unmanaged ?? 0);
  const allDeclared = union(declared.entries, declaredAnywhere(list));
  const added = difference(declared.entries, ownership.managed);
  if (observed !== undefined) {
    const unmanaged = unmanagedEntries(observed, ownership.managed);
    const cleared = difference(unmanaged, allDeclared);
    const remove = union(dropped, cleared);
    const verdict = guardRemovals(count(remove), losable, declared.removalLimit, count(cleared));
    enforce(state, list, verdict, { add: difference(added, unmanaged), remove }, entriesMove);
    return;
  }
  // An approval is for entries by their names, so only the update can compare it with the change.
  if (list.approvals.areGiven) return;
  // Entries that are declared from now on may be among the unmanaged ones: then they stay.
  const mayStay = count(difference(allDeclared, union(ownership.managed, missing)));
  const cleared = Math.max(0, (facts.unmanaged ?? 0) - mayStay);
  const verdict = guardRemovals(count(dropped) + cleared, losable, declared.removalLimit, cleared);
  if (cleared === 0 || verdict.outcome === "allowed") return;
  const approval = "Or run pulumi preview --refresh: it reads the list and prints how to approve exactly this change.";
  throw refusal(state, `${verdict.reason}, according to the state of the list`, `${verdict.remedy} ${approval}`);
}

/** The managed entries that no resource of the run declares any more. */
function droppedEntries({ ownership: { managed } }: State, { entries }: Declared, list: RunList): Entries {
  return difference(difference(managed, entries), declaredAnywhere(list));
}

function enforce(
  state: State,
  { approvals }: RunList,
  verdict: Verdict,
  change: ApprovableChange,
  hint: string,
  why = "",
): void {
  if (verdict.outcome === "allowed") return;
  if (approvals.has(change)) {
    approvals.add(change);
    return;
  }
  throw refusal(state, verdict.reason + why, `${verdict.remedy} ${approvals.command(change)} ${hint}`);
}

function refusal({ given, facts }: State, reason: string, remedy: string): RemovalLimitError {
  const subject = { appListId: given.appListId, name: facts.name, next: "" };
  return new RemovalLimitError(subject, { reason, remedy }, undefined);
}
