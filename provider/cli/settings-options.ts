import { readSettings, type Settings, type SettingsSource } from "../api/settings";
import { flag, option, text } from "./options";
import { readStackConfig } from "./stack-config";
import type { Terminal } from "./terminal";

/** The options of every command that sends requests. */
export const settingsOptions = {
  account: option("<name>", "an account of app-list:accounts (default: the default account)", text),
  stack: option("<name>", "read the settings from this stack's configuration (runs pulumi config)", text),
  verbose: flag("log the requests, without headers and bodies"),
};

/** Where a command reads its settings. */
export type SettingsOptions = Readonly<Partial<Record<"account" | "stack", string>>>;

/** The part of a help text about settings. */
export const settingsHelp =
  "Settings come from the environment (APP_LIST_BASE_URL, APP_LIST_USERNAME, …). With --stack, the stack's\n" +
  "configuration has precedence. Secrets are never options.";

/**
 * The configuration of the stack, if one is named, and the environment.
 *
 * @throws {StackConfigError} if the stack's configuration cannot be read.
 */
export async function readSettingsSource({ stack }: SettingsOptions, terminal: Terminal): Promise<SettingsSource> {
  const config = stack === undefined ? new Map<string, string>() : await readStackConfig(stack, terminal);
  return { config: (key) => config.get(`app-list:${key}`), environment: terminal.environment };
}

/**
 * The settings of a command.
 *
 * @throws {SettingsError} listing everything that is missing or invalid.
 * @throws {StackConfigError} if the stack's configuration cannot be read.
 */
export async function readCommandSettings(options: SettingsOptions, terminal: Terminal): Promise<Settings> {
  return readSettings(await readSettingsSource(options, terminal), options.account);
}
