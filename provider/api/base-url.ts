import * as z from "zod";

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
    return origin + withoutLastSlashes(pathname);
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

/** A path without the slashes at its end. Not with a regular expression, whose time is quadratic in their number. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
