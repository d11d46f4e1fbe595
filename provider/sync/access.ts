import { difference, isEmpty, noEntries, type Action, type Entries } from "../list/entries";
import { byKind, type Kind } from "../list/kinds";
import { judgeRequest, namedEntries, type Permit } from "../list/permit";
import { formatCounts } from "../list/summary";
import type { ApiClient } from "../api/client";
import type { Deadline } from "../api/deadline";
import { ApiError } from "../api/errors";
import type { SettingOwner } from "../api/keys";
import type { AppList } from "../api/app-list";
import type { Observe } from "../api/settings";

/** All waits, rounds and limits of a change. All times are in milliseconds. */
export const defaultSyncPolicy = {
  /** The most rounds of observe, plan, send and verify. */
  rounds: 4,
  /** The most reads of the list after a request without a known outcome. */
  readsAfterUnknownOutcome: 2,
  /** The longest delay before each of these reads. */
  maxReadDelay: 60_000,
  /** The largest share of the time until the deadline that such a delay takes. */
  maxShareOfRemainingTime: 1 / 4,
  /** The most entries in one request. By default the API sets the limit: it refuses a larger request with 413. */
  maxEntriesPerRequest: Number.POSITIVE_INFINITY,
  /** The most refused requests whose entries are sent again in halves, to find the refused entries. */
  narrowedRefusals: 60,
  /** After this number of refused requests for one entry of a kind that is not read, additions name all entries. */
  refusedReads: 3,
  /**
   * Sending ends after this number of refused requests if none was accepted: the entries are hardly the reason then.
   */
  futileRequests: 20,
  /** The delay before a refused request is repeated, if the refusal may be temporary. */
  repeatDelay: 1000,
};

export type SyncPolicy = Readonly<typeof defaultSyncPolicy>;

export interface ListAccess {
  readonly api: Pick<ApiClient, "changeAppList" | "readAppList" | "wait">;
  readonly appListId: number;
  /** Whose settings these are, for messages that name one. */
  readonly owner: SettingOwner;
  readonly observe: Observe;
  /** The entries that requests may name. */
  readonly permit: Permit;
  /**
   * Returns the entries that the resources of the run declare for the list so far. May contain those of this resource.
   *
   * @param removing the entries of the next removal request. They are noted first. So if another resource declares one
   *   of them, its declaration is in the result, or it knows that the entry may be removed.
   */
  readonly declaredElsewhere: (removing: Entries) => Entries;
  readonly policy: SyncPolicy;
  readonly deadline: Deadline;
}

/** A request that was sent: its entries, the list after it or the error of the API, and its duration in milliseconds. */
export type Exchange = NonNullable<Awaited<ReturnType<typeof sendOne>>>;

/**
 * Sends one request that changes a list, as far as the last filter permits it, whatever was planned.
 *
 * @returns undefined if nothing was sent, because other resources declare all entries that it removes.
 */
export async function sendOne(
  { api, appListId, deadline, permit, declaredElsewhere }: ListAccess,
  action: Action,
  all: Entries,
  purpose: "change" | "probe" = "change",
) {
  const removing = action === "add" ? noEntries : namedEntries(all);
  const elsewhere = isEmpty(removing) ? noEntries : declaredElsewhere(removing);
  const { spared, forbidden } = judgeRequest(permit, action, all, elsewhere);
  const entries = difference(all, spared);
  if (isEmpty(entries)) return undefined;
  if (!isEmpty(forbidden)) return { entries, response: internalError(appListId, action, forbidden), elapsed: 0 };
  const { remaining } = deadline;
  const appList = await api.changeAppList(appListId, action, entries, deadline, purpose).catch(asApiError);
  const response = action === "remove" || appList instanceof ApiError ? appList : withoutEmptied(appList, entries);
  return { entries, response, elapsed: remaining - deadline.remaining };
}

/** The error that replaces a request with forbidden entries. They can be secret. */
export function internalError(appListId: number, action: Action, forbidden: Entries): ApiError {
  const reason = action === "add" ? "the program does not declare" : "this resource must not remove";
  const request = `a request to ${action} ${formatCounts(forbidden)}`;
  const problem = `The provider did not send ${request}, because ${reason} these entries.`;
  const advice = ["This is a defect of pulumi-app-list: report it with this message."];
  const path = `/v1/app_list/${appListId}/${action}`;
  return new ApiError("internal", { problem, advice }, { effect: "none", method: "PATCH", path });
}

/** If the response to an addition shows an added kind as empty, it shows nothing of it: an API may never fill a member. */
function withoutEmptied(appList: AppList, added: Entries): AppList {
  const { entries, sentinels } = appList;
  const isEmptied = (kind: Kind): boolean =>
    added[kind].size > 0 && entries[kind]?.size === 0 && (kind !== "appBundles" || sentinels.size === 0);
  return { ...appList, entries: byKind((kind) => (isEmptied(kind) ? undefined : entries[kind])) };
}

/** @throws {unknown} everything else. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
