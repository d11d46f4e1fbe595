import * as z from "zod";
import { ApiError } from "../../api/errors";
import { sourceName } from "../../api/keys";
import { SettingsError, type Settings } from "../../api/settings";
import { formatKindCount, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import type { Observation } from "../../sync/observe";
import { describeCampaigns, describeHidden, listFacts, observeList, withApi } from "../app-lists";
import { appListId, defineCommand, option, settingsOptions, type SettingsOptions } from "../command";
import type { ResultOf } from "../json";
import { styled, writeLines, type Style, type Terminal } from "../terminal";

const checkSchema = z.object({
  check: z.string().describe("The name of the check, which does not change."),
  status: z.enum(["ok", "warning", "error", "notVerified"]).describe("notVerified: the API did not show it."),
  message: z.string().describe("The result, and what to do about it, in sentences."),
});

const doctorSchema = z.object({
  results: z.array(checkSchema).describe("The checks, in the order in which they were made."),
});

type Check = ResultOf<typeof checkSchema>;
type Report = (check: string, status: Check["status"], message: string) => void;

export const doctorCommand = defineCommand({
  name: "doctor",
  description: "Checks settings and login and, with --list, whether a list can be read. Changes nothing.",
  options: {
    list: option("--list <id>", "an existing list: also checks whether it can be read", appListId),
    ...settingsOptions,
  },
  result: doctorSchema,
  help: `
With --list, the command reads the list as app-list:observe prescribes: with the probe, which asks the API to remove an
entry that cannot exist, or from the read endpoint. It adds nothing to the list and removes no existing entry.

  ✓ ok   ! warning   ✗ error   ? not verified`,
  exitCodes: { done: "all checks are ok", changes: "warnings", notVerified: "something is not verified" },
  run: async ({ list, ...settings }, terminal) => {
    const results: Check[] = [];
    const report: Report = (check, status, message) => void results.push({ check, status, message });
    await checkAccount(settings, list, terminal, report);
    const has = (status: Check["status"]): boolean => results.some((result) => result.status === status);
    return {
      outcome: has("error") ? "error" : has("warning") ? "changes" : has("notVerified") ? "notVerified" : "done",
      result: { results },
      print: () =>
        writeLines(
          terminal,
          results.map((result) => formatCheck(result, terminal)),
        ),
    };
  },
});

/**
 * Checks the settings and the login and, if its ID is given, whether a list can be read. Ends at the first
 * error: many failed logins can lock an account.
 */
async function checkAccount(
  options: SettingsOptions,
  listId: number | undefined,
  terminal: Terminal,
  report: Report,
): Promise<void> {
  let check = "login";
  try {
    await withApi(options, terminal, async (access) => {
      const { api, settings } = access;
      report("settings", "ok", "The settings are complete.");
      await api.login();
      report("login", "ok", "The API accepts the credentials.");
      check = "list";
      if (listId !== undefined) reportList(settings, listId, await observeList(access, listId), report);
    });
  } catch (error) {
    if (error instanceof SettingsError) for (const problem of error.problems) report("settings", "error", problem);
    else if (error instanceof ApiError) report(check, "error", error.message);
    else throw error;
  }
}

function reportList(settings: Settings, listId: number, observation: Observation, report: Report): void {
  if (observation.outcome === "notVerified") {
    const message = `App list ${listId} cannot be read: ${observation.reason}.`;
    const [baseUrl, observe, readPath] = (["baseUrl", "observe", "readPath"] as const).map((key) =>
      sourceName(settings, key),
    );
    if (observation.refusal === 404)
      return report("list", "error", `${message} Check the ID of the app list and ${baseUrl}.`);
    const remedy = ` Set ${observe} to probe, or to read with the right ${readPath}.`;
    return report("list", "warning", settings.observe === "probe" ? message : message + remedy);
  }
  const { appList, by } = observation;
  const facts = listFacts(appList);
  const counts = kinds.flatMap((kind) => {
    const entries = appList.entries[kind];
    return entries === undefined ? [] : [formatKindCount(kind, entries.size)];
  });
  const way = by === "probe" ? "The probe" : "The read endpoint";
  report("list", "ok", `${way} shows ${nameList(listId, facts.name)}: ${counts.join(", ")}.`);
  for (const kind of facts.notVerified) report(kind, "notVerified", describeHidden(kind));
  const status = facts.hasAssociatedCampaigns === undefined ? "notVerified" : "ok";
  report("associatedCampaigns", status, describeCampaigns(facts));
}

const marks: Readonly<Record<Check["status"], readonly [mark: string, style: Style]>> = {
  ok: ["✓", "added"],
  warning: ["!", "warning"],
  error: ["✗", "removed"],
  notVerified: ["?", "quiet"],
};

function formatCheck({ status, message }: Check, terminal: Terminal): string {
  const [mark, style] = marks[status];
  return `${styled(terminal, style, mark)} ${message.replaceAll("\n", "\n  ")}`;
}
