import { difference, noEntries, union } from "../list/entries";
import { kinds } from "../list/kinds";
import { nothingManaged, ownershipObserved } from "../list/ownership";
import { nameList } from "../list/summary";
import { knownEntries, seenEntries } from "../list/views";
import { sourceName } from "../api/keys";
import { firstViews } from "../sync/knowledge";
import { ImportFailedError } from "./texts/errors";
import { describeNotRead, ifListIsGone } from "./texts/failures";
import { eventOn, eventsAfterImport, eventsAfterRefresh } from "./events";
import { hasOtherBaseUrl, shownUrl } from "./identity";
import type { Run } from "./run";
import type { RunList } from "./list";
import { declarableEntries, listFacts, printInputs, unverifiedKinds, type State } from "./state";

/**
 * Reads the list of a resource, and changes nothing.
 *
 * @returns the state and the inputs; undefined inputs if the list could not be read. Then the engine keeps the old
 *   inputs.
 */
export async function read(list: RunList, state: State) {
  const { appListId, exclusive } = state.given;
  const { managed } = state.ownership;
  const notVerified = (reason: string, advice: readonly string[] = []) => {
    const detail = [`${reason}. Drift is not known.`, ...advice].join("\n");
    const events = [eventOn(state, "notRead", detail)];
    const unverified = unverifiedKinds(managed, exclusive);
    // If nothing is managed, too, the state shows that the list was not read.
    const facts = { ...state.facts, notVerified: unverified.length > 0 ? unverified : kinds };
    return { state: { ...state, facts }, inputs: undefined, events, views: undefined };
  };
  const { identity, owner } = list.context;
  if (hasOtherBaseUrl(state, identity.baseUrl)) {
    const [before, now] = [state.baseUrl, identity.baseUrl].map(shownUrl);
    return notVerified(`${sourceName(owner, "baseUrl")} was ${before}, and is ${now} now`);
  }
  const observation = await list.observe();
  if (observation.outcome === "notVerified") {
    const isGone = observation.refusal?.meaning === "absent";
    return notVerified(describeNotRead(owner, observation), isGone ? [ifListIsGone(appListId)] : []);
  }
  const views = firstViews(observation.appList, managed);
  const ownership = ownershipObserved(state.ownership, views);
  const refreshed: State = {
    ...state,
    ownership,
    missing: difference(union(managed, state.missing), knownEntries(views)),
    facts: listFacts(observation.appList, views, ownership.managed, exclusive),
  };
  const unexpected = exclusive === true ? difference(seenEntries(views), ownership.managed) : noEntries;
  const events = eventsAfterRefresh(state, refreshed, views, unexpected);
  return { state: refreshed, inputs: printInputs(refreshed, unexpected), events, views };
}

/**
 * Imports a list of the default account: all its entries become managed and adopted.
 *
 * @param id the ID of the list, as a person or a program wrote it.
 * @throws {ImportFailedError} if it is not an ID, or the list cannot be read.
 */
export async function importList(run: Run, id: string) {
  const appListId = Number(id);
  if (!/^[1-9][0-9]{0,14}$/u.test(id)) {
    throw new ImportFailedError(
      `The ID to import must be the ID of an app list, such as 4321, not ${JSON.stringify(id)}.`,
    );
  }
  const list = run.list({ appListId });
  const observation = await list.observe();
  if (observation.outcome === "notVerified") {
    const name = nameList(appListId, undefined);
    const reason = describeNotRead(list.context.owner, observation);
    throw new ImportFailedError(`${name} cannot be imported, because it cannot be read: ${reason}.`);
  }
  const views = firstViews(observation.appList, noEntries);
  const managed = declarableEntries(seenEntries(views));
  const state: State = {
    given: { appListId },
    baseUrl: list.context.identity.baseUrl,
    ownership: { ...nothingManaged, managed, adopted: managed },
    missing: noEntries,
    facts: listFacts(observation.appList, views, managed),
    imported: true,
  };
  const hidden = kinds.filter((kind) => views[kind].basis === "believed");
  const leftOut = difference(seenEntries(views), managed);
  return { state, events: eventsAfterImport(state, hidden, leftOut) };
}
