import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { AppListError, messageWithCode } from "../../common/error";
import { describeConfiguration } from "../../resource/texts/settings";
import type { SettingsSource } from "../../api/settings";
import { packageSubject, printNotice } from "../../resource/notice";

/** The settings of a program: the configuration of its stack, with the environment as default. */
export function programSettings(): SettingsSource {
  const config = new pulumi.Config("app-list");
  return { config: (key) => config.get(key), environment: process.env };
}

/** Prints the warnings about the configuration, once per run. */
export const warnAboutConfiguration = perRun(() => {
  const encrypted = encryptedKeys();
  const isPlain = (key: string): boolean => encrypted?.has(key) === false;
  const warnings = describeConfiguration(pulumi.runtime.allConfig(), isPlain, pulumi.getProject());
  for (const message of warnings)
    void pulumi.log.warn(printNotice({ severity: "warning", subject: packageSubject, message }));
  return warnings;
});

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
