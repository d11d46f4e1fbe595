import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../list/entry";
import { noEntries, type Action, type Entries } from "../list/entries";
import type { ChangeOptions, ApiClient } from "../api/client";
import type { Deadline } from "../api/deadline";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/schemas";
import { sourceName, type SettingOwner } from "../api/keys";
import type { Observe } from "../api/settings";

export interface ListAccess {
  readonly api: Pick<ApiClient, "changeAppList" | "readAppList" | "wait">;
  readonly appListId: number;
  /** Whose settings these are, for messages that name one. */
  readonly owner: SettingOwner;
  readonly observe: Observe;
  /** The most entries in one request. Default: no limit until the API refuses a request as too large (413). */
  readonly maxEntriesPerRequest?: number;
  readonly deadline: Deadline;
  /** Called after every request of an action. */
  readonly onProgress?: (progress: RequestProgress) => void;
}

/** How many requests of one action were sent. */
export interface RequestProgress {
  /** The number of requests that have a response. */
  readonly sent: number;
  /** The number of requests that follow, if none of them is too large or refused. */
  readonly left: number;
}

/** How a list was read without a change of it. */
export type ReadBy = "probe" | "read";

export interface Seen {
  readonly outcome: "seen";
  readonly appList: AppList;
  /** Undefined if it was read by a sentinel. */
  readonly by?: ReadBy;
  /** The status with which the API refused the probe, so that it took a sentinel. */
  readonly refusal?: number;
}

interface NotVerified {
  readonly outcome: "notVerified";
  readonly reason: string;
  /** The status with which the API refused the probe; undefined if no probe was sent, or a sentinel is refused as well. */
  readonly refusal?: number;
  /** The list as the probe shows it, if there is nothing under the path of the read endpoint. */
  readonly probed?: Seen;
}

export type Observation = Seen | NotVerified;

/** After a 404, before the probe is repeated, in milliseconds: a gateway returns it while an API restarts. */
const pauseBeforeRepeat = 1000;

/** The statuses of refusals that can be about the entries of a request. */
const aboutEntries: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** Other statuses with which an API may refuse to remove an absent entry. Mostly they have nothing to do with entries. */
const possibleRefusals: ReadonlySet<number> = new Set([403, 405, 406, 501]);

/**
 * Whether the change (or the probe) itself was refused. The token request before it can be refused with the same status,
 * which has nothing to do with entries.
 */
export function isRefusedChange(error: ApiError): boolean {
  return (error.code === "REQUEST_REFUSED" || error.code === "NOT_FOUND") && error.method === "PATCH";
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

/**
 * Reads a list as `app-list:observe` prescribes.
 *
 * The API documents no way to read a list, but the response to every change carries the whole list. So by default an app
 * bundle that cannot exist is removed (the probe): that changes nothing and shows everything.
 *
 * @param mayRefuse whether the API may refuse the probe with any status, as it is not known to work for this list.
 * @throws {ApiError} if the request fails.
 */
export async function observe(access: ListAccess, mayRefuse = false): Promise<Observation> {
  switch (access.observe) {
    case "off":
      return { outcome: "notVerified", reason: `${sourceName(access.owner, "observe")} is off` };
    case "read":
      return read(access, mayRefuse);
    case "probe":
      return probe(access, mayRefuse);
  }
}

/**
 * Reads a list as {@link observe}, and by the probe if there is nothing under the path of the read endpoint.
 *
 * @throws {ApiError} if the request fails.
 */
export async function observeOrProbe(access: ListAccess, mayRefuse = false): Promise<Observation> {
  const observation = await observe(access, mayRefuse);
  return (observation.outcome === "notVerified" ? observation.probed : undefined) ?? observation;
}

async function read(access: ListAccess, mayRefuse: boolean): Promise<Observation> {
  try {
    const appList = await access.api.readAppList(access.appListId, { deadline: access.deadline });
    return { outcome: "seen", appList, by: "read" };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "NOT_FOUND") throw error;
    // The API responds alike for a wrong path and a list that is gone. The probe, whose path is documented, differs.
    const probed = await probe(access, mayRefuse);
    const reason = `the API has nothing under the path of ${sourceName(access.owner, "readPath")} (${error.path})`;
    return probed.outcome === "seen"
      ? { outcome: "notVerified", reason: `the list exists, but ${reason}`, probed }
      : { ...probed, reason: `${reason}, and refuses the probe` };
  }
}

async function probe(access: ListAccess, mayRefuse: boolean): Promise<Observation> {
  const first = await probeOnce(access, mayRefuse);
  if (first.outcome === "seen" || first.refusal !== 404) return first;
  await access.api.wait(pauseBeforeRepeat, access.deadline);
  return probeOnce(access, mayRefuse);
}

async function probeOnce(access: ListAccess, mayRefuse: boolean): Promise<Observation> {
  const answer = await attemptChange(access, "remove", impossibleEntry(), true);
  if (answer.outcome === "changed") return { outcome: "seen", appList: answer.appList, by: "probe" };
  const { error } = answer;
  const possible = mayRefuse && possibleRefusals.has(error.status ?? 0) ? error.status : undefined;
  if (!isAboutEntries(error, possible)) throw error;
  return { outcome: "notVerified", reason: describeRefusal(access, error), refusal: error.status };
}

function describeRefusal({ appListId, owner }: ListAccess, { status, detail }: ApiError): string {
  if (status === 404) {
    const reason = detail === undefined ? "" : ` (${detail})`;
    return (
      `the API returns 404${reason} for the request that reads app list ${appListId}: the list does not exist, or the API ` +
      "returns 404 when an entry is not in the list"
    );
  }
  return (
    "the API refuses to remove an entry that is not in the list, which is how lists are read " +
    `(status ${status}${detail === undefined ? "" : `, ${detail}`}). ` +
    `If your API has a read endpoint, set ${sourceName(owner, "observe")} to read and ${sourceName(owner, "readPath")} to its path`
  );
}

export type Answer =
  { readonly outcome: "changed"; readonly appList: AppList } | { readonly outcome: "failed"; readonly error: ApiError };

export async function attemptChange(
  { api, appListId, deadline }: ListAccess,
  action: Action,
  entries: Entries,
  isProbe: ChangeOptions["isProbe"] = false,
): Promise<Answer> {
  try {
    const appList = await api.changeAppList(appListId, action, entries, { deadline, isProbe });
    return { outcome: "changed", appList };
  } catch (error) {
    if (error instanceof ApiError) return { outcome: "failed", error };
    throw error;
  }
}

/** An app bundle that no list contains: a reserved name (RFC 2606) with 128 random bits. */
export function impossibleEntry(): Entries {
  return { ...noEntries, appBundles: new Set([`${reservedAppBundlePrefix}x${randomBytes(16).toString("hex")}`]) };
}
