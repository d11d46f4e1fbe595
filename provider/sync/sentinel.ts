import { noEntries, union, type Action, type Entries } from "../list/entries";
import { formatNames } from "../list/summary";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import {
  impossibleEntry,
  isAboutEntries,
  observe,
  pauseBeforeRepeat,
  type ListAccess,
  type NotVerified,
  type Observation,
} from "./observe";

/** The most times that a sentinel is added whose addition had no known outcome. */
const mostAttempts = 3;

/**
 * Reads a list before a create or an update.
 *
 * Where the API refuses the probe, the response to an addition still shows the whole list. So a sentinel is added, an app
 * bundle that cannot exist, and removed again. Never in a refresh, a preview or a data function: these only read.
 *
 * @throws {ServiceError} if a request fails, or the list does not exist: that is what a 404 to an addition proves.
 */
export async function observeBeforeChange(access: ListAccess): Promise<Observation> {
  const observation = await observe(access);
  if (observation.outcome === "seen" || observation.cause === "off") return observation;
  // Without a read endpoint at app-list:readPath, the probe may still work.
  const probed = access.observe === "read" ? await observe({ ...access, observe: "probe" }) : observation;
  return probed.outcome === "seen" ? probed : observeBySentinel(access, probed);
}

/**
 * Reads a list by a sentinel.
 *
 * @param refused why the list could not be read without one.
 */
export async function observeBySentinel(access: ListAccess, refused: NotVerified): Promise<Observation> {
  for (let attempt = 1; ; attempt += 1) {
    const sentinel = impossibleEntry("appBundles");
    const added = await changeSentinels(access, "add", sentinel);
    if (added.outcome === "failed" && added.error.code === "NOT_FOUND" && attempt === 1) {
      await access.service.wait(pauseBeforeRepeat, access.deadline);
      continue;
    }
    if (added.outcome === "failed" && added.error.code !== "NOT_FOUND" && isAboutEntries(added.error)) {
      return {
        ...refused,
        reason: `${refused.reason}. It refuses to add such an entry as well`,
        cause: "sentinelRefused",
      };
    }
    if (added.outcome === "failed" && (added.error.effect === "none" || added.error.code === "NOT_FOUND")) {
      throw added.error;
    }
    if (added.outcome === "changed" && !mayHoldSentinels(added.appList)) return seen(added.appList, refused);
    // After an addition without a known outcome, or one that was denied, the response to the removal shows the list as well.
    const leftover = added.outcome === "changed" ? sentinelsOf(added.appList) : noEntries;
    const removed = await changeSentinels(access, "remove", union(sentinel, leftover));
    if (removed.outcome === "changed") return seen(removed.appList, refused);
    // One that could not be removed is in this response, and removed at the end of the change.
    if (added.outcome === "changed") return seen(added.appList, refused);
    if (!isAboutEntries(removed.error)) {
      throw added.error.with(
        `The ${formatNames(sentinel)} may be in the list, which the provider added to read it. The next change removes it.`,
      );
    }
    if (added.error.effect === "denied" || attempt === mostAttempts) throw added.error;
  }
}

/** The sentinels in a list, those of earlier changes included. */
export function sentinelsOf({ sentinels }: AppList): Entries {
  return { ...noEntries, appBundles: sentinels };
}

/** The response to the addition or removal of sentinels. */
type Answer =
  | { readonly outcome: "changed"; readonly appList: AppList }
  | { readonly outcome: "failed"; readonly error: ServiceError };

/** Adds or removes sentinels. */
export async function changeSentinels(
  { service, appListId, deadline }: ListAccess,
  action: Action,
  sentinels: Entries,
): Promise<Answer> {
  try {
    return { outcome: "changed", appList: await service.changeAppList(appListId, action, sentinels, { deadline }) };
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
