import { difference, isEmpty } from "../list/entries";
import { formatKindCount, kinds, type Kind } from "../list/kinds";
import { haveOtherLastDays } from "../list/update";
import { eventOn, eventsBefore, eventsIfExclusive } from "./events";
import { hasOtherBaseUrl, shownUrl } from "./identity";
import { changedArguments, type CompleteInputs, type ValidInputs } from "./inputs";
import { judge } from "./judge";
import { ArgumentsInvalidError } from "./texts/errors";
import { deleteOf, planBefore, mustSend, updateOf, type Operation } from "./operation";
import type { KnownList } from "./list";
import { stateInRun, type State } from "./state";

/**
 * The difference between the state and the program: for the engine, and as events for people. Another note is not a
 * change.
 *
 * @param stored the state of the resource.
 * @param inputs the inputs of the program or, in the diff that follows a refresh, the last accepted inputs.
 * @param list the list in the state, with the declared account unless the resource is replaced.
 * @returns `stopped`: what is over a limit. Undefined if nothing was judged.
 */
export function diffResource(stored: State, inputs: ValidInputs, list: KnownList) {
  // An unknown ID is an update until it is known: for a replacement, the engine could empty the list too early.
  if (hasOtherId(stored, inputs)) {
    // At the end of the replacement, a delete removes all added entries from the old list.
    const operation = deleteOf(list, stored, inputs.unknown.has("removalLimit") ? undefined : inputs.given);
    // The engine also checks the inputs as for a new resource. That check says whether the new list is exclusive.
    return { changes: true, replaces: ["appListId"], ...judged(operation, inputs) };
  }
  const state = stateInRun(stored, list, inputs.entries);
  const { baseUrl } = list.identity;
  const isMoved = hasOtherBaseUrl(state, baseUrl);
  const becomesExclusive = state.given.exclusive !== true || isMoved;
  const exclusive = becomesExclusive ? eventsIfExclusive(inputs, list) : [];
  if (inputs.outcome === "incomplete") return { changes: true, replaces: [], stopped: undefined, events: exclusive };
  if (isMoved) {
    const moved = eventOn(state, "moved", `from ${shownUrl(state.baseUrl)} to ${shownUrl(baseUrl)}`);
    return { changes: true, replaces: [], stopped: undefined, events: [moved, ...exclusive] };
  }
  const operation = updateOf(list, state, inputs);
  const { stopped, events } = judged(operation, inputs);
  const changes = mustBeStored(state, inputs) || mustSend(operation);
  return { changes, replaces: [], stopped, events: [...events, ...exclusive] };
}

function judged(operation: Operation, { given }: ValidInputs) {
  const update = planBefore(operation);
  const stopped = { operation, judgements: judge(operation, update) };
  return { stopped, events: eventsBefore(operation, update, given) };
}

/** Whether the resource gets another ID. One that is not known yet is the same until it is known. */
export function hasOtherId({ given }: State, inputs: ValidInputs): boolean {
  return !inputs.unknown.has("appListId") && inputs.given.appListId !== given.appListId;
}

/**
 * Fails if a program does not give a kind with managed entries: outside previews, the engine leaves out values that are
 * not known. An import has adopted kinds that the program never gave.
 */
export function failIfNotGiven(
  { ownership, imported }: Pick<State, "ownership" | "imported">,
  { givenKinds, unknown }: { readonly givenKinds: readonly Kind[]; readonly unknown?: ReadonlySet<string> },
): void {
  const { managed } = ownership;
  const problems = kinds
    .filter((kind) => managed[kind].size > 0 && !givenKinds.includes(kind) && unknown?.has(kind) !== true)
    .map(
      (kind) =>
        `${kind} is not given, and this resource manages ${formatKindCount(kind, managed[kind].size)}. To declare none, ` +
        `or if another resource declares them now, write ${kind}: []. If the value comes from another resource or stack: ` +
        "that one failed or was left out, or its output has another name",
    );
  if (problems.length > 0 && imported !== true) throw new ArgumentsInvalidError(problems);
}

/**
 * Whether an update must store something even if it sends nothing: another argument, an import, that a missing entry is
 * no longer declared (it would count as missing if it is declared again), or another last day. The state must know the
 * day before it is over, because only then an entry counts as expired.
 */
function mustBeStored({ given, missing, imported, ownership }: State, inputs: CompleteInputs): boolean {
  const isChanged = changedArguments(given, inputs.given).length > 0;
  const isSettled = imported !== true && isEmpty(difference(missing, inputs.entries));
  return isChanged || !isSettled || haveOtherLastDays(ownership.managed, inputs.entries);
}
