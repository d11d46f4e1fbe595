import { quote, quoteList } from "../../common/quote";
import { formatKindCount, kinds } from "../../list/kinds";
import type { JournalEntry } from "../../simulator/journal";

/** The number of entries that are named per kind. */
const namedPerKind = 3;

/** A request and its response in one line. */
export function formatLogLine(entry: JournalEntry, arrived: Date): string {
  const parts = [
    arrived.toISOString().slice(11, 19),
    `${quoteUnlessPlain(entry.method).padEnd(5)} ${quoteUnlessPlain(entry.path)}`,
    requestContent(entry),
    entry.status === undefined ? "no response" : String(entry.status),
    faultText(entry),
  ];
  return parts.filter((part) => part !== "").join("  ");
}

function requestContent({ action, entries = {}, page, perPage }: JournalEntry): string {
  const sign = action === "add" ? "+" : "−";
  const changes = kinds.flatMap((kind) => {
    const some = entries[kind] ?? [];
    return some.length === 0 ? [] : [`${sign}${formatKindCount(kind, some.length)} ${quoteList(some, namedPerKind)}`];
  });
  const paging = page === undefined ? [] : [`page ${page}${perPage === undefined ? "" : `, ${perPage} per page`}`];
  return [...changes, ...paging].join("; ");
}

function faultText({ fault }: JournalEntry): string {
  if (fault === undefined) return "";
  return `fault: ${fault.kind} ${fault.effect === "before" ? "without effect" : "after the effect"}`;
}

function quoteUnlessPlain(text: string): string {
  return /^[\x21-\x7e]{1,200}$/u.test(text) ? text : quote(text);
}
