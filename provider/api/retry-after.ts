/** The longest delay, in seconds: about 300 years, which still can be added to a time. */
const maxSeconds = 9_999_999_999;

/**
 * Parses Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date, which is compared with the API's own clock if
 * the response shows it.
 *
 * @param date - The Date header of the same response.
 * @param now - The time of this machine, in milliseconds since 1970.
 * @returns milliseconds from the response on; undefined if the header is missing or neither.
 */
export function parseRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\s*\d+\s*$/u.test(retryAfter)) return Math.min(Number(retryAfter), maxSeconds) * 1000;
  // The dates of HTTP end with GMT; Date.parse alone would take "-5" for a year.
  const until = retryAfter.trim().endsWith("GMT") ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const since = date === undefined ? now : Date.parse(date);
  return Math.max(0, until - (Number.isNaN(since) ? now : since));
}
