/** What a note says of the end of its entry. */
export type Expiry =
  | { readonly outcome: "none" }
  | { readonly outcome: "until"; readonly date: string }
  | { readonly outcome: "invalid"; readonly text: string }
  /** It speaks of an end on some date, in other words than those that are read. */
  | { readonly outcome: "unclear"; readonly text: string };

/**
 * Reads the expiry in a note: `until 2027-01-31`, anywhere in it, also as `until: 2027-01-31` or `until (2027-01-31)`.
 * What looks like a date and is none is invalid, and what is said in other words unclear: neither may make a temporary
 * block a lasting one. `until further notice` says nothing.
 */
export function expiryOfNote(note: string): Expiry {
  const text = /\buntil[\s:=(]+(\d[^\s,;)]*)/iu.exec(note)?.[1]?.replace(/\.$/u, "");
  if (text !== undefined) return isDate(text) ? { outcome: "until", date: text } : { outcome: "invalid", text };
  const unclear = otherWords.exec(note)?.[0];
  return unclear === undefined ? { outcome: "none" } : { outcome: "unclear", text: unclear };
}

const month =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|" +
  String.raw`nov(?:ember)?|dec(?:ember)?)\b\.?`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?\b`;
const separator = String.raw`(?:[\s,./-]{1,2}|\s+of\s+)`;

/** A date as people write it: 2027-01-31, 31.1.2027, 1/31/27, Jan 5 2027, 5th of January. */
const date = [
  String.raw`\b\d{4}[./-]\d{1,2}[./-]\d{1,2}\b`,
  String.raw`\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b(?![./-]\d)`,
  String.raw`\b${month}${separator}(?:${day}${separator})?\d{4}\b`,
  String.raw`\b${day}${separator}${month}(?:${separator}\d{4}\b)?`,
].join("|");

const anyDate = new RegExp(date, "iu");

const otherWords = new RegExp(
  String.raw`\b(?:until|till|expires?|expiring|expiry|ends|ending)\b[^,;\d]{0,20}?(?:\bq\d\s+)?` +
    String.raw`(?:${date}|\b${month}\s${day}|(?<!\d)20\d\d\b(?![./-]\d))`,
  "iu",
);

/** The first date in a note, in any usual form, or undefined. It is for questions and decides no last day. */
export function dateIn(note: string): string | undefined {
  return anyDate.exec(note)?.[0];
}

/** Whether a text is a date, in any usual form, and nothing else. */
export function looksLikeDate(text: string): boolean {
  return text !== "" && dateIn(text) === text;
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day of a moment, in UTC, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
