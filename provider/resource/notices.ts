import { quoteList } from "../common/quote";
import { countsOf } from "../list/summary";
import { kinds } from "../list/kinds";
import { type Entries } from "../list/entries";

/**
 * What the provider says of a list when it looks at it, in the words by which `app-list report` knows it again: a
 * preview carries what a refresh found as these sentences only, where nothing is to be done with the resource.
 */
export const wordsOfLooking = {
  drift: "drift: ",
  lookedAtAnew: "and is looked at anew at",
  gone: "does not exist any more: the resource is dropped from the state.",
  notVerified: "not verified",
  notLookedAt: "not verified, so drift is not known",
} as const;

/**
 * How the line of a change begins in a preview, besides with what it adds and removes: `app-list report` leaves these
 * lines out, as it has each entry of the change itself.
 */
export const wordsOfChanging = {
  notKnown: "what changes is not known yet",
  noLongerExclusive: "no longer exclusive: ",
  exclusive: "exclusive: ",
  claims: "claims ",
} as const;

/** Entries that were managed and that the list did not show. */
export function missingSentence(list: string, missing: Entries): string {
  return `${list}: ${wordsOfLooking.drift}${countsOf(missing)} missing: ${examples(missing)}. The next up adds what is still declared.`;
}

/** Entries of an exclusive list that the resource does not hold. */
export function foreignSentence(list: string, foreign: Entries): string {
  return (
    `${list}: ${wordsOfLooking.drift}${countsOf(foreign)} not declared: ${examples(foreign)}. ` +
    "The next up removes what is not declared."
  );
}

/** A list that the service does not know any more. */
export function goneSentence(list: string): string {
  return `${list} ${wordsOfLooking.gone}`;
}

/** In one order, however the service sorts them. */
function examples(entries: Entries): string {
  return quoteList(kinds.flatMap((kind) => [...entries[kind]].toSorted()));
}
