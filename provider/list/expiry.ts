/**
 * The text after `until` in a note, if it starts with a digit: `2027-01-31` in `fraud, until 2027-01-31`, also in
 * `until: 2027-01-31` and `until (2027-01-31)`. Whether it is a date is for the caller to check, so that a mistyped one
 * does not make a temporary entry permanent. `until further notice` has no such text.
 */
export function untilInNote(note: string): string | undefined {
  return /\buntil[\s:=(]+(\d[^\s,;)]*)/iu.exec(note)?.[1]?.replace(/\.$/u, "");
}

/** Whether a text is a calendar date as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day of a moment, in UTC, as `YYYY-MM-DD`. */
export function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
