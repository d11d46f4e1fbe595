import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { quote } from "../../../common/quote";
import { configurationKeys, settingsWithSecrets } from "../../../settings/keys";
import type { SettingsSource } from "../../../settings/settings";
import { currentProgramRun } from "./program-run";

/** The settings as a program sees them: the configuration of its stack, then the environment. */
export function programSettings(): SettingsSource {
  const config = new pulumi.Config("app-list");
  return { config: (key) => config.get(key), environment: process.env };
}

/** Warns, once in a run, of what in the stack's configuration is not as it was meant. */
export function warnOfConfiguration(): void {
  const run = currentProgramRun();
  if (run.hasWarnedOfConfiguration) return;
  run.hasWarnedOfConfiguration = true;
  warnOfUnknownKeys();
  warnOfPlainText();
}

/** A misspelt key would be ignored, and a default taken in its place. */
function warnOfUnknownKeys(): void {
  // In a project of that name, the same namespace holds the project's own keys.
  if (pulumi.getProject() === "app-list") return;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const name = /^app-list:(.*)$/su.exec(key)?.[1];
    if (name === undefined || configurationKeys.has(name)) continue;
    const known = [...configurationKeys].join(", ");
    void pulumi.log.warn(`${quote(key)} is not a setting and is ignored. The settings are ${known}.`);
  }
}

/** Secrets that stand in the stack's configuration as plain text. */
function warnOfPlainText(): void {
  const encrypted = encryptedKeys();
  if (encrypted === undefined) return;
  const { config } = programSettings();
  for (const key of settingsWithSecrets) {
    if (config(key) === undefined || encrypted.has(`app-list:${key}`)) continue;
    void pulumi.log.warn(
      `app-list:${key} stands in the stack's configuration as plain text, for everybody to read who can read the ` +
        `file. Encrypt it: pulumi config set --secret app-list:${key}`,
    );
  }
}

/** The keys with encrypted values, which Pulumi's language host hands to programs; undefined where there is none. */
function encryptedKeys(): ReadonlySet<string> | undefined {
  const keys = process.env["PULUMI_CONFIG_SECRET_KEYS"];
  return keys === undefined ? undefined : new Set(z.array(z.string()).parse(JSON.parse(keys)));
}
