import { byKind, kinds } from "../list/kinds";
import { count } from "../list/entries";
import { formatCount } from "../common/format";
import { hasNoChanges } from "../list/plan";
import { nameList, summarise } from "../list/summary";
import type { Arguments, Declared, ParsedInputs } from "./inputs";
import { wordsOfChanging, wordsOfLooking } from "./notices";
import { findMove } from "./move";
import type { State } from "./state";

/** What differs between the state and the program, for the engine and, as one line, for people. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly line?: string;
}

/**
 * Compares what a resource holds with what the program declares. A changed note is no change.
 *
 * @param parsed the program's inputs; incomplete where a preview does not know some of them yet.
 * @param baseUrl the base URL by today's settings, of the account that the program names; undefined when it is not set.
 */
export function diffState(
  state: State,
  parsed: Exclude<ParsedInputs, { readonly outcome: "refused" }>,
  baseUrl?: string,
): Difference {
  const { given: olds, facts } = state;
  const news = parsed.outcome === "declared" ? parsed.declared.given : parsed.given;
  const unknown = parsed.outcome === "incomplete" ? parsed.unknown : new Set<string>();
  if (unknown.has("appListId") || news.appListId !== olds.appListId) return { changes: true, replaces: ["appListId"] };
  const replaces: readonly string[] = [];
  const list = nameList(olds.appListId, facts.name);
  if (parsed.outcome === "incomplete") {
    return { changes: true, replaces, line: `${list}: ${wordsOfChanging.notKnown}, as some inputs are not` };
  }
  const move = findMove(state, news.account, baseUrl);
  if (move !== undefined) {
    const line = `${list}: was at ${move.before}, ${wordsOfLooking.lookedAtAnew} ${move.now}`;
    return { changes: true, replaces, line };
  }
  const remarks = remarksOn(state, parsed.declared);
  return {
    changes: needsService(state, parsed.declared) || hasOtherArguments(olds, parsed.declared.given),
    replaces,
    ...(remarks.length > 0 && { line: `${list}: ${remarks.join("; ")}` }),
  };
}

/** Whether the list has to be looked at or changed; otherwise an update only notes the arguments. */
export function needsService(state: State, declared: Declared): boolean {
  return (
    kinds.some((kind) => declared.entries[kind].symmetricDifference(state.ownership.managed[kind]).size > 0) ||
    !hasNoChanges(state.ownership.unconfirmed) ||
    mustBeCleared(state, declared)
  );
}

/** An exclusive list with foreign entries, or one that only now becomes exclusive. */
function mustBeCleared({ given: olds, facts }: State, declared: Declared): boolean {
  return declared.exclusive && (olds.exclusive !== true || (facts.unmanaged ?? 0) > 0);
}

function remarksOn(state: State, declared: Declared): readonly string[] {
  const { ownership, facts } = state;
  const summary = summarise(ownership.managed, declared.entries);
  const clears = mustBeCleared(state, declared);
  const removes = clears || kinds.some((kind) => ownership.managed[kind].difference(declared.entries[kind]).size > 0);
  const claimed = byKind((kind) => ownership.adopted[kind].intersection(declared.entries[kind]));
  const adopted = declared.claimExisting ? count(claimed) : 0;
  return [
    ...(summary === undefined ? [] : [summary]),
    ...(state.given.exclusive === true && !declared.exclusive
      ? [`${wordsOfChanging.noLongerExclusive}what others put there stays`]
      : []),
    ...(clears ? [clearingRemark(facts.unmanaged ?? 0)] : []),
    ...(adopted > 0
      ? [
          `${wordsOfChanging.claims}${formatCount(adopted)} adopted ${adopted === 1 ? "entry: destroy will remove it" : "entries: destroy will remove them"}`,
        ]
      : []),
    ...(removes && facts.hasAssociatedCampaigns === true ? ["campaigns are associated with this list"] : []),
  ];
}

function clearingRemark(unmanaged: number): string {
  const seen = unmanaged === 0 ? "" : ` (${formatCount(unmanaged)} when the list was last seen)`;
  return `${wordsOfChanging.exclusive}whatever is not declared will be removed${seen}`;
}

function hasOtherArguments(olds: Arguments, news: Arguments): boolean {
  const { exclusive, claimExisting, removalLimit } = news;
  return (
    (exclusive ?? false) !== (olds.exclusive ?? false) ||
    (claimExisting ?? false) !== (olds.claimExisting ?? false) ||
    removalLimit !== olds.removalLimit
  );
}
