import { quoteList, quote } from "../common/quote";
import { byKind, countOf, kinds, nameOf } from "./kinds";
import { count, type Entries } from "./entries";
import { formatCount, formatShare } from "../common/format";

/** What a list is called in every sentence: `app list 4321 "brand-safety"`, or without the name where it is not known. */
export function nameList(appListId: number, name: string | undefined): string {
  return name === undefined || name === "" ? `app list ${appListId}` : `app list ${appListId} ${quote(name)}`;
}

/** Up to this many entries of a change are named in its line; of more, a line could not tell the important ones. */
const mostNamed = 6;

/**
 * A change in a few words, such as `+18 −19 app bundles → 9,981 (removes 0.2%)`; of a small one with its entries:
 * `+1 −1 app bundles → 5 (removes 16.7%): +"com.example.new" −"com.example.old"`.
 *
 * @param before what the resource holds.
 * @param after what it will hold.
 * @returns undefined where nothing changes.
 */
export function summarise(before: Entries, after: Entries): string | undefined {
  const parts = kinds.flatMap((kind) => {
    const added = after[kind].difference(before[kind]).size;
    const removed = before[kind].difference(after[kind]).size;
    if (added + removed === 0) return [];
    const change = [
      ...(added > 0 ? [`+${formatCount(added)}`] : []),
      ...(removed > 0 ? [`−${formatCount(removed)}`] : []),
    ];
    return [`${change.join(" ")} ${nameOf(kind, added + removed)} → ${formatCount(after[kind].size)}`];
  });
  if (parts.length === 0) return undefined;
  const removed = count(byKind((kind) => before[kind].difference(after[kind])));
  const share = removed === 0 ? "" : ` (removes ${formatShare(removed, count(before))})`;
  return parts.join(", ") + share + nameChanges(before, after);
}

function nameChanges(before: Entries, after: Entries): string {
  const names = kinds.flatMap((kind) => [
    ...Array.from(after[kind].difference(before[kind]), (entry) => `+${quote(entry)}`),
    ...Array.from(before[kind].difference(after[kind]), (entry) => `−${quote(entry)}`),
  ]);
  return names.length <= mostNamed ? `: ${names.join(" ")}` : "";
}

/** Counts by kind in a sentence, leaving out the kinds that have none: "2 app bundles and 1 website". */
export function countsOf(entries: Entries): string {
  const counts = kinds.filter((kind) => entries[kind].size > 0).map((kind) => countOf(kind, entries[kind].size));
  return counts.length === 0 ? "no entries" : new Intl.ListFormat("en", { type: "conjunction" }).format(counts);
}

/** The same counts, with the entries named where they are few: `2 app bundles ("com.a", "com.b")`. */
export function namesOf(entries: Entries): string {
  const all = kinds.flatMap((kind) => [...entries[kind]]);
  return all.length === 0 || all.length > mostNamed
    ? countsOf(entries)
    : `${countsOf(entries)} (${quoteList(all, mostNamed)})`;
}
