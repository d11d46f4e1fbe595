import { isDeepStrictEqual } from "node:util";
import { result, unverified, type CheckResult } from "./check-result";
import { formatKindCount, kinds, kindName } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { ServiceError } from "../../service/errors";
import type { AppList } from "../../service/schemas";
import type { Observe, Settings } from "../../settings/settings";
import type { Observation } from "../../sync/observe";
import { listFacts } from "../list-facts";
import { withService } from "../with-service";
import type { Terminal } from "../terminal";

/** The result of one way to read a list. */
interface Attempt {
  readonly appList?: AppList;
  readonly failure?: ServiceError;
  /** Why the API did not show the list. */
  readonly reason?: string;
  /** Whether that was a 404: the list may not exist. */
  readonly isNotFound?: boolean;
}

/** The results for a list, and its responses. */
export interface ListCheck {
  readonly results: readonly CheckResult[];
  /** The response to the probe. */
  readonly probed: AppList | undefined;
  /** The response of the read endpoint. */
  readonly read: AppList | undefined;
}

/**
 * Reads a list with the probe and, if `app-list:readPath` is set, from the read endpoint, whatever `app-list:observe`
 * is. Nothing is added, and only the entry of the probe is removed, which cannot exist.
 */
export async function checkList(settings: Settings, appListId: number, terminal: Terminal): Promise<ListCheck> {
  const { observe } = await import("../../sync/observe.js");
  const { readPath } = settings;
  return withService(settings, terminal, async (service, deadline) => {
    const attempt = (way: Observe) => settle(observe({ service, appListId, owner: settings, observe: way, deadline }));
    const probe = await attempt("probe");
    const read = readPath === undefined ? undefined : await attempt("read");
    const results = [
      describeProbe(probe, readPath, read?.appList !== undefined),
      ...(read === undefined ? [] : [describeRead(read, probe.appList)]),
      ...describeList(appListId, fullerResponse(probe.appList, read?.appList)),
    ];
    return { results, probed: probe.appList, read: read?.appList };
  });
}

async function settle(observation: Promise<Observation>): Promise<Attempt> {
  try {
    const observed = await observation;
    if (observed.outcome === "seen") return { appList: observed.appList };
    return { reason: observed.reason, isNotFound: observed.refusal === 404 };
  } catch (error) {
    if (error instanceof ServiceError) return { failure: error };
    throw error;
  }
}

function describeProbe(
  { appList, failure, reason, isNotFound = false }: Attempt,
  readPath: string | undefined,
  isRead: boolean,
): CheckResult {
  const check = "probe";
  if (failure !== undefined) return result("error", check, failure.message);
  const works = "The probe works: removing an entry that cannot exist returns the list.";
  if (appList !== undefined) return result("ok", check, works);
  const message = `The probe does not work: ${reason}.`;
  const remedy =
    "`pulumi config set app-list:readPath <path with {id}>`, then run this command again. Without a read endpoint, drift is not verified.";
  const next = readPath === undefined ? remedy : undefined;
  if (!isNotFound || isRead) return result("warning", check, message, next);
  const checkId = "Check the ID of the app list and app-list:baseUrl.";
  return result("error", check, message, next === undefined ? checkId : `${checkId} If both are right: ${next}`);
}

function describeRead({ appList, failure, reason }: Attempt, probed: AppList | undefined): CheckResult {
  const check = "readEndpoint";
  if (appList === undefined) {
    const message = `The read endpoint does not work: ${failure?.message ?? `${reason}.`}`;
    const next = "Set the right path: `pulumi config set app-list:readPath <path with {id}>`.";
    return result("warning", check, message, next);
  }
  if (probed === undefined || agree(appList, probed)) return result("ok", check, "The read endpoint works.");
  const message = "The read endpoint and the probe return different entries.";
  const next =
    "Run this command again. If nobody else changes the list, use the probe and ask the operator of the API.";
  return result("warning", check, message, next);
}

/** Whether two responses agree about the kinds that both show. */
function agree(one: AppList, other: AppList): boolean {
  return kinds.every((kind) => {
    const [first, second] = [one.entries[kind], other.entries[kind]];
    return first === undefined || second === undefined || isDeepStrictEqual(first, second);
  });
}

/** The response that shows more kinds; the response to the probe if both show the same kinds. */
function fullerResponse(probed: AppList | undefined, read: AppList | undefined): AppList | undefined {
  return probed === undefined || (read !== undefined && showsMore(read, probed)) ? read : probed;
}

/** Whether one response shows a kind of entries that the other does not. */
export function showsMore(one: AppList, other: AppList): boolean {
  return kinds.some((kind) => one.entries[kind] !== undefined && other.entries[kind] === undefined);
}

function describeList(appListId: number, appList: AppList | undefined): readonly CheckResult[] {
  if (appList === undefined)
    return [unverified("entries", `the entries of app list ${appListId}, and whether campaigns use it.`)];
  const { name, hasAssociatedCampaigns, notVerified } = listFacts(appList);
  const counts = kinds.flatMap((kind) => {
    const listed = appList.entries[kind];
    return listed === undefined ? [] : [formatKindCount(kind, listed.size)];
  });
  const shown = counts.length === 0 ? "no entries" : new Intl.ListFormat("en").format(counts);
  const assumption = "The provider assumes that they are as the program declared them.";
  return [
    result("ok", "entries", `The response for ${nameList(appListId, name)} shows ${shown}.`),
    ...notVerified.map((kind) => unverified(kind, `the response does not show ${kindName(kind, 0)}. ${assumption}`)),
    hasAssociatedCampaigns === undefined
      ? unverified("associatedCampaigns", "the response does not show whether campaigns use the list.")
      : result("ok", "associatedCampaigns", `${hasAssociatedCampaigns ? "Campaigns" : "No campaigns"} use the list.`),
  ];
}
