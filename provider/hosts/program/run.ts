import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { AppListError, messageWithCode } from "../../common/error";
import { quote } from "../../common/quote";
import { configurationKeys, describePlainText, describeUnknownSetting, isSecretSetting } from "../../api/keys";
import type { SettingsSource } from "../../api/settings";

/** The settings of a program: the configuration of its stack, with the environment as default. */
export function programSettings(): SettingsSource {
  const config = new pulumi.Config("app-list");
  return { config: (key) => config.get(key), environment: process.env };
}

export const warnAboutUnknownKeys = oncePerRun(() => {
  // In a project with the name app-list, the same namespace contains the project's own keys.
  if (pulumi.getProject() === "app-list") return;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const name = /^app-list:(.*)$/su.exec(key)?.[1];
    if (name === undefined || configurationKeys.has(name)) continue;
    void pulumi.log.warn(describeUnknownSetting(quote(key)));
  }
});

export const warnAboutPlainText = oncePerRun(() => {
  const encrypted = encryptedKeys();
  if (encrypted === undefined) return;
  const { config } = programSettings();
  for (const key of configurationKeys) {
    const value = config(key);
    if (value === undefined || !isSecretSetting(key, value) || encrypted.has(`app-list:${key}`)) continue;
    void pulumi.log.warn(describePlainText(key));
  }
});

function oncePerRun(check: () => void): () => void {
  return perRun(() => ({ checked: check() }));
}

/** The keys with encrypted values; undefined if Pulumi's language host does not pass them to programs. */
function encryptedKeys(): ReadonlySet<string> | undefined {
  const keys = process.env["PULUMI_CONFIG_SECRET_KEYS"];
  return keys === undefined ? undefined : new Set(z.array(z.string()).parse(JSON.parse(keys)));
}

/**
 * Makes a value once per run of a program. With Pulumi's Automation API, several programs can run in one process, even
 * at the same time. Each run has its own stack resource.
 */
export function perRun<Value extends object>(make: () => Value): () => Value {
  const values = new WeakMap<object, Value>();
  return () => {
    const stack = pulumi.runtime.getStackResource() ?? values;
    const value = values.get(stack) ?? make();
    values.set(stack, value);
    return value;
  };
}

/** Converts an error of this package, so that Pulumi prints it without the stack trace of the program. */
export function toRunError(error: unknown): unknown {
  return error instanceof AppListError ? new pulumi.RunError(messageWithCode(error)) : error;
}
