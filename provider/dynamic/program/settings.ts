import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { settingsWithSecrets } from "../../service/setting-keys";
import type { SettingsSource } from "../../service/settings";
import { currentProgramRun } from "./program-run";

/** The settings as a program sees them: the configuration of its stack, then the environment. */
export function programSettings(): SettingsSource {
  const config = new pulumi.Config("app-list");
  return { config: (key) => config.get(key), environment: process.env };
}

/** Warns, once in a run, of secrets that stand in the stack's configuration as plain text. */
export function warnOfPlainText(): void {
  const run = currentProgramRun();
  const encrypted = encryptedKeys();
  if (run.hasWarnedOfPlainText || encrypted === undefined) return;
  run.hasWarnedOfPlainText = true;
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
