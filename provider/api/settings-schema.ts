import * as z from "zod";
import { sourceName, type RawSettings, type SettingKey, type SettingOwner } from "./keys";

/**
 * The base URL of the API, without a slash at the end; a path prefix is kept.
 *
 * Every request carries credentials: hence https, except to this machine. The problems never repeat the value, which may
 * contain a password.
 */
export const baseUrlSchema = z
  .string({ error: "is missing" })
  .superRefine((text, context) => {
    const message = findProblem(text);
    if (message !== undefined) context.addIssue(message);
  })
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    // From the first slash of a run: from each of them, the time would be quadratic in their number.
    return origin + pathname.replace(/(?<!\/)\/+$/, "");
  });

function findProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "is not a URL such as https://api.example.com";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (text.includes("?") || text.includes("#")) return "must not have a query or a fragment";
  if (url.protocol === "http:" && !isLoopback(url)) {
    return `must begin with https://, because http to ${url.host} would send the credentials unencrypted`;
  }
  return /\/v1\/*$/.test(url.pathname) ? "must not end with /v1, which every path begins with" : undefined;
}

/** Whether a URL leads to this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: URL): boolean {
  // The URL parser normalizes every spelling of an IPv4 address to four decimal numbers.
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.[0-9]+){3}$/.test(url.hostname);
}

const login = z
  .string({ error: "is missing" })
  .regex(/^\P{Cc}*$/u, { error: "must not contain control characters, such as a newline at its end" });

function integer(smallest: number, largest: number, error: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

/** Each setting alone: its message is the end of a sentence that begins with the setting. */
export const settingsSchema = z.object({
  /** Scheme, host, port and path prefix of the API, without a slash at the end. */
  baseUrl: baseUrlSchema,
  apiKey: login
    .regex(/^[^:]*$/, { error: "must not contain a colon, which separates key and secret (RFC 7617)" })
    .optional(),
  apiSecret: login.optional(),
  basicCredential: z
    .string()
    .transform((text) => text.trim().replace(/^Basic( +|$)/i, ""))
    .pipe(
      z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be one word of ASCII characters, the value after "Basic "' }),
    )
    .optional(),
  /** The login e-mail of the platform account. */
  username: login,
  password: login,
  /** How a list is read: with a removal that changes nothing, from a read endpoint of the API, or not at all. */
  observe: z.enum(["probe", "read", "off"], { error: 'must be "probe", "read" or "off"' }).default("probe"),
  /** The path of the read endpoint, with "{id}" for the list's ID. Always set if observe is "read". */
  readPath: z
    .string()
    // Visible ASCII without "#", which starts a fragment: the characters of a request target.
    .regex(/^\/(?=.*\{id\})[\x21\x22\x24-\x7e]*$/, {
      error: 'must begin with "/" and contain "{id}", without whitespace',
    })
    .optional(),
  /** The most entries in one change; undefined: no limit but the API's own. */
  maxEntriesPerRequest: integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer").optional(),
  /** The longest duration of one operation, in seconds. */
  timeoutSeconds: integer(1, 3600, "must be an integer from 1 to 3600").default(300),
});

export interface Issue {
  readonly key: SettingKey;
  /** The end of a sentence that begins with the setting. */
  readonly problem: string;
  /** How to fix it. Default: to set the key. */
  readonly remedy?: string;
}

/** The problems of settings that only are one because of another setting. */
export function findConflicts(raw: RawSettings, owner: SettingOwner): readonly Issue[] {
  const { apiKey, apiSecret, basicCredential, observe, readPath } = raw;
  const issues: Issue[] = [];
  if (basicCredential === undefined) {
    const problem = "is missing, and basicCredential is not set either";
    if (apiKey === undefined) issues.push({ key: "apiKey", problem });
    if (apiSecret === undefined) issues.push({ key: "apiSecret", problem });
  } else if (apiKey !== undefined || apiSecret !== undefined) {
    const where = owner.provider === undefined ? "with `pulumi config rm`" : "from the provider resource";
    const problem = "is set together with apiKey or apiSecret, and replaces both";
    const remedy = `Remove one of the two, ${where} or from the environment.`;
    issues.push({ key: "basicCredential", problem, remedy });
  }
  if (observe === "read" && readPath === undefined) {
    issues.push({ key: "readPath", problem: `is missing, and ${sourceName(owner, "observe")} is "read"` });
  }
  return issues;
}

/** The Basic value of key and secret (RFC 7617, in UTF-8). */
export function encodeCredential(apiKey: string, apiSecret: string): string {
  return Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
}

/** The text that a Basic value encodes, whole and in parts; nothing if it is not base64. */
export function decodeCredential(basicCredential: string): readonly string[] {
  const decoded = Buffer.from(basicCredential, "base64").toString();
  if (Buffer.from(decoded).toString("base64") !== basicCredential) return [];
  const [key = "", ...rest] = decoded.split(":");
  const parts = rest.length === 0 ? [] : [key, rest.join(":")];
  return [decoded, ...parts].filter((part) => part !== "");
}
