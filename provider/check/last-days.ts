import { quote } from "../common/quote";
import { isDate, untilInNote } from "../list/expiry";

/** A note in which this date is the only one after `until`. Other dates stay, but without `until`. */
export function withUntil(note: string, until: string): string {
  const [first, ...more] = untilInNote(note);
  if (first === until && more.length === 0) return note;
  const rest = note.replaceAll(/(?:\buntil[\s:=(]+)+(?=\d)/giu, "").trim();
  return rest === "" ? `until ${until}` : `${rest}, until ${until}`;
}

/**
 * The likely mistake in the dates of an entry, as the end of a sentence that starts with the entry.
 *
 * @param until the date that counts: the entry's own date or, without one, the date in its note; undefined if the entry
 *   never expires.
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function dateMistake(note: string, until: string | undefined, today: string): string | undefined {
  const [words] = until === undefined ? (dayInWords.exec(note) ?? []) : [];
  if (words !== undefined) return `never expires, as ${quote(words)} is no date: write until YYYY-MM-DD`;
  // Most notes have no date.
  if (!/\d{4}/u.test(note)) return undefined;
  const days = [...new Set([...untilInNote(note), until ?? []].flat())];
  if (days.length > 1) return `has the last days ${days.join(", ")}, of which ${until} counts: keep one`;
  if (until !== undefined && until >= today) return undefined;
  const dates = note.match(/(?<![\w./-])\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?![-/.]?\d)/gu) ?? [];
  const later = dates.find((date) => (readDay(date) ?? "") > today);
  if (later === undefined) return undefined;
  if (until === undefined) return `has the date ${later} in its note, but no until: it never expires`;
  return `has expired after ${until}, and its note contains the later date ${later}: write until before a last day`;
}

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|" +
  "dec(?:ember)?";
const day = "\\d{1,2}(?:st|nd|rd|th)?";
const isLast = "(?=\\W*$|\\.?\\s*[,;)])";
const weekday = `(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\b${isLast})`;
// May, March, April, June and August are other words and names, too.
const month = `(?:${months})\\b(?:\\.?\\s+${day}\\b|\\.?\\s+20\\d\\d\\b|${isLast})`;
const period = `(?:week(?:end)?|month|quarter|year|day|q[1-4]|20\\d\\d|${weekday}|${month})`;

/** Matches `until` and a day that only its writer knows. Events, such as a review, may end an entry without a date. */
const dayInWords = new RegExp(
  `\\b(?:until|till?)[\\s:=(]+(?:the\\s+)?(?:${weekday}|${month}|${day}(?<=[a-z])\\b|eo[dwmqy]\\b|[hq][1-4]\\b|tomorrow|tonight|` +
    `(?:next|this|(?:the\\s+)?(?:end|middle|start|beginning)\\s+of(?:\\s+(?:the|this|next))?|early|mid|late)[\\s-]+${period}\\b|` +
    "(?:spring|summer|autumn|fall|winter)\\s+20\\d\\d\\b|(?:week|month|quarter|year)[\\s'’s-]*end\\b|weekend\\b)",
  "iu",
);

/** The day of `Jan 31, 2027`, `31 January 2027` and the like, as `YYYY-MM-DD`; undefined for another form. */
export function readDayInWords(text: string): string | undefined {
  const [, before, name = "", after, year] = writtenDay.exec(text) ?? [];
  const number = months.split("|").findIndex((form) => new RegExp(`^${form}$`, "iu").test(name)) + 1;
  const date = `${year}-${String(number).padStart(2, "0")}-${(before ?? after ?? "").padStart(2, "0")}`;
  return isDate(date) ? date : undefined;
}

const writtenDay =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?)?([a-z]+)\.?(?:[\s-]+(\d{1,2})(?:st|nd|rd|th)?)?,?[\s-]+(\d{4})$/iu;

/**
 * The day of a text such as 2027-01-31, 31.01.2027 or 1/31/2027, as `YYYY-MM-DD`: the earlier one if day and month are not
 * clear. Undefined if there is no such day.
 */
function readDay(text: string): string | undefined {
  const [first = "", second = "", third = ""] = text.split(/[-/.]/u);
  const readings = [
    [first, second, third],
    [third, second, first],
    [third, text.includes(".") ? "" : first, second],
  ];
  const days = readings.map((parts) => parts.map((part) => part.padStart(2, "0")).join("-"));
  return days.filter(isDate).toSorted()[0];
}
