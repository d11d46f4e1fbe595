import { count, difference, intersection, isEmpty, noEntries, observedOr, type Entries } from "../list/entries";
import { findEntryProblem } from "../list/entry";
import { byKind, kinds } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { releasesImported } from "../list/removal-guard";
import { nameList } from "../list/summary";
import { observe } from "../sync/observe";
import { ImportFailedError } from "./errors";
import { listFacts } from "./facts";
import type { Declared } from "./inputs";
import { withList } from "./lifecycle";
import { noticesAfterImport, type Print } from "./notices";
import type { Run } from "./run";
import type { RunList } from "./run-list";
import type { State } from "./state";

/**
 * Imports a list of the default account: all its entries become managed and adopted.
 *
 * @param id the ID of the list, as it was given on the command line or in a program.
 * @throws {ImportFailedError} if the ID is not one, or the list cannot be read.
 */
export async function importList(run: Run, id: string, print: Print): Promise<State> {
  const appListId = Number(id);
  if (!/^[1-9][0-9]{0,14}$/u.test(id)) {
    throw new ImportFailedError(
      `The ID to import must be that of an app list, such as 4321, not ${JSON.stringify(id)}.`,
    );
  }
  const observation = await withList(run, undefined, appListId, (access) => observe(access));
  const name = nameList(appListId, undefined);
  if (observation.outcome === "notVerified") {
    throw new ImportFailedError(`${name} cannot be imported, because it cannot be read: ${observation.reason}.`);
  }
  const { appList } = observation;
  const present = observedOr(appList.entries, noEntries);
  // An entry that no program could declare stays unmanaged.
  const managed = byKind(
    (kind) => new Set([...present[kind]].filter((entry) => findEntryProblem(kind, entry) === undefined)),
  );
  const state: State = {
    given: { appListId },
    baseUrl: run.baseUrl(undefined),
    ownership: { ...nothingManaged, managed, adopted: managed },
    missing: noEntries,
    notes: byKind((kind) => new Map(Array.from(managed[kind], (entry) => [entry, undefined]))),
    facts: listFacts(appList, observation.by, managed, false),
    isImported: true,
  };
  const hidden = kinds.filter((kind) => appList.entries[kind] === undefined);
  noticesAfterImport(state, hidden).forEach(print);
  return state;
}

/**
 * The state of an imported resource before its first update. The program was not asked which entries it declares when the
 * list was imported, so the entries that it does not declare are no longer managed, and stay in the list.
 *
 * In a later run, the entries are those of the program that `pulumi import` generated, and a dropped line removes its
 * entry, as always. But the import may also have been interrupted: what the removal guard would refuse is not removed.
 *
 * @param isSameRun whether the list was imported in this run.
 */
export function settleImport(state: State, declared: Declared, list: RunList, isSameRun: boolean): State {
  if (state.isImported !== true) return state;
  const dropped = difference(difference(state.ownership.managed, declared.entries), list.declared);
  if (isEmpty(dropped)) return state;
  const isKept = releasesImported(count(dropped), count(state.ownership.managed), declared.removalLimit, isSameRun);
  return isKept ? withoutEntries(state, dropped) : state;
}

function withoutEntries(state: State, dropped: Entries): State {
  const { ownership, facts } = state;
  const managed = difference(ownership.managed, dropped);
  return {
    ...state,
    ownership: { ...ownership, managed, adopted: intersection(ownership.adopted, managed) },
    facts: { ...facts, unmanaged: facts.unmanaged === undefined ? undefined : facts.unmanaged + count(dropped) },
  };
}
