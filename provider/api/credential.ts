import * as z from "zod";
import type { RawSettings, SettingKey, SettingPlace } from "./keys";

export interface Issue {
  readonly key: SettingKey;
  /** The end of a sentence that begins with the config key. */
  readonly problem: string;
  /** How to fix it. Default: to set the key. */
  readonly remedy?: string;
}

export const loginSchema = z
  .string({ error: "is missing" })
  .regex(/^\P{Cc}*$/u, { error: "must not contain control characters, such as a newline at its end" });

/** The value after "Basic ": as it is given, or made from key and secret (RFC 7617, in UTF-8). */
export function parseCredential(
  raw: RawSettings,
  { provider }: SettingPlace,
): { readonly value: string; readonly issues: readonly Issue[] } {
  const { apiKey, apiSecret, basicCredential } = raw;
  const issues: Issue[] = [];
  if (basicCredential !== undefined) {
    const value = basicCredential.trim().replace(/^Basic( +|$)/i, "");
    if (apiKey !== undefined || apiSecret !== undefined) {
      const problem = "is set together with apiKey or apiSecret, and replaces both";
      const remedy =
        provider === undefined
          ? "Remove one of the two, with `pulumi config rm` or from the environment."
          : "Remove one of the two, from the provider resource or from the environment.";
      issues.push({ key: "basicCredential", problem, remedy });
    } else if (!/^[\x21-\x7e]+$/.test(value)) {
      issues.push({
        key: "basicCredential",
        problem: 'must be one word of ASCII characters, the value after "Basic "',
      });
    }
    return { value, issues };
  }
  for (const key of ["apiKey", "apiSecret"] as const) {
    const problems = loginSchema.safeParse(raw[key]).error?.issues ?? [];
    if (raw[key] === undefined) issues.push({ key, problem: "is missing, and basicCredential is not set either" });
    else issues.push(...problems.map(({ message }) => ({ key, problem: message })));
  }
  if (apiKey?.includes(":") === true) {
    issues.push({ key: "apiKey", problem: "must not contain a colon, which separates key and secret (RFC 7617)" });
  }
  return { value: Buffer.from(`${apiKey}:${apiSecret}`).toString("base64"), issues };
}

/** The text that a Basic value encodes, whole and in parts; nothing if it is not base64. */
export function decodeCredential(basicCredential: string): readonly string[] {
  const decoded = Buffer.from(basicCredential, "base64").toString();
  if (Buffer.from(decoded).toString("base64") !== basicCredential) return [];
  const colon = decoded.indexOf(":");
  const parts = colon === -1 ? [] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return [decoded, ...parts].filter((part) => part !== "");
}
