import type { Action, Entries } from "../list/entries";
import type { ApiClient } from "../api/client";
import type { Deadline } from "../api/deadline";
import { ApiError } from "../api/errors";
import type { SettingOwner } from "../api/keys";
import type { AppList } from "../api/app-list";
import type { Observe } from "../api/settings";
import type { ShownKinds } from "./shown-kinds";

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
  /** The most requests that find refused entries, after the first refusal. */
  isolationRequests: 64,
  /** The delay before a probe is repeated after a 404, which a gateway returns while a service restarts. */
  probeDelay: 1000,
  /** The most sentinels that are added if the additions have no known outcome. */
  maxSentinels: 3,
};

export type SyncPolicy = Readonly<typeof defaultSyncPolicy>;

export interface ListAccess {
  readonly api: Pick<ApiClient, "changeAppList" | "readAppList" | "wait">;
  readonly appListId: number;
  /** Whose settings these are, for messages that name one. */
  readonly owner: SettingOwner;
  readonly observe: Observe;
  /** The forms of responses that have shown each kind of the list. Default: none. */
  readonly shown?: ShownKinds | undefined;
  readonly policy: SyncPolicy;
  readonly deadline: Deadline;
  /** Called after every request of an action. */
  readonly onProgress?: ((progress: RequestProgress) => void) | undefined;
}

/** How many requests of one action were sent. */
export interface RequestProgress {
  /** The number of requests that have a response. */
  readonly sent: number;
  /** The number of requests that follow, if none of them is too large or refused. */
  readonly left: number;
}

/**
 * Sends one request that changes a list.
 *
 * @returns the list after it, or the error of the API.
 */
export async function sendOne(
  { api, appListId, deadline }: ListAccess,
  action: Action,
  entries: Entries,
  isProbe = false,
): Promise<AppList | ApiError> {
  try {
    return await api.changeAppList(appListId, action, entries, { deadline, isProbe });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The statuses for a request with an invalid entry. */
export const invalid: ReadonlySet<number> = new Set([400, 422]);

/** The statuses of refusals that can be about the entries of a request: one may also be absent, or present already. */
export const aboutEntries: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/**
 * Whether the change (or the probe) itself was refused. The token request before it can be refused with the same status,
 * which has nothing to do with entries.
 */
export function isRefusedChange({ code, method }: ApiError): boolean {
  return (code === "REQUEST_REFUSED" || code === "NOT_FOUND") && method === "PATCH";
}

/**
 * Whether a refusal can be about the entries. A redirect or a method that is not allowed has nothing to do with them,
 * unless the API refused the probe with the same status.
 */
export function isAboutEntries(error: ApiError, refusal?: number): boolean {
  const { method, status } = error;
  if (method !== "PATCH" || status === undefined) return false;
  return status === refusal || (isRefusedChange(error) && aboutEntries.has(status));
}
