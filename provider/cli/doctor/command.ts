import { Command } from "commander";
import * as z from "zod";
import { checkAccount } from "./check-account";
import { checkList } from "./check-list";
import { unverified, type CheckResult, type CheckStatus } from "./check-result";
import { exitCodeFor, recommendSettings, type RecommendedSetting } from "./recommend";
import { SettingsError, tryReadSettings, type Settings, type SettingsSource } from "../../settings/settings";
import { formatJson } from "../json";
import { parseAppListId, parseOptions } from "../options";
import type { MakeCommand } from "../program";
import { addSettingsOptions, readSettingsSource, settingsOptionsShape } from "../settings-options";
import { styled, type Style, type Terminal } from "../terminal";

const optionsSchema = z.object({
  ...settingsOptionsShape,
  list: z.string().transform(parseAppListId).optional(),
  json: z.boolean().default(false),
});

/** `app-list doctor`: checks settings, connection, login and how a list can be read. */
export const doctorCommand: MakeCommand = (terminal, end) =>
  addSettingsOptions(
    new Command("doctor")
      .description("Checks settings, connection and login and, with --list, how a list can be read. Changes nothing.")
      .option("--list <id>", "an existing list: also checks how the provider can read it")
      .option("--json", "print the results as JSON, at the end"),
  )
    .addHelpText("after", help)
    .action(async (given: unknown) => {
      const options = parseOptions(optionsSchema, given);
      const results: CheckResult[] = [];
      const report = (some: readonly CheckResult[]): void => {
        results.push(...some);
        if (!options.json) terminal.write(some.map((result) => formatResult(terminal, result)).join(""));
      };
      const { settings, results: checked } = checkSettings(
        await readSettingsSource(options, terminal),
        options.account,
      );
      report(checked);
      const settingsToSet = settings === undefined ? [] : await checkService(settings, options, terminal, report);
      if (options.json) {
        const unknown = results.filter(({ status }) => status === "notVerified").map(({ check }) => check);
        terminal.write(formatJson({ results, settings: settingsToSet, notVerified: unknown }));
      } else terminal.write(formatSettings(terminal, settingsToSet));
      end(exitCodeFor(results, settingsToSet));
    });

function checkSettings(
  source: SettingsSource,
  account: string | undefined,
): { readonly settings?: Settings; readonly results: readonly CheckResult[] } {
  const settings = tryReadSettings(source, account);
  if (!(settings instanceof SettingsError)) {
    return { settings, results: [{ check: "settings", status: "ok", message: "The settings are complete." }] };
  }
  const wrong = settings.problems.map((message): CheckResult => ({ check: "settings", status: "error", message }));
  return { results: [...wrong, unverified("connection", "connection and login, because no request was sent.")] };
}

async function checkService(
  settings: Settings,
  { list, stack }: Pick<z.infer<typeof optionsSchema>, "list" | "stack">,
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

const help = `
With --list, the command reads the list in the two ways of the provider: with the probe, which asks the API to remove
an entry that cannot exist, and from the read endpoint, if app-list:readPath is set. It adds nothing to the list and
removes no existing entry.

  ✓ ok   ! warning   ✗ error   ? not verified

Exit codes: 0 all checks are ok; 1 an error; 2 warnings, or settings to change; 3 something is not verified.`;
