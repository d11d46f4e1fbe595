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

/** Whether the last day of a line is over; a line without one never expires. Both days are in UTC, as `YYYY-MM-DD`. */
export function hasExpired({ until }: { readonly until?: string | undefined }, today: string): boolean {
  return until !== undefined && until < today;
}

/** The largest number of days until the last day of an entry that expires soon. */
const soonDays = 14;

/**
 * Whether the last day of an entry is over, is at most {@link soonDays} days away, or later. Both days are in UTC, as
 * `YYYY-MM-DD`.
 *
 * @param until the last day on which the entry is declared.
 */
export function expiryStatus(until: string, today: string): "expired" | "soon" | "later" {
  if (until < today) return "expired";
  const soon = Date.parse(`${today}T00:00:00Z`) + soonDays * 24 * 60 * 60 * 1000;
  return until <= formatDay(new Date(soon)) ? "soon" : "later";
}
