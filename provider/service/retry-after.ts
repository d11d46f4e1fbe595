/** What stands for any larger number: about 300 years, and still a time that can be reckoned with. */
const mostSeconds = 9_999_999_999;

/**
 * Reads Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date, which is compared with the service's own clock
 * where the answer shows it.
 *
 * @param date the Date header of the same answer.
 * @param now the time of this machine, in milliseconds since 1970.
 * @returns milliseconds from the answer on; undefined where it is neither.
 */
export function parseRetryAfter(retryAfter: string, date: string | undefined, now: number): number | undefined {
  if (/^\s*\d+\s*$/u.test(retryAfter)) return Math.min(Number(retryAfter), mostSeconds) * 1000;
  // The dates of HTTP end with GMT; Date.parse alone would take "-5" for a year.
  const until = retryAfter.trim().endsWith("GMT") ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const since = date === undefined ? now : Date.parse(date);
  return Math.max(0, until - (Number.isNaN(since) ? now : since));
}
