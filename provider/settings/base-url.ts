/** A base URL that can be used, or why it cannot. */
export type ParsedBaseUrl =
  { readonly outcome: "valid"; readonly baseUrl: string } | { readonly outcome: "invalid"; readonly problem: string };

/**
 * Checks and normalises the base URL of the service: without a trailing slash, a path prefix kept.
 *
 * Credentials travel in the header of every request: hence https, except to this machine. The problem never repeats
 * the value, which may contain a password.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  if (!URL.canParse(text)) return invalid("is not a URL such as https://api.example.com");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return invalid("must begin with https://");
  if (url.username !== "" || url.password !== "") return invalid("must not contain a user name or a password");
  if (text.includes("?") || text.includes("#")) return invalid("must not have a query or a fragment");
  if (url.protocol === "http:" && !isLoopback(url)) {
    return invalid(`must begin with https://, since http to ${url.host} would send the credentials unencrypted`);
  }
  if (/\/v1\/*$/.test(url.pathname)) return invalid("must not end with /v1, which every path begins with");
  return { outcome: "valid", baseUrl: url.origin + withoutLastSlashes(url.pathname) };
}

function invalid(problem: string): ParsedBaseUrl {
  return { outcome: "invalid", problem };
}

/** Whether a URL leads to this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: URL): boolean {
  // The URL parser has made every spelling of an IPv4 address into four decimal numbers.
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.[0-9]+){3}$/.test(url.hostname);
}

/** A path without the slashes at its end. Not by a regular expression, which takes the square of their number. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
