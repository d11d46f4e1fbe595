import { difference, isEmpty, noEntries, union, type Action, type Entries } from "../list/entries";
import { formatNames } from "../list/summary";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import {
  impossibleEntry,
  isAboutEntries,
  isRefusedAlike,
  observeAfter,
  pauseBeforeRepeat,
  type ListAccess,
  type NotVerified,
  type Observation,
  type ReadBy,
} from "./observe";
import { send } from "./send";
import { invalidOrAbsent } from "./sent";

/** The most times that a sentinel is added whose addition had no known outcome. */
const mostAttempts = 3;

/**
 * Reads a list before a create or an update.
 *
 * If the API refuses the probe, the response to an addition still shows the whole list. So a sentinel is added, an app
 * bundle that cannot exist, and removed again. Never in a refresh, a preview or a data function: these only read.
 *
 * @param readBefore how this list was read when that last worked.
 * @throws {ServiceError} if a request fails, or the list does not exist: that is what a 404 to an addition proves.
 */
export async function observeBeforeChange(access: ListAccess, readBefore?: ReadBy): Promise<Observation> {
  const observation = await observeAfter(access, readBefore);
  if (observation.outcome === "seen" || observation.cause === "off") return observation;
  // Without a read endpoint at app-list:readPath, the probe may still work.
  const probed =
    access.observe === "read" ? await observeAfter({ ...access, observe: "probe" }, readBefore) : observation;
  if (probed.outcome === "seen") return probed;
  const bySentinel = await observeBySentinel(access, probed);
  if (bySentinel.outcome !== "failed") return bySentinel;
  const { error, left } = bySentinel;
  if (isEmpty(left)) throw error;
  throw error.with(
    `It is not known whether the list contains the ${formatNames(left)}, which the provider added to read it. The next change removes it.`,
  );
}

/** The list could not be read by a sentinel, which may be in the list now. */
interface SentinelFailed {
  readonly outcome: "failed";
  readonly error: ServiceError;
  readonly left: Entries;
}

/**
 * Reads a list by a sentinel.
 *
 * @param refused why the list could not be read without one.
 */
export async function observeBySentinel(
  access: ListAccess,
  refused: NotVerified,
): Promise<Observation | SentinelFailed> {
  for (let attempt = 1; ; attempt += 1) {
    const sentinel = impossibleEntry("appBundles");
    const added = await changeSentinel(access, "add", sentinel);
    if (added.outcome === "changed") {
      if (!mayHoldSentinels(added.appList)) return seen(added.appList, refused);
    } else if (access.deadline.isCanceled && added.error.effect === "denied") {
      // Nothing can verify the denial any more.
      return { outcome: "failed", error: added.error.canceled(), left: sentinel };
    } else if (added.error.code === "NOT_FOUND") {
      if (attempt > 1) return { ...added, left: noEntries };
      await access.service.wait(pauseBeforeRepeat, access.deadline);
      continue;
    } else if (isRefusedAlike(added.error, refused)) {
      return {
        ...refused,
        reason: `${refused.reason}. It refuses to add such an entry as well`,
        cause: "sentinelRefused",
      };
    } else if (added.error.effect === "none") {
      return { ...added, left: noEntries };
    }
    // After an addition without a known outcome, or one that was denied, the response to the removal shows the list as well.
    const removed = await changeSentinel(access, "remove", sentinel);
    if (removed.outcome === "changed") return seen(removed.appList, refused);
    // One that could not be removed is in this response, and removed at the end of the change.
    if (added.outcome === "changed") return seen(added.appList, refused);
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

/** Removes sentinels from a list, also those of earlier changes. The next change removes those that remain. */
export async function removeSentinels(access: ListAccess, { appList, sentinelsLeft }: Cleaned): Promise<Cleaned> {
  const known = union(sentinelsLeft, sentinelsOf(appList));
  const sent = await send({ ...access, onProgress: undefined }, "remove", known, invalidOrAbsent);
  const last = sent.appList ?? appList;
  const isShown = sent.appList?.entries.appBundles !== undefined;
  return { appList: last, sentinelsLeft: isShown ? sentinelsOf(last) : difference(known, sent.acknowledged) };
}

/** The response to the addition or removal of a sentinel. */
type Answer =
  | { readonly outcome: "changed"; readonly appList: AppList }
  | { readonly outcome: "failed"; readonly error: ServiceError };

async function changeSentinel(
  { service, appListId, deadline }: ListAccess,
  action: Action,
  sentinel: Entries,
): Promise<Answer> {
  try {
    return { outcome: "changed", appList: await service.changeAppList(appListId, action, sentinel, { deadline }) };
  } catch (error) {
    if (error instanceof ServiceError) return { outcome: "failed", error };
    throw error;
  }
}

/** Whether a sentinel is in the list, or may be there since the API does not show app bundles. */
function mayHoldSentinels({ entries, sentinels }: AppList): boolean {
  return entries.appBundles === undefined || sentinels.size > 0;
}

function seen(appList: AppList, refused: NotVerified): Observation {
  return { outcome: "seen", appList, by: "sentinel", refused };
}
