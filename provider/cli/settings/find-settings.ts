import type { Command } from "commander";
import { z } from "zod";
import { readSettings, type Settings, type SettingsSource } from "../../settings/settings";
import type { Terminal } from "../terminal";
import { readStackConfig } from "./stack-config";

/** Where a command finds its settings. */
export interface SettingsOptions {
  /** The name of an account in `app-list:accounts`; without it, the default account. */
  readonly account?: string;
  /** The name of a stack whose configuration is read; without it, only the environment is. */
  readonly stack?: string;
}

/** The options that {@link withSettingsOptions} adds, for the schema of a command's options. */
export const settingsOptionsShape = {
  account: z.string().min(1, { error: "must be the name of an account" }).exactOptional(),
  stack: z.string().min(1, { error: "must be the name of a stack" }).exactOptional(),
};

/** Adds the options with which a person says where the settings are. */
export function withSettingsOptions(command: Command): Command {
  return command
    .option("--account <name>", "an account of app-list:accounts instead of the default account")
    .option("--stack <name>", "take the settings from this stack's configuration (runs pulumi config)")
    .addHelpText(
      "after",
      "\nSettings come from the environment (APP_LIST_BASE_URL, APP_LIST_USERNAME, …) and, with --stack, from the " +
        "stack's\nconfiguration, which wins. Secrets are never options.",
    );
}

/** Where settings are read from. Reads the configuration of the stack, where one is named. */
export async function settingsSource({ stack }: SettingsOptions, terminal: Terminal): Promise<SettingsSource> {
  const config = stack === undefined ? new Map<string, string>() : await readStackConfig(stack, terminal);
  return { config: (key) => config.get(`app-list:${key}`), environment: terminal.environment };
}

/**
 * The settings of a command.
 *
 * @throws {SettingsError} listing everything that is missing or wrong.
 * @throws {StackConfigError} where the stack's configuration cannot be read.
 */
export async function findSettings(options: SettingsOptions, terminal: Terminal): Promise<Settings> {
  return readSettings(await settingsSource(options, terminal), options.account);
}
