import { isEmpty, type Action, type Entries } from "../list/entries";
import { forbiddenEntries, type Permit } from "../list/permit";
import { describeEntries } from "../list/summary";
import type { ApiClient } from "../api/client";
import type { Deadline } from "../api/deadline";
import { ApiError } from "../api/errors";
import type { SettingOwner } from "../api/keys";
import type { AppList } from "../api/app-list";
import type { Meaning } from "../api/meaning";
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
  narrowedRefusals: 32,
  /**
   * Sending ends after this number of refused requests if none was accepted: the entries are hardly the reason then.
   */
  futileRequests: 16,
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
  readonly policy: SyncPolicy;
  readonly deadline: Deadline;
  /**
   * Called before each request of a change except the first, with the numbers of requests that were sent and that
   * remain.
   */
  readonly onProgress?: (sent: number, left: number) => void;
}

/**
 * Sends one request that changes a list, unless it must not name one of these entries: the last filter, after all
 * plans.
 *
 * @returns the list after it, or the error of the API.
 */
export async function sendOne(
  { api, appListId, deadline, permit }: ListAccess,
  action: Action,
  entries: Entries,
  purpose: "change" | "probe" = "change",
): Promise<AppList | ApiError> {
  const forbidden = forbiddenEntries(permit, action, entries);
  if (!isEmpty(forbidden)) return internalError(appListId, action, forbidden);
  try {
    return await api.changeAppList(appListId, action, entries, deadline, purpose);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The error that replaces a request with forbidden entries. */
export function internalError(appListId: number, action: Action, forbidden: Entries): ApiError {
  const reason = action === "add" ? "the program does not declare" : "this resource must not remove";
  const request = `a request to ${action} ${describeEntries(forbidden)}`;
  const problem = `The provider did not send ${request}, because ${reason} these entries.`;
  const advice = ["This is a defect of pulumi-app-list: report it with this message."];
  const path = `/v1/app_list/${appListId}/${action}`;
  return new ApiError("internal", { problem, advice }, { effect: "none", method: "PATCH", path });
}

const refusesEntries = new Set<Meaning>(["conflict", "aboutEntries"]);

/** The ways in which an API may refuse to remove an absent entry. */
export const refusesAbsence = new Set<Meaning>([...refusesEntries, "absent", "unsupported", "notImplemented"]);

/**
 * Whether a request was refused because of its entries.
 *
 * @param refusal the status with which the API refused the probe. A removal with this status is refused because an
 *   entry is absent.
 */
export function isAboutEntries({ meaning, status }: ApiError, refusal?: number): boolean {
  return refusesEntries.has(meaning) || (refusesAbsence.has(meaning) && status === refusal);
}
