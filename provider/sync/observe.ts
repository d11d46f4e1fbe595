import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../list/entry";
import { kinds, type ByKind, type Kind } from "../list/kinds";
import { noEntries, type Entries } from "../list/entries";
import type { ServiceClient } from "../service/client";
import type { Deadline } from "../service/deadline";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import type { Observe } from "../settings/settings";

/** What can be done with one list of the service. */
export interface ListAccess {
  readonly service: Pick<ServiceClient, "changeAppList" | "readAppList">;
  readonly appListId: number;
  readonly observe: Observe;
  /** Most entries in one request; without it the service's own limit is found by its answers (413). */
  readonly maxEntriesPerRequest?: number;
  /** When the operation ends. */
  readonly deadline: Deadline;
  /** Is told after every request with which one action is sent. */
  readonly onProgress?: (progress: RequestProgress) => void;
}

/** How far the sending of one action has come. */
export interface RequestProgress {
  /** How many requests were answered. */
  readonly sent: number;
  /** How many more there will be, if none of them is too large or refused. */
  readonly left: number;
}

/** The whole list as the service shows it, or why it could not be seen. */
export type Observation =
  | { readonly outcome: "seen"; readonly appList: AppList }
  | { readonly outcome: "notVerified"; readonly reason: string };

/** How the service refuses a request: its status and its words, with the names of entries taken out. */
export interface Refusal {
  readonly status: number | undefined;
  readonly words: string;
}

/** What a refusal says, whichever entries it is about: to tell whether two entries are refused for the same reason. */
export function refusalOf(error: ServiceError, entries: Entries): Refusal {
  const names = kinds.flatMap((kind) => [...entries[kind]]);
  return { status: error.status, words: error.bodyWithout(names) };
}

/**
 * Whether it is the change (or the probe) itself that was refused. The token call that comes before it can be refused with
 * the same status, and that says nothing about entries.
 */
export function isRefusedChange(error: ServiceError): boolean {
  return error.code === "REQUEST_REFUSED" && error.method === "PATCH";
}

/**
 * Looks at what a list holds, in the way that `app-list:observe` says.
 *
 * The service documents no way to read a list, but answers every change with the whole list. So by default an app
 * bundle that cannot exist is removed (the probe): that changes nothing and shows everything.
 *
 * @throws {ServiceError} where the service cannot be asked, or does not know the list.
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
    // A wrong path and a list that is gone are answered alike. The probe, whose path is documented, tells them apart.
    await probe(access);
    return {
      outcome: "notVerified",
      reason: `the service has the list, but nothing under the path of app-list:readPath (${error.path})`,
    };
  }
}

async function probe(access: ListAccess): Promise<Observation> {
  const answer = await removeImpossible(access, "appBundles");
  if (answer.outcome === "accepted") return seen(answer.appList);
  const said = answer.error.detail === undefined ? "" : ` (${answer.error.detail})`;
  return {
    outcome: "notVerified",
    reason:
      `the service refuses to remove an entry that is not in the list, which is how lists are read${said}. ` +
      "If your service can read a list, set app-list:observe to read and app-list:readPath to its path",
  };
}

/**
 * How the service refuses to remove an entry of a kind that is not in the list; undefined where it does not refuse it, or
 * `app-list:observe` is off. Compared with another refusal, it tells whether that one says "not in the list" as well.
 *
 * @throws {ServiceError} where the service cannot be asked.
 */
export async function absenceOf(access: ListAccess, kind: Kind): Promise<Refusal | undefined> {
  if (access.observe === "off") return undefined;
  const answer = await removeImpossible(access, kind);
  return answer.outcome === "accepted" ? undefined : refusalOf(answer.error, answer.entries);
}

/** What the service answers to the removal of an entry that no list holds: nothing changes by it. */
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

/** A redirect or a method that is not allowed says nothing about the entry that was to be removed. */
function isAboutEntries(error: ServiceError): boolean {
  return error.status === 400 || error.status === 409 || error.status === 410 || error.status === 422;
}

/** Entries that no list holds: names that are reserved (RFC 2606) where there are such, and 128 random bits in any case. */
const impossible: ByKind<(random: string) => string> = {
  appBundles: (random) => `${reservedAppBundlePrefix}x${random}`,
  placementIds: (random) => `0-x${random}`,
  websites: (random) => `x${random}.invalid`,
};

function seen(appList: AppList): Observation {
  return { outcome: "seen", appList };
}
