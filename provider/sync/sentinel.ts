import { difference, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { formatNames } from "../list/summary";
import type { ApiError } from "../api/errors";
import type { AppList } from "../api/schemas";
import {
  attemptChange,
  impossibleEntry,
  isAboutEntries,
  observeOrProbe,
  type ListAccess,
  type Observation,
  type Seen,
} from "./observe";
import { send } from "./send";
import { invalid } from "./sent";

/** The most times that a sentinel is added whose addition had no known outcome. */
const mostAttempts = 3;

/**
 * Reads a list before a create or an update.
 *
 * If the API refuses the probe, the response to an addition still shows the whole list. So a sentinel is added, an app
 * bundle that cannot exist, and removed again. Never in a refresh, a preview or a data function: these only read.
 *
 * @param mayRefuse see {@link observeOrProbe}.
 * @throws {ApiError} if a request fails.
 */
export async function observeBeforeChange(access: ListAccess, mayRefuse = true): Promise<Observation> {
  const observation = await observeOrProbe(access, mayRefuse);
  if (observation.outcome === "seen" || observation.refusal === undefined) return observation;
  const bySentinel = await observeBySentinel(access, observation.refusal);
  if (bySentinel.outcome === "seen") return bySentinel;
  if (bySentinel.outcome === "refused") {
    return { outcome: "notVerified", reason: `${observation.reason}. It refuses to add such an entry as well` };
  }
  const { error, left } = bySentinel;
  if (isEmpty(left)) throw error;
  throw error.with(
    `It is not known whether the list contains the ${formatNames(left)}, which the provider added to read it. The next change removes it.`,
  );
}

/** A list that was to be read by a sentinel, which the API refused, or which may be in the list now. */
type SentinelAnswer =
  | Seen
  | { readonly outcome: "refused" }
  | { readonly outcome: "failed"; readonly error: ApiError; readonly left: Entries };

/**
 * Reads a list by a sentinel.
 *
 * @param refusal the status with which the API refused the probe.
 */
export async function observeBySentinel(access: ListAccess, refusal: number): Promise<SentinelAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const sentinel = impossibleEntry();
    const added = await attemptChange(access, "add", sentinel);
    if (added.outcome === "failed") {
      const { error } = added;
      if (access.deadline.isCanceled && error.effect === "denied") {
        // Nothing can verify the denial any more.
        return { outcome: "failed", error: error.canceled(), left: sentinel };
      }
      if (error.code !== "NOT_FOUND" && isAboutEntries(error, refusal)) return { outcome: "refused" };
      if (error.effect === "none") return { outcome: "failed", error, left: noEntries };
    }
    // After an addition without a known outcome, or one that was denied, the response to the removal shows the list as well.
    const removed = await attemptChange(access, "remove", sentinel);
    if (removed.outcome === "changed") return { outcome: "seen", appList: removed.appList, refusal };
    // One that could not be removed is in this response, and removed at the end of the change.
    if (added.outcome === "changed") return { outcome: "seen", appList: added.appList, refusal };
    if (!isAboutEntries(removed.error)) return { ...added, left: sentinel };
    if (added.error.effect === "denied" || attempt === mostAttempts) return { ...added, left: noEntries };
  }
}

/** The sentinels in a list, those of earlier changes included. */
function sentinelsOf(appList: AppList | undefined): Entries {
  return appList === undefined ? noEntries : { ...noEntries, appBundles: appList.sentinels };
}

/** The sentinels that are left in a list, and the list itself, as far as they are known. */
export interface Cleaned {
  readonly appList: AppList | undefined;
  readonly sentinelsLeft: Entries;
}

/** An API may return 404 for a sentinel that is not in the list any more. */
const invalidOrAbsent: ReadonlySet<number> = new Set([...invalid, 404]);

/** Removes sentinels from a list, also those of earlier changes. The next change removes those that remain. */
export async function removeSentinels(access: ListAccess, { appList, sentinelsLeft }: Cleaned): Promise<Cleaned> {
  const known = union(sentinelsLeft, sentinelsOf(appList));
  const sent = await send({ ...access, onProgress: undefined }, "remove", known, invalidOrAbsent);
  const last = sent.appList ?? appList;
  const isShown = sent.appList?.entries.appBundles !== undefined;
  return { appList: last, sentinelsLeft: isShown ? sentinelsOf(last) : difference(known, sent.acknowledged) };
}
