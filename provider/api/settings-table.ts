import * as z from "zod";

/**
 * The base URL of the API. A slash at the end is removed; a path prefix is kept.
 *
 * It must use https, except to this machine, because every request contains credentials. No problem repeats the value,
 * because it may contain a password.
 */
export const baseUrlSchema = z
  .string({ error: "is missing" })
  .superRefine((text, context) => {
    const message = findProblem(text);
    if (message !== undefined) context.addIssue(message);
  })
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    // The lookbehind keeps the time linear: without it, the pattern would start at each slash.
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
  return /\/v1\/*$/.test(url.pathname) ? "must not end with /v1: every path begins with it" : undefined;
}

/** Whether the host of a URL is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: URL): boolean {
  // The URL parser normalizes every spelling of an IPv4 address to four decimal numbers.
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.[0-9]+){3}$/.test(url.hostname);
}

const login = z
  .string({ error: "is missing" })
  .regex(/^\P{Cc}*$/u, { error: "must not contain control characters, such as a newline at its end" });

/** An integer in decimal digits. */
export function integer(smallest: number, largest: number, error: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, { error })
    .transform(Number)
    .pipe(z.int().min(smallest, { error }).max(largest, { error }));
}

/**
 * All settings of an account, in the order in which problems are reported. Each rule checks a text, and its message is
 * the end of a sentence that begins with the setting. The schema of the plugin has the same descriptions.
 */
export const settingsSchema = z.object({
  baseUrl: baseUrlSchema.describe(
    "The URL of the API, without `/v1`. It must use https, except on loopback. " +
      "No secret: messages and states contain it. Required.",
  ),
  apiKey: login
    .regex(/^[^:]*$/, { error: "must not contain a colon: it separates key and secret (RFC 7617)" })
    .optional()
    .describe(
      "The API key, without a colon. With `apiSecret`, it is the Basic credential of the token request. " +
        "Required, unless `basicCredential` is set.",
    ),
  apiSecret: login.optional().describe("The API secret. Required, unless `basicCredential` is set."),
  basicCredential: z
    .string()
    .transform((text) => text.trim().replace(/^Basic( +|$)/i, ""))
    .pipe(
      z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be one word of ASCII characters, the value after "Basic "' }),
    )
    .optional()
    .describe(
      "A complete Basic credential: the value after `Basic` in the header of the token request. " +
        "Default: built from `apiKey` and `apiSecret`.",
    ),
  username: login.describe("The login e-mail of the account. Required."),
  password: login.describe("The password of the account. Required."),
  observe: z
    .enum(["probe", "read", "off"], { error: 'must be "probe", "read" or "off"' })
    .default("probe")
    .describe(
      "How a list is read: `probe` removes an entry that cannot exist, " +
        "`read` requests `readPath`, `off` reads nothing. Default: `probe`.",
    ),
  readPath: z
    .string()
    // The characters of a request target: visible ASCII without "#", because "#" starts a fragment.
    .regex(/^\/(?=.*\{id\})[\x21\x22\x24-\x7e]*$/, {
      error: 'must begin with "/" and contain "{id}", without whitespace',
    })
    .optional()
    .describe(
      "The path of an endpoint that returns a list, with `{id}` for the ID of the list. Required if `observe` is `read`.",
    ),
  maxEntriesPerRequest: integer(1, Number.MAX_SAFE_INTEGER, "must be a positive integer")
    .optional()
    .describe("The most entries in one request, 1 or more. Default: as many as the API accepts."),
  timeoutSeconds: integer(1, 3600, "must be an integer from 1 to 3600")
    .default(300)
    .describe(
      "The timeout of one operation with all its requests and waits, in seconds, from 1 to 3600. Default: 300.",
    ),
});

export const settingKeys = settingsSchema.keyof().options;

export type SettingKey = (typeof settingKeys)[number];

export const secretKeys: ReadonlySet<SettingKey> = new Set(["apiKey", "apiSecret", "basicCredential", "password"]);

/** The settings that identify the account. A named account never takes them from the default account. */
export const credentialKeys: ReadonlySet<SettingKey> = new Set([...secretKeys, "username"]);
