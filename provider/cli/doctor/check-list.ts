import { isDeepStrictEqual } from "node:util";
import { unverified, type CheckResult } from "./check-result";
import { formatKindCount, kinds, kindName } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { ServiceError } from "../../service/errors";
import type { AppList } from "../../service/schemas";
import type { Observe, Settings } from "../../settings/settings";
import type { Observation } from "../../sync/observe";
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
    return { reason: observed.reason, isNotFound: observed.cause instanceof ServiceError };
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
  if (failure !== undefined) return { check, status: "error", message: failure.message };
  if (appList !== undefined) {
    return { check, status: "ok", message: "The probe works: removing an entry that cannot exist returns the list." };
  }
  const message = `The probe does not work: ${reason}.`;
  const remedy =
    readPath === undefined
      ? "`pulumi config set app-list:readPath <path with {id}>`, then run this command again. Without a read endpoint, drift is not verified."
      : undefined;
  if (!isNotFound || isRead) return { check, status: "warning", message, next: remedy };
  const checkId = "Check the ID of the app list and app-list:baseUrl.";
  return {
    check,
    status: "error",
    message,
    next: remedy === undefined ? checkId : `${checkId} If both are right: ${remedy}`,
  };
}

function describeRead({ appList, failure, reason }: Attempt, probed: AppList | undefined): CheckResult {
  const check = "readEndpoint";
  if (appList === undefined) {
    const message = `The read endpoint does not work: ${failure?.message ?? `${reason}.`}`;
    return {
      check,
      status: "warning",
      message,
      next: "Set the right path: `pulumi config set app-list:readPath <path with {id}>`.",
    };
  }
  if (probed === undefined || agree(appList, probed)) {
    return { check, status: "ok", message: "The read endpoint works." };
  }
  return {
    check,
    status: "warning",
    message: "The read endpoint and the probe return different entries.",
    next: "Run this command again. If nobody else changes the list, use the probe and ask the operator of the API.",
  };
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
  const { entries, name, hasAssociatedCampaigns } = appList;
  const counts = kinds.flatMap((kind) => {
    const listed = entries[kind];
    return listed === undefined ? [] : [formatKindCount(kind, listed.size)];
  });
  const hidden = kinds.filter((kind) => entries[kind] === undefined);
  const shown = new Intl.ListFormat("en").format(counts);
  const message = `The response for ${nameList(appListId, name)} shows ${shown === "" ? "no entries" : shown}.`;
  return [
    { check: "entries", status: "ok", message },
    ...hidden.map((kind) =>
      unverified(
        kind,
        `the response does not show ${kindName(kind, 0)}. The provider assumes that they are as the program declared them.`,
      ),
    ),
    hasAssociatedCampaigns === undefined
      ? unverified("associatedCampaigns", "the response does not show whether campaigns use the list.")
      : {
          check: "associatedCampaigns",
          status: "ok",
          message: hasAssociatedCampaigns ? "Campaigns use the list." : "No campaigns use the list.",
        },
  ];
}
