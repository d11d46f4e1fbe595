import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../list/entry";
import { kinds, type ByKind, type Kind } from "../list/kinds";
import { noEntries, type Entries } from "../list/entries";
import type { ServiceClient } from "../service/client";
import type { Deadline } from "../service/deadline";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import { sourceName, type SettingOwner } from "../settings/keys";
import type { Observe } from "../settings/settings";

/** How one list is read and changed. */
export interface ListAccess {
  readonly service: Pick<
    ServiceClient,
    "changeAppList" | "readAppList" | "requestUnknownPath" | "requestCampaign" | "wait"
  >;
  readonly appListId: number;
  /** Whose settings these are, for messages that name one. */
  readonly owner: SettingOwner;
  readonly observe: Observe;
  /** The most entries in one request. Default: no limit until the API refuses a request as too large (413). */
  readonly maxEntriesPerRequest?: number;
  /** When the operation ends. */
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

/** How a list was read: by the probe, from the read endpoint, or by a sentinel (see {@link observeBeforeChange}). */
export type ReadBy = "probe" | "read" | "sentinel";

/** The whole list as the API returned it. */
interface Seen {
  readonly outcome: "seen";
  readonly appList: AppList;
  readonly by: ReadBy;
  /** Why a sentinel was needed. */
  readonly refused?: NotVerified;
}

/** Why a list could not be read. */
export interface NotVerified {
  readonly outcome: "notVerified";
  readonly reason: string;
  /**
   * "off" by `app-list:observe`; "refused" if the API refuses the request that reads lists; the error itself if that is a
   * 404, which can mean that the list does not exist; "sentinelRefused" if the API refuses a sentinel as well.
   */
  readonly cause: "off" | "refused" | ServiceError | "sentinelRefused";
  /** The status with which the API refuses to remove an absent entry. */
  readonly status?: number | undefined;
}

/** After a 404, before the request is repeated, in milliseconds: a gateway returns it while a service restarts. */
export const pauseBeforeRepeat = 1000;

/** The whole list as the API returned it, or why it could not be read. */
export type Observation = Seen | NotVerified;

/** The 404 that the API returned for the request that reads the list; undefined if it did not. */
export function notFoundError(observation: Observation): ServiceError | undefined {
  return observation.outcome === "notVerified" && observation.cause instanceof ServiceError
    ? observation.cause
    : undefined;
}

/** How the API refuses a request: its status and its reason, without the names of entries. */
export interface Refusal {
  readonly status: number | undefined;
  readonly words: string;
}

/** A refusal without the names of its entries: equal if two entries are refused for the same reason. */
export function refusalOf(error: ServiceError, entries: Entries): Refusal {
  const names = kinds.flatMap((kind) => [...entries[kind]]);
  return { status: error.status, words: error.bodyWithout(names) };
}

/**
 * Whether the change (or the probe) itself was refused. The token request before it can be refused with the same status,
 * which has nothing to do with entries.
 */
export function isRefusedChange(error: ServiceError): boolean {
  return (error.code === "REQUEST_REFUSED" || error.code === "NOT_FOUND") && error.method === "PATCH";
}

/** Whether a refusal can be about the entries. A redirect or a method that is not allowed has nothing to do with them. */
export function isAboutEntries(error: ServiceError): boolean {
  return isRefusedChange(error) && [400, 404, 409, 410, 422].includes(error.status ?? 0);
}

/** Whether a refusal can be about the entries as {@link isAboutEntries}, or since the probe was refused in the same way. */
export function isRefusedAlike(error: ServiceError, { status }: NotVerified): boolean {
  return isAboutEntries(error) || (status !== undefined && error.status === status);
}

/** Other statuses with which an API may refuse to remove an absent entry. Mostly they have nothing to do with entries. */
const possibleRefusals: ReadonlySet<number | undefined> = new Set([403, 405, 406, 501]);

/**
 * Reads a list of which it is not known whether the probe can read it: the API may refuse that with any status.
 *
 * @param readBefore how this list was read when that last worked. If the probe has worked, the API does not refuse it.
 * @throws {ServiceError} if the request fails.
 */
export async function observeAfter(access: ListAccess, readBefore: ReadBy | undefined): Promise<Observation> {
  try {
    return await observe(access);
  } catch (error) {
    if (readBefore === "probe" || !(error instanceof ServiceError)) throw error;
    if (error.method !== "PATCH" || !possibleRefusals.has(error.status)) throw error;
    const status = `status ${error.status}`;
    return probeRefused(access, error, error.detail === undefined ? status : `${status}, ${error.detail}`);
  }
}

/**
 * Reads a list as `app-list:observe` prescribes.
 *
 * The API documents no way to read a list, but the response to every change carries the whole list. So by default an app
 * bundle that cannot exist is removed (the probe): that changes nothing and shows everything.
 *
 * @throws {ServiceError} if the request fails.
 */
export async function observe(access: ListAccess): Promise<Observation> {
  switch (access.observe) {
    case "off":
      return { outcome: "notVerified", reason: `${sourceName(access.owner, "observe")} is off`, cause: "off" };
    case "read":
      return read(access);
    case "probe":
      return probe(access);
  }
}

async function read(access: ListAccess): Promise<Observation> {
  try {
    const appList = await access.service.readAppList(access.appListId, { deadline: access.deadline });
    return { outcome: "seen", appList, by: "read" };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "NOT_FOUND") throw error;
    // The API responds alike for a wrong path and a list that is gone. The probe, whose path is documented, differs.
    const probed = await probe(access);
    const reason = `the API has nothing under the path of ${sourceName(access.owner, "readPath")} (${error.path})`;
    if (probed.outcome === "seen") {
      return { outcome: "notVerified", reason: `the list exists, but ${reason}`, cause: "refused" };
    }
    return { outcome: "notVerified", reason: `${reason}, and refuses the probe`, cause: probed.cause };
  }
}

async function probe(access: ListAccess): Promise<Observation> {
  const answer = await removeImpossible(access, "appBundles");
  if (answer.outcome === "accepted") return { outcome: "seen", appList: answer.appList, by: "probe" };
  const { error } = answer;
  if (error.code === "NOT_FOUND") {
    return {
      outcome: "notVerified",
      reason:
        `the API returns 404${inParentheses(error.detail)} for the request that reads app list ${access.appListId}: the list does not exist, ` +
        "or the API returns 404 when an entry is not in the list",
      cause: error,
    };
  }
  return probeRefused(access, error, error.detail);
}

function probeRefused(
  { owner }: Pick<ListAccess, "owner">,
  { status }: ServiceError,
  detail: string | undefined,
): NotVerified {
  return {
    outcome: "notVerified",
    reason:
      `the API refuses to remove an entry that is not in the list, which is how lists are read${inParentheses(detail)}. ` +
      `If your API has a read endpoint, set ${sourceName(owner, "observe")} to read and ${sourceName(owner, "readPath")} to its path`,
    cause: "refused",
    status,
  };
}

function inParentheses(detail: string | undefined): string {
  return detail === undefined ? "" : ` (${detail})`;
}

/**
 * How the API refuses to remove an absent entry of a kind; undefined if it does not refuse it, or `app-list:observe` is
 * off. Another refusal that equals it means "not in the list" as well.
 *
 * @throws {ServiceError} if the request fails.
 */
export async function refusalOfAbsent(access: ListAccess, kind: Kind): Promise<Refusal | undefined> {
  if (access.observe === "off") return undefined;
  const answer = await removeImpossible(access, kind);
  return answer.outcome === "accepted" ? undefined : refusalOf(answer.error, answer.entries);
}

/** The response to the removal of an entry that no list contains. It changes nothing. */
type ProbeAnswer =
  | { readonly outcome: "accepted"; readonly appList: AppList }
  | { readonly outcome: "refused"; readonly error: ServiceError; readonly entries: Entries };

async function removeImpossible(access: ListAccess, kind: Kind): Promise<ProbeAnswer> {
  const entries = impossibleEntry(kind);
  try {
    const options = { deadline: access.deadline, isProbe: true };
    const appList = await access.service.changeAppList(access.appListId, "remove", entries, options);
    return { outcome: "accepted", appList };
  } catch (error) {
    if (!(error instanceof ServiceError) || !isAboutEntries(error)) throw error;
    return { outcome: "refused", error, entries };
  }
}

/** An entry that no list contains, with 128 random bits. */
export function impossibleEntry(kind: Kind): Entries {
  return { ...noEntries, [kind]: new Set([impossible[kind](randomBytes(16).toString("hex"))]) };
}

/** Reserved names (RFC 2606), if the kind has such. */
const impossible: ByKind<(random: string) => string> = {
  appBundles: (random) => `${reservedAppBundlePrefix}x${random}`,
  placementIds: (random) => `0-x${random}`,
  websites: (random) => `x${random}.invalid`,
};

/** The result of a request; undefined if it failed, when an earlier failure is the reason to report. */
export async function ifReached<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
