import type { Command } from "commander";
import * as z from "zod";
import { readSettings, type Settings, type SettingsSource } from "../settings/settings";
import { readStackConfig } from "./stack-config";
import type { Terminal } from "./terminal";

/** Where a command reads its settings. */
export interface SettingsOptions {
  /** The name of an account in `app-list:accounts`. Default: the default account. */
  readonly account?: string;
  /** The stack whose configuration is read. Default: none; settings come from the environment only. */
  readonly stack?: string;
}

/** The options that {@link addSettingsOptions} adds, for the schema of a command's options. */
export const settingsOptionsShape = {
  account: z.string().min(1, { error: "must be the name of an account" }).optional(),
  stack: z.string().min(1, { error: "must be the name of a stack" }).optional(),
};

/** Adds the options that choose the account and the stack. */
export function addSettingsOptions(command: Command): Command {
  return command
    .option("--account <name>", "an account of app-list:accounts (default: the default account)")
    .option("--stack <name>", "read the settings from this stack's configuration (runs pulumi config)")
    .addHelpText(
      "after",
      "\nSettings come from the environment (APP_LIST_BASE_URL, APP_LIST_USERNAME, …). With --stack, the stack's\n" +
        "configuration has precedence. Secrets are never options.",
    );
}

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
