import * as z from "zod";
import { checkAccount, checkSchema, type CheckResult } from "./check";
import { tryReadSettings } from "../../api/settings";
import { defineCommand } from "../define-command";
import { exitCodes, type ExitCode } from "../exit-code";
import { flag, option, parseAppListId } from "../options";
import { readSettingsSource, settingsOptions } from "../settings-options";
import { styled, type Style, type Terminal } from "../terminal";

/** The result of `app-list doctor --json`. */
export const doctorSchema = z.object({
  results: z.array(checkSchema).describe("The checks, in the order in which they were made."),
  notVerified: z.array(z.string()).describe("The checks that could not be made."),
});

const options = z.object({
  list: option("<id>", "an existing list: also checks whether it can be read", z.string().transform(parseAppListId)),
  json: flag("print the results as JSON, at the end"),
  ...settingsOptions,
});

const help = `
With --list, the command reads the list as app-list:observe prescribes: with the probe, which asks the API to remove an
entry that cannot exist, or from the read endpoint. It adds nothing to the list and removes no existing entry.

  ✓ ok   ! warning   ✗ error   ? not verified`;

/** `app-list doctor`: checks settings, connection, login and whether a list can be read. */
export const doctorCommand = defineCommand({
  name: "doctor",
  description: "Checks settings, connection and login and, with --list, whether a list can be read. Changes nothing.",
  options,
  help,
  exitCodes: { done: "all checks are ok", changes: "warnings", notVerified: "something is not verified" },
  run: async ({ options: { list, json, account, stack }, terminal, output }) => {
    const settings = tryReadSettings(await readSettingsSource({ stack }, terminal), account);
    const results: CheckResult[] = [];
    const report = (check: string, status: CheckResult["status"], message: string, next?: string): void => {
      results.push({ check, status, message, next });
      if (!json) terminal.write(formatResult(terminal, { check, status, message, next }));
    };
    await checkAccount(settings, list, terminal, report);
    for (const check of ["connection", "login", ...(list === undefined ? [] : ["list"])]) {
      if (results.some((result) => result.check === check)) continue;
      report(check, "notVerified", `Not verified: ${check}, because of the error above.`);
    }
    const notVerified = results.filter(({ status }) => status === "notVerified").map(({ check }) => check);
    output({ results, notVerified }, () => undefined);
    return exitCodeFor(results);
  },
});

/** Errors outweigh warnings, which outweigh what is not verified. */
function exitCodeFor(results: readonly CheckResult[]): ExitCode {
  const has = (status: CheckResult["status"]): boolean => results.some((result) => result.status === status);
  if (has("error")) return exitCodes.error;
  if (has("warning")) return exitCodes.changes;
  return has("notVerified") ? exitCodes.notVerified : exitCodes.done;
}

const marks: Readonly<Record<CheckResult["status"], readonly [mark: string, style: Style]>> = {
  ok: ["✓", "added"],
  warning: ["!", "warning"],
  error: ["✗", "removed"],
  notVerified: ["?", "quiet"],
};

function formatResult(terminal: Terminal, { status, message, next }: CheckResult): string {
  const [mark, style] = marks[status];
  const indented = message.replaceAll("\n", "\n  ");
  return `${styled(terminal, style, mark)} ${indented}\n${next === undefined ? "" : `  → ${next}\n`}`;
}
