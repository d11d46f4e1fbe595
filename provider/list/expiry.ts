const month = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const separator = String.raw`[\s,./-]{1,2}`;

/** A date as people write it: 2027-01-31, 31.1.2027, 1/31/27, Jan 5 2027, 5th January, 2027. */
const anyDate = new RegExp(
  [
    String.raw`\b\d{4}[./-]\d{1,2}[./-]\d{1,2}\b`,
    String.raw`\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b`,
    String.raw`\b${month}${separator}(?:\d{1,2}(?:st|nd|rd|th)?${separator})?\d{4}\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?${separator}${month}(?:${separator}\d{4})?\b`,
  ].join("|"),
  "iu",
);

/** What a note says of the end of its entry. */
export type Expiry =
  | { readonly outcome: "none" }
  | { readonly outcome: "until"; readonly date: string }
  | { readonly outcome: "invalid"; readonly text: string };

/**
 * Reads the expiry in a note: `until 2027-01-31`, anywhere in it. What looks like a date and is none is invalid: a
 * misspelt date must not make a temporary block a lasting one. `until further notice` says nothing.
 */
export function expiryOfNote(note: string): Expiry {
  const text = /\buntil\s+(\d[^\s,;)]*)/iu.exec(note)?.[1]?.replace(/\.$/u, "");
  if (text === undefined) return { outcome: "none" };
  return isDate(text) ? { outcome: "until", date: text } : { outcome: "invalid", text };
}

/** Whether a text is a date and nothing else, in any usual form. It is for questions and decides no last day. */
export function looksLikeDate(text: string): boolean {
  return text !== "" && text.replace(anyDate, "") === "";
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
