import * as z from "zod";
import { AppListError, withCode } from "../../common/error";
import { ApiError } from "../../api/errors";
import type { Forms } from "../../api/response";
import { SettingsError } from "../../api/settings";
import { printable, quote } from "../../common/quote";
import { formatKindCount, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { describeCampaigns, describeHidden, ListNotShownError, readList, withApi } from "../app-lists";
import { appListId, defineCommand, option, settingsOptions, type SettingsOptions } from "../command";
import type { ResultOf } from "../json";
import { styled, type Terminal } from "../terminal";

/** The statuses of checks, the worst first. The worst one decides the outcome of the command. */
const statuses = {
  error: { mark: "✗", style: "removed", outcome: "error" },
  warning: { mark: "!", style: "warning", outcome: "changes" },
  notVerified: { mark: "?", style: "quiet", outcome: "notVerified" },
  ok: { mark: "✓", style: "added", outcome: "done" },
} as const;

const statusSchema = z.enum(["error", "warning", "notVerified", "ok"]);

const checkSchema = z.object({
  check: z.string().describe("The name of the check. It does not change."),
  status: statusSchema.describe("notVerified: the API did not show it."),
  code: z.string().optional().describe("The code of the error. Absent if there is none."),
  message: z.string().describe("The result, and what to do about it, in sentences."),
});

const doctorSchema = z.object({
  results: z.array(checkSchema).describe("The checks, in the order in which they were made."),
  behavior: z
    .record(z.string(), z.string())
    .optional()
    .describe("With --list: statuses of responses, such as that for an absent entry, and the forms of their members."),
});

type Check = ResultOf<typeof checkSchema>;

const request =
  "Please paste these lines into an issue of pulumi-app-list. They contain no entry, name, URL, message or credential.";

export const doctorCommand = defineCommand({
  name: "doctor",
  description: "Checks settings and login and, with --list, whether a list can be read. Changes none of its entries.",
  examples: "app-list doctor --stack dev\napp-list doctor --list 4321",
  options: {
    list: option(
      "--list <id>",
      "an existing list: checks whether it can be read, and prints what the API does",
      appListId,
    ),
    ...settingsOptions,
  },
  result: doctorSchema,
  help: `
Run it after a rotation: an up without changes does not log in, so it would store a mistyped password.

  ✓ ok   ! warning   ✗ error   ? not verified`,
  run: async ({ list, ...settings }, terminal) => {
    const { results, behavior } = await checkAccount(settings, list, terminal);
    const worst = statusSchema.options.find((status) => results.some((one) => one.status === status)) ?? "ok";
    const lines = results.map(({ status, message, code }) => {
      const { mark, style } = statuses[status];
      const shown = code === undefined ? message : withCode(message, code);
      return `${styled(terminal, style, mark)} ${shown.replaceAll("\n", "\n  ")}`;
    });
    const forms = Array.from(Object.entries(behavior ?? {}), ([name, form]) => `  ${name}: ${form}`);
    if (behavior !== undefined) lines.push("", styled(terminal, "strong", "What this API does"), ...forms);
    if (behavior !== undefined && worst !== "ok") lines.push(request);
    return { outcome: statuses[worst].outcome, result: { results, behavior }, lines };
  },
});

/**
 * Checks the settings, the login and, if an ID is given, whether the list can be read. Stops at the first error,
 * because many failed logins can lock an account.
 */
async function checkAccount(options: SettingsOptions, listId: number | undefined, terminal: Terminal) {
  const results: Check[] = [];
  let behavior: Forms | undefined;
  let check = "settings";
  const report = (status: Check["status"], message: string, code?: string): void =>
    void results.push({ check, status, message, code });
  try {
    await withApi(options, terminal, async (access) => {
      const { settings, warnings } = access;
      const { account } = settings.owner;
      const ofAccount = account === undefined ? "" : `, account ${quote(account)}`;
      const user = printable(settings.username);
      report("ok", `The settings are complete: ${user} at ${settings.baseUrl}${ofAccount}.`);
      for (const warning of warnings) report("warning", warning);
      check = "login";
      await access.api.login();
      report("ok", "The API accepts the credentials.");
      if (listId === undefined) return;
      check = "list";
      const way = settings.observe === "read" ? "The read endpoint" : "The probe";
      const reading = readList(access, listId, true);
      await Promise.allSettled([reading]);
      behavior = await access.api.readBehavior();
      const appList = await reading;
      const counts = kinds.map((kind) => appList.entries[kind] && formatKindCount(kind, appList.entries[kind].size));
      report("ok", `${way} shows ${nameList(listId, appList.name)}: ${counts.filter(Boolean).join(", ")}.`);
      for (const hidden of describeHidden(appList)) report("notVerified", hidden);
      check = "associatedCampaigns";
      report(appList.hasAssociatedCampaigns === undefined ? "notVerified" : "ok", describeCampaigns(appList));
    });
  } catch (error) {
    if (!(error instanceof AppListError)) throw error;
    const isNotShown = error instanceof ListNotShownError && !error.isAbsent;
    // The last advice on a refused login is to run doctor.
    const isLogin = error instanceof ApiError && error.meaning === "login";
    const { message } = isLogin ? error.with({ advice: error.texts.advice?.slice(0, -1) }) : error;
    const problems = error instanceof SettingsError ? error.problems : [message];
    for (const problem of problems) report(isNotShown ? "warning" : "error", problem, error.code);
  }
  return { results, behavior };
}
