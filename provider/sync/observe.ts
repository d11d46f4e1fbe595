import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../list/entry";
import { EntrySet } from "../list/entry-set";
import { isEmpty, noEntries, type Action, type Entries } from "../list/entries";
import { byKind } from "../list/kinds";
import { quoteList } from "../common/quote";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { asApiError, internalError, sendOne, type ListAccess } from "./access";
import { isAboutEntries, noReader, refusesAbsence, type Reader, type SentinelReader } from "./reader";

/** A list that was read. It may lack kinds: see {@link firstViews}. */
export interface Seen {
  readonly outcome: "seen";
  readonly appList: AppList;
  readonly reader: Reader;
}

/** A list that could not be read. With a refusal and without a reader, the API also refused a sentinel. */
export interface NotVerified {
  readonly outcome: "notVerified";
  readonly appList?: undefined;
  readonly reader: Reader;
  /** How the API refused the probe; undefined if no list is read. */
  readonly refusal?: ApiError;
}

export type Observation = Seen | NotVerified;

/**
 * Reads a list by the way that `app-list:observe` sets.
 *
 * The API documents no way to read a list, but the response to every change contains the whole list. So the default is
 * the probe: a request to remove an app bundle that cannot exist. It changes nothing and shows everything. If a read
 * endpoint returns 404, its path may be wrong or the list may be gone. Then the probe decides, because its path is
 * documented.
 *
 * @throws {ApiError} if the request fails.
 */
export async function observe(access: ListAccess): Promise<Observation> {
  const { api, appListId, deadline } = access;
  if (access.observe === "off") return { outcome: "notVerified", reader: noReader };
  if (access.observe === "probe") return probe(access);
  const response = await api.readAppList(appListId, deadline).catch(asApiError);
  if (!(response instanceof ApiError)) return { outcome: "seen", appList: response, reader: { by: "read" } };
  if (response.meaning !== "absent") throw response;
  return probe(access);
}

async function probe(access: ListAccess, isRepeated = false): Promise<Observation> {
  const response = await sendReserved(access, "remove", impossibleEntry(), "probe");
  if (!(response instanceof ApiError)) return { outcome: "seen", appList: response, reader: { by: "probe" } };
  const { meaning } = response;
  if (!refusesAbsence.has(meaning)) throw response;
  if (isRepeated || meaning !== "absent") {
    return { outcome: "notVerified", refusal: response, reader: { by: "sentinel", refusal: response } };
  }
  // A gateway may return 404 while the API restarts.
  await access.api.wait(access.policy.repeatDelay, access.deadline);
  return probe(access, true);
}

/**
 * Reads a list before a create or an update.
 *
 * If the API refuses the probe, the provider adds a sentinel, an app bundle that cannot exist. The response shows the
 * whole list, and the sentinel is removed again. This never happens in a refresh, a preview or a data function: these
 * only read.
 *
 * @throws {ApiError} if a request fails.
 */
export async function observeBeforeChange(access: ListAccess): Promise<Observation> {
  const observation = await observe(access);
  if (observation.outcome === "seen" || observation.reader.by !== "sentinel") return observation;
  const bySentinel = await observeBySentinel(access, observation.reader);
  if (bySentinel.outcome !== "failed") return bySentinel;
  const { error, left } = bySentinel;
  if (isEmpty(left)) throw error;
  const remains = `The list may contain ${quoteList(left.appBundles)}: the provider added it to read the list. The next change removes it.`;
  throw error.with({ problem: `${error.texts.problem} ${remains}` });
}

/** The result of a read during a change. `left`: sentinels that may be in the list. */
export type ListRead = Observation | { readonly outcome: "failed"; readonly error: ApiError; readonly left: Entries };

async function observeBySentinel(access: ListAccess, reader: SentinelReader): Promise<ListRead> {
  const sentinel = impossibleEntry();
  const added = await sendReserved(access, "add", sentinel);
  if (added instanceof ApiError) {
    if (added.meaning !== "absent" && isAboutEntries(added, reader)) {
      return { outcome: "notVerified", refusal: reader.refusal, reader: noReader };
    }
    return { outcome: "failed", error: added, left: added.effect === "possible" ? sentinel : noEntries };
  }
  const removed = await sendReserved(access, "remove", sentinel);
  if (!(removed instanceof ApiError)) {
    const entries = byKind((kind) => removed.entries[kind] ?? added.entries[kind]);
    return { outcome: "seen", appList: { ...removed, entries }, reader };
  }
  // The sentinel is removed at the end of the change. If the API refused to remove it, it would refuse any removal, so
  // no further sentinel is added.
  return { outcome: "seen", appList: added, reader: isAboutEntries(removed, reader) ? noReader : reader };
}

/** Reads a list during a change. Never throws an ApiError: the change must still report what it sent. */
export async function observeAgain(access: ListAccess, reader: Reader): Promise<ListRead> {
  if (reader.by === "sentinel") return observeBySentinel(access, reader);
  const read = await observe(access).catch(asApiError);
  return read instanceof ApiError ? { outcome: "failed", error: read, left: noEntries } : read;
}

/** Adds or removes a sentinel, or sends the probe. No resource declares one, so it is never spared. */
async function sendReserved(access: ListAccess, action: Action, sentinel: Entries, purpose?: "probe") {
  const sent = await sendOne(access, action, sentinel, purpose);
  return sent?.response ?? internalError(access.appListId, action, sentinel);
}

/** An app bundle that no list contains: a reserved name (RFC 2606) with 128 random bits. */
function impossibleEntry(): Entries {
  return { ...noEntries, appBundles: EntrySet.of([`${reservedAppBundlePrefix}x${randomBytes(16).toString("hex")}`]) };
}
