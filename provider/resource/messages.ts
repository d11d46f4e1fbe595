import { quoteList } from "../common/quote";
import { byKind, kinds, nameOf, type Kind } from "../list/kinds";
import { count, type Entries } from "../list/entries";
import { addedEntries, type Ownership } from "../list/ownership";
import { countsOf, nameList, namesOf } from "../list/summary";
import type { Change } from "../sync/reconcile";
import { foreignSentence, missingSentence } from "./notices";
import type { Move } from "./move";
import type { State } from "./state";

/** What is to be said when a list was changed: what was adopted, handed over, and what could not be verified. */
export function changed(before: Ownership, state: State, change: Change): readonly string[] {
  const list = listOf(state);
  const { managed, adopted } = state.ownership;
  const newlyAdopted = byKind((kind) => adopted[kind].difference(before.adopted[kind]));
  const seen = byKind((kind) => (change.observedBefore[kind] === undefined ? new Set<string>() : newlyAdopted[kind]));
  const unseen = byKind((kind) => newlyAdopted[kind].difference(seen[kind]));
  return [
    ...namingSentence(seen, (what) => `${list}: adopted ${what} that stood in the list already. ${howToClaim}`),
    ...sentence(
      unseen,
      (what) =>
        `${list}: adopted ${what} (${examples(unseen)}), as it could not be verified what stood in the list before. ` +
        howToClaim,
    ),
    ...namingSentence(
      cleared(before, state, change),
      (what) => `${list}: exclusive: removed ${what} that nobody declared.`,
    ),
    ...leftToOthers(list, change),
    ...presumedGone(list, change),
    ...notVerified(list, state, managed),
    ...notVerifiedBefore(list, change),
  ];
}

/** What an exclusive list lost that the resource neither managed nor declared. */
function cleared(before: Ownership, state: State, change: Change): Entries {
  return byKind((kind) => {
    const stoodThere = change.observedBefore[kind];
    const shown = change.observedAfter[kind];
    if (state.given.exclusive !== true || stoodThere === undefined || shown === undefined) return new Set<string>();
    return stoodThere.difference(shown).difference(before.managed[kind]);
  });
}

const howToClaim =
  "Destroy will leave what is adopted in the list; claimExisting: true on the resource makes it the resource's own.";

/**
 * What is printed when another base URL or account leads to the list.
 *
 * @param isSame whether it is evidently the same list.
 */
export function moved(state: State, { before, now }: Move, isSame: boolean): string {
  return (
    `${listOf(state)}: was at ${before}, and is at ${now} now. ` +
    (isSame
      ? "It is the same list: base URL, ID and name are the same, and it contains all entries that this resource " +
        "added. They remain its own."
      : "Nothing is removed from the list in the old place. Declared entries that the list in the new place contains " +
        "already count as adopted, unless claimExisting is set.")
  );
}

/** What is to be said when a list was looked at: the drift, and what could not be looked at. */
export function drift(before: State, after: State, foreign: Entries): readonly string[] {
  const list = listOf(after);
  const missing = byKind((kind) => before.ownership.managed[kind].difference(after.ownership.managed[kind]));
  return [
    ...sentence(missing, () => missingSentence(list, missing)),
    ...sentence(foreign, () => foreignSentence(list, foreign)),
    ...notVerified(list, after, after.ownership.managed),
  ];
}

/**
 * What is to be said when a resource went: what stays in the list, and why.
 *
 * @param released what other resources of the run could take over as their own.
 */
export function removed(state: State, change: Change, released: Entries): readonly string[] {
  const list = listOf(state);
  const gone = byKind((kind) => {
    const own = addedEntries(state.ownership)[kind].difference(change.handedOver[kind]);
    const acknowledged = change.acknowledged.remove[kind].difference(change.presumedGone[kind]);
    const wasThere = own.intersection(change.observedBefore[kind] ?? acknowledged);
    const shown = change.observedAfter[kind];
    return shown === undefined ? wasThere.intersection(acknowledged) : wasThere.difference(shown);
  });
  const left = byKind((kind) => {
    const adopted = state.ownership.adopted[kind].difference(change.handedOver[kind]);
    return adopted.intersection(change.observedAfter[kind] ?? adopted);
  });
  const campaigns = state.facts.hasAssociatedCampaigns === true ? "; campaigns are associated with this list" : "";
  return [
    ...namingSentence(gone, (what) => `${list}: removed ${what}${campaigns}.`),
    ...namingSentence(left, (what) => `${list}: left ${what} that this resource did not put there.`),
    ...leftToOthers(list, change),
    ...sentence(
      byKind((kind) => change.handedOver[kind].difference(released[kind])),
      (what) =>
        `${list}: ${what} of these count as adopted there; aliases (for a rename) or claimExisting: true make them that ` +
        "resource's own.",
    ),
    ...presumedGone(list, change),
    ...notVerifiedBefore(list, change),
  ];
}

function leftToOthers(list: string, change: Change): readonly string[] {
  return namingSentence(
    change.handedOver,
    (what) => `${list}: left in the list, as another resource of this program declares it: ${what}.`,
  );
}

function presumedGone(list: string, change: Change): readonly string[] {
  return sentence(
    change.presumedGone,
    (what) =>
      `${list}: not verified: the service refuses to remove ${what} just as it refuses to remove what is not in the ` +
      `list, so ${count(change.presumedGone) === 1 ? "it counts" : "they count"} as gone: ` +
      `${examples(change.presumedGone)}.`,
  );
}

function notVerified(list: string, state: State, managed: Entries): readonly string[] {
  const hidden = byKind((kind) => (state.facts.notVerified.includes(kind) ? managed[kind] : new Set<string>()));
  const unseen = state.facts.notVerified.filter((kind) => state.given.exclusive === true && managed[kind].size === 0);
  return [
    ...sentence(hidden, (what) => `${list}: not verified: the service does not show ${what} that it accepted.`),
    ...unseen.map(
      (kind) => `${list}: not verified: the service does not show ${nameOf(kind, 0)}, so others may be there.`,
    ),
  ];
}

function notVerifiedBefore(list: string, change: Change): readonly string[] {
  return change.notVerified === undefined ? [] : [`${list}: not verified before the change: ${change.notVerified}.`];
}

function listOf(state: State): string {
  return nameList(state.given.appListId, state.facts.name);
}

function sentence(entries: Entries, write: (what: string) => string): readonly string[] {
  return count(entries) === 0 ? [] : [write(countsOf(entries))];
}

function namingSentence(entries: Entries, write: (what: string) => string): readonly string[] {
  return count(entries) === 0 ? [] : [write(namesOf(entries))];
}

function examples(entries: Entries): string {
  return quoteList(kinds.flatMap((kind: Kind) => [...entries[kind]]));
}
