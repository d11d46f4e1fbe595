import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../list/entry";
import { kinds, type ByKind, type Kind } from "../list/kinds";
import { noEntries, type Entries } from "../list/entries";
import type { ServiceClient } from "../service/client";
import type { Deadline } from "../service/deadline";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import type { Observe } from "../settings/settings";

/** How one list is read and changed. */
export interface ListAccess {
  readonly service: Pick<ServiceClient, "changeAppList" | "readAppList">;
  readonly appListId: number;
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

/** The whole list as the API returned it, or why it could not be read. */
export type Observation =
  | { readonly outcome: "seen"; readonly appList: AppList }
  | { readonly outcome: "notVerified"; readonly reason: string };

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
  return error.code === "REQUEST_REFUSED" && error.method === "PATCH";
}

/**
 * Reads a list as `app-list:observe` prescribes.
 *
 * The API documents no way to read a list, but the response to every change carries the whole list. So by default an app
 * bundle that cannot exist is removed (the probe): that changes nothing and shows everything.
 *
 * @throws {ServiceError} if the request fails, or the list does not exist.
 */
export async function observe(access: ListAccess): Promise<Observation> {
  switch (access.observe) {
    case "off":
      return { outcome: "notVerified", reason: "app-list:observe is off" };
    case "read":
      return read(access);
    case "probe":
      return probe(access);
  }
}

async function read(access: ListAccess): Promise<Observation> {
  try {
    return seen(await access.service.readAppList(access.appListId, { deadline: access.deadline }));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "NOT_FOUND") throw error;
    // The API answers alike for a wrong path and a list that is gone. The probe, whose path is documented, differs.
    const { outcome } = await probe(access);
    const reason = `the API has nothing under the path of app-list:readPath (${error.path})`;
    return {
      outcome: "notVerified",
      reason: outcome === "seen" ? `the list exists, but ${reason}` : `${reason}, and refuses the probe`,
    };
  }
}

async function probe(access: ListAccess): Promise<Observation> {
  const answer = await removeImpossible(access, "appBundles");
  if (answer.outcome === "accepted") return seen(answer.appList);
  const detail = answer.error.detail === undefined ? "" : ` (${answer.error.detail})`;
  return {
    outcome: "notVerified",
    reason:
      `the API refuses to remove an entry that is not in the list, which is how lists are read${detail}. ` +
      "If your API has a read endpoint, set app-list:observe to read and app-list:readPath to its path",
  };
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
  const entries = { ...noEntries, [kind]: new Set([impossible[kind](randomBytes(16).toString("hex"))]) };
  try {
    const options = { deadline: access.deadline, isProbe: true };
    const appList = await access.service.changeAppList(access.appListId, "remove", entries, options);
    return { outcome: "accepted", appList };
  } catch (error) {
    if (!(error instanceof ServiceError) || !isRefusedChange(error) || !isAboutEntries(error)) throw error;
    return { outcome: "refused", error, entries };
  }
}

/** A redirect or a method that is not allowed has nothing to do with the entry. */
function isAboutEntries(error: ServiceError): boolean {
  return error.status === 400 || error.status === 409 || error.status === 410 || error.status === 422;
}

/** Entries that no list contains: reserved names (RFC 2606) if the kind has such, and 128 random bits in any case. */
const impossible: ByKind<(random: string) => string> = {
  appBundles: (random) => `${reservedAppBundlePrefix}x${random}`,
  placementIds: (random) => `0-x${random}`,
  websites: (random) => `x${random}.invalid`,
};

function seen(appList: AppList): Observation {
  return { outcome: "seen", appList };
}
