/**
 * The texts after each `until` in a note that start with a digit: `2027-01-31` in `fraud, until 2027-01-31`, in `until:
 * 2027-01-31` and in `until (2027-01-31)`. The caller checks whether they are dates, so that a mistyped date does not
 * make a temporary entry permanent. `until further notice` has no such text.
 */
export function untilInNote(note: string): readonly string[] {
  // Most notes have no date, and this check is much faster.
  if (!/\buntil[\s:=(]+\d/iu.test(note)) return [];
  return Array.from(note.matchAll(/\buntil[\s:=(]+(\d[^\s,;)]*)/giu), ([, text = ""]) => text.replace(/\.$/u, ""));
}

/** The last day in a note; undefined if it has none. People extend an entry by adding another date. */
export function lastDay(note = ""): string | undefined {
  return untilInNote(note).filter(isDate).toSorted().at(-1);
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

/**
 * Whether the last day of a line is over. A line without a last day never expires. Both days are in UTC, as
 * `YYYY-MM-DD`.
 */
export function hasExpired({ until }: { readonly until?: string | undefined }, today: string): boolean {
  return until !== undefined && until < today;
}
