import * as z from "zod";
import { checkAccount } from "./check-account";
import { checkList } from "./check-list";
import { checkSchema, result, unverified, type CheckResult, type CheckStatus } from "./check-result";
import { exitCodeFor, recommendSettings, settingSchema, type RecommendedSetting } from "./recommend";
import { SettingsError, tryReadSettings, type Settings, type SettingsSource } from "../../settings/settings";
import { defineCommand } from "../define-command";
import type { ResultOf } from "../json";
import { flag, option, parseAppListId } from "../options";
import { readSettingsSource, settingsOptions } from "../settings-options";
import { styled, type Style, type Terminal } from "../terminal";

/** The result of `app-list doctor --json`. */
export const doctorSchema = z.object({
  results: z.array(checkSchema).describe("The checks, in the order in which they were made."),
  settings: z.array(settingSchema).describe("The settings that should have another value."),
  notVerified: z.array(z.string()).describe("The checks that could not be made."),
});

const options = z.object({
  list: option(
    "<id>",
    "an existing list: also checks how the provider can read it",
    z.string().transform(parseAppListId),
  ),
  json: flag("print the results as JSON, at the end"),
  ...settingsOptions,
});

const help = `
With --list, the command reads the list in the two ways of the provider: with the probe, which asks the API to remove
an entry that cannot exist, and from the read endpoint, if app-list:readPath is set. It adds nothing to the list and
removes no existing entry.

  ✓ ok   ! warning   ✗ error   ? not verified`;

/** `app-list doctor`: checks settings, connection, login and how a list can be read. */
export const doctorCommand = defineCommand({
  name: "doctor",
  description: "Checks settings, connection and login and, with --list, how a list can be read. Changes nothing.",
  options,
  help,
  exitCodes: {
    done: "all checks are ok",
    changes: "warnings, or settings to change",
    notVerified: "something is not verified",
  },
  run: async ({ options, terminal, output }) => {
    const results: CheckResult[] = [];
    const report = (some: readonly CheckResult[]): void => {
      results.push(...some);
      if (!options.json) terminal.write(some.map((one) => formatResult(terminal, one)).join(""));
    };
    const { settings: read, results: checked } = checkSettings(
      await readSettingsSource(options, terminal),
      options.account,
    );
    report(checked);
    const settings = read === undefined ? [] : await checkService(read, options, terminal, report);
    const notVerified = results.filter(({ status }) => status === "notVerified").map(({ check }) => check);
    const document: ResultOf<typeof doctorSchema> = { results, settings, notVerified };
    output(document, () => terminal.write(formatSettings(terminal, settings)));
    return exitCodeFor(results, settings);
  },
});

function checkSettings(
  source: SettingsSource,
  account: string | undefined,
): { readonly settings?: Settings; readonly results: readonly CheckResult[] } {
  const settings = tryReadSettings(source, account);
  if (!(settings instanceof SettingsError)) {
    return { settings, results: [result("ok", "settings", "The settings are complete.")] };
  }
  const wrong = settings.problems.map((message) => result("error", "settings", message));
  return { results: [...wrong, unverified("connection", "connection and login, because no request was sent.")] };
}

async function checkService(
  settings: Settings,
  { list, stack }: Pick<z.infer<typeof options>, "list" | "stack">,
  terminal: Terminal,
  report: (results: readonly CheckResult[]) => void,
): Promise<readonly RecommendedSetting[]> {
  const account = await checkAccount(settings, terminal);
  report(account);
  if (list === undefined) return [];
  if (account.some(({ status }) => status === "error")) {
    report([unverified("entries", `app list ${list}, because of the error above.`)]);
    return [];
  }
  const check = await checkList(settings, list, terminal);
  report(check.results);
  return recommendSettings(settings, check, stack);
}

const marks: Readonly<Record<CheckStatus, readonly [mark: string, style: Style]>> = {
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

function formatSettings(terminal: Terminal, settings: readonly RecommendedSetting[]): string {
  if (settings.length === 0) return "";
  const commands = settings.map(({ command }) => `  ${command}\n`).join("");
  return `\n${styled(terminal, "strong", "Settings to change:")}\n${commands}`;
}
