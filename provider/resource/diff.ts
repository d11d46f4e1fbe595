import { areEqual, count, difference, intersection, isEmpty } from "../list/entries";
import { hasNoChanges } from "../list/plan";
import type { Arguments, Declared, ParsedInputs } from "./inputs";
import { listLabel } from "./list-notices";
import type { Move } from "./move";
import type { Notice } from "./notices";
import type { State } from "./state";

/** The difference between the state and the program, for the engine and, as a notice, for people. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly notice?: Notice;
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
  if (unknown.has("appListId") || news.appListId !== olds.appListId) return { changes: true, replaces: ["appListId"] };
  const replaces: readonly string[] = [];
  const list = listLabel(state);
  if (parsed.outcome === "incomplete") return { changes: true, replaces, notice: { kind: "changeUnknown", list } };
  if (move !== undefined) return { changes: true, replaces, notice: { kind: "moved", list, ...move } };
  const changes = needsRequests(state, parsed.declared) || hasOtherArguments(olds, parsed.declared.given);
  const notice = plannedChange(state, parsed.declared);
  return notice === undefined ? { changes, replaces } : { changes, replaces, notice };
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

/** Undefined if there is nothing to print about the change. */
function plannedChange(state: State, { entries: after, exclusive, claimExisting }: Declared): Notice | undefined {
  const { ownership, facts, given } = state;
  const before = ownership.managed;
  const isCleared = mustBeCleared(state, exclusive);
  const isKept = given.exclusive === true && !exclusive;
  const claimed = claimExisting ? count(intersection(ownership.adopted, after)) : 0;
  const removes = isCleared || !isEmpty(difference(before, after));
  if (!removes && !isKept && claimed === 0 && isEmpty(difference(after, before))) return undefined;
  return {
    kind: "change",
    list: listLabel(state),
    before,
    after,
    unmanaged: isKept ? "kept" : isCleared ? { removed: facts.unmanaged ?? 0 } : undefined,
    claimed,
    endangersCampaigns: removes && facts.hasAssociatedCampaigns === true,
  };
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
