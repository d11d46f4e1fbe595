import { quoteList, quote } from "../../common/quote";
import { countOf, kinds } from "../../list/kinds";
import type { JournalEntry } from "../../simulator/journal";

/** Most entries of a kind that are named. */
const mostNamed = 3;

/**
 * A request in one line: when, what, what was asked for, and what was answered.
 *
 * @param moment when it arrived.
 */
export function describeRequest(entry: JournalEntry, moment: Date): string {
  const parts = [
    moment.toISOString().slice(11, 19),
    `${printable(entry.method).padEnd(5)} ${printable(entry.path)}`,
    askedFor(entry),
    entry.status === undefined ? "no answer" : String(entry.status),
    faultOf(entry),
  ];
  return parts.filter((part) => part !== "").join("  ");
}

function askedFor(entry: JournalEntry): string {
  const { entries = {}, page, perPage } = entry;
  const sign = entry.action === "add" ? "+" : "−";
  const changes = kinds.flatMap((kind) => {
    const some = entries[kind] ?? [];
    return some.length === 0 ? [] : [`${sign}${countOf(kind, some.length)} ${quoteList(some, mostNamed)}`];
  });
  const paging = page === undefined ? [] : [`page ${page}${perPage === undefined ? "" : `, ${perPage} a page`}`];
  return [...changes, ...paging].join("; ");
}

function faultOf({ fault }: JournalEntry): string {
  if (fault === undefined) return "";
  return `fault: ${fault.kind} ${fault.effect === "before" ? "without effect" : "after the effect"}`;
}

/** What a client sent, as it is where a terminal can show it. */
function printable(text: string): string {
  return /^[\x21-\x7e]{1,200}$/u.test(text) ? text : quote(text);
}
