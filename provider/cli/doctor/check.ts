import * as z from "zod";
import { formatKindCount, kindName, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { ApiError } from "../../api/errors";
import { sourceName } from "../../api/keys";
import { SettingsError, type Settings } from "../../api/settings";
import { defaultSyncPolicy } from "../../sync/access";
import type { Observation } from "../../sync/observe";
import type { ResultOf } from "../json";
import { listFacts } from "../list-facts";
import type { Terminal } from "../terminal";
import { withService } from "../with-service";

export const checkSchema = z.object({
  check: z.string().describe("The name of the check, which does not change."),
  status: z
    .enum(["ok", "warning", "error", "notVerified"])
    .describe("notVerified: the API did not show it, or an earlier check failed."),
  message: z.string().describe("The result, in sentences."),
  next: z.string().optional().describe("What to do about it, as a sentence."),
});

export type CheckResult = ResultOf<typeof checkSchema>;

type Report = (check: string, status: CheckResult["status"], message: string, next?: string) => void;

/**
 * Checks the settings, the connection and the login and, if its ID is given, whether a list can be read. Ends at the first
 * error: many failed logins can lock an account.
 */
export async function checkAccount(
  settings: Settings | SettingsError,
  appListId: number | undefined,
  terminal: Terminal,
  report: Report,
): Promise<void> {
  if (settings instanceof SettingsError) {
    for (const problem of settings.problems) report("settings", "error", problem);
    return;
  }
  report("settings", "ok", "The settings are complete.");
  await withService(settings, terminal, async (api, deadline) => {
    const failure = await failureOf(api.login());
    if (failure !== undefined && failure.status === undefined) return report("connection", "error", failure.message);
    report("connection", "ok", `${settings.baseUrl} responds.`);
    if (failure !== undefined) return report("login", "error", failure.message);
    report("login", "ok", "The API accepts the credentials.");
    if (appListId === undefined) return;
    const { observe } = await import("../../sync/observe.js");
    const observing = observe({
      api,
      appListId,
      owner: settings,
      observe: settings.observe,
      policy: defaultSyncPolicy,
      deadline,
    });
    const refusal = await failureOf(observing);
    if (refusal !== undefined) return report("list", "error", refusal.message);
    describeList(settings, appListId, await observing, report);
  });
}

/** The error of the API with which a request fails; undefined if it succeeds. */
async function failureOf(request: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function describeList(settings: Settings, appListId: number, observation: Observation, report: Report): void {
  if (observation.outcome === "notVerified") {
    const message = `App list ${appListId} cannot be read: ${observation.reason}.`;
    const observe = sourceName(settings, "observe");
    if (observation.refusal === 404) {
      return report("list", "error", message, `Check the ID of the app list and ${sourceName(settings, "baseUrl")}.`);
    }
    const next = `Set ${observe} to probe, or to read with the right ${sourceName(settings, "readPath")}.`;
    return report("list", "warning", message, settings.observe === "probe" ? undefined : next);
  }
  const { appList, by } = observation;
  const { name, hasAssociatedCampaigns, notVerified } = listFacts(appList);
  const counts = kinds.flatMap((kind) => {
    const entries = appList.entries[kind];
    return entries === undefined ? [] : [formatKindCount(kind, entries.size)];
  });
  const way = by === "probe" ? "The probe" : "The read endpoint";
  report("list", "ok", `${way} shows ${nameList(appListId, name)}: ${counts.join(", ")}.`);
  for (const kind of notVerified) {
    const message = `Not verified: the response does not show ${kindName(kind, 0)}, which are assumed to be as declared.`;
    report(kind, "notVerified", message);
  }
  if (hasAssociatedCampaigns === undefined) {
    report(
      "associatedCampaigns",
      "notVerified",
      "Not verified: the response does not show whether campaigns use the list.",
    );
  } else {
    report("associatedCampaigns", "ok", `${hasAssociatedCampaigns ? "Campaigns" : "No campaigns"} use the list.`);
  }
}
