import { areEqual, count, intersection } from "../list/entries";
import { hasNoChanges } from "../list/plan";
import type { Arguments, Declared, ParsedInputs } from "./inputs";
import type { Move } from "./move";
import { changeUnknown, moved, noticesBeforeChange, type Notice } from "./notices";
import type { State } from "./state";

/** The difference between the state and the program, for the engine and, as notices, for people. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly notices: readonly Notice[];
}

/**
 * Compares the managed entries with the declared ones. A changed note is no change.
 *
 * @param parsed the program's inputs; incomplete if a preview does not know some of them yet.
 * @param move another base URL or account that leads to the list now.
 */
export function diffState(
  state: State,
  parsed: Exclude<ParsedInputs, { readonly outcome: "refused" }>,
  move?: Move,
): Difference {
  const { given: olds } = state;
  const news = parsed.outcome === "declared" ? parsed.declared.given : parsed.given;
  const unknown = parsed.outcome === "incomplete" ? parsed.unknown : new Set<string>();
  if (unknown.has("appListId") || news.appListId !== olds.appListId) {
    return { changes: true, replaces: ["appListId"], notices: [] };
  }
  if (parsed.outcome === "incomplete") return { changes: true, replaces: [], notices: [changeUnknown(state)] };
  if (move !== undefined) return { changes: true, replaces: [], notices: [moved(state, move)] };
  const changes = needsRequests(state, parsed.declared) || hasOtherArguments(olds, parsed.declared.given);
  return { changes, replaces: [], notices: noticesOnPlan(state, parsed.declared) };
}

/** Whether the list must be read or changed; otherwise an update only notes the arguments. */
export function needsRequests(state: State, declared: Declared): boolean {
  return (
    !areEqual(declared.entries, state.ownership.managed) ||
    !hasNoChanges(state.ownership.unconfirmed) ||
    mustBeCleared(state, declared.exclusive)
  );
}

/** An exclusive list with unmanaged entries, or one that only now becomes exclusive. */
function mustBeCleared({ given: olds, facts }: State, exclusive: boolean): boolean {
  return exclusive && (olds.exclusive !== true || (facts.unmanaged ?? 0) > 0);
}

function noticesOnPlan(state: State, { entries: after, exclusive, claimExisting }: Declared): readonly Notice[] {
  const isKept = !exclusive && state.given.exclusive === true;
  const isCleared = mustBeCleared(state, exclusive);
  const claimed = claimExisting ? count(intersection(state.ownership.adopted, after)) : 0;
  return noticesBeforeChange(state, { after, unmanaged: isKept ? "kept" : isCleared ? "removed" : undefined, claimed });
}

function hasOtherArguments(olds: Arguments, news: Arguments): boolean {
  const { account, exclusive, claimExisting, removalLimit } = news;
  return (
    account !== olds.account ||
    (exclusive ?? false) !== (olds.exclusive ?? false) ||
    (claimExisting ?? false) !== (olds.claimExisting ?? false) ||
    removalLimit !== olds.removalLimit
  );
}
