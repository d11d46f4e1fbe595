import { named, quote, quoteList } from "../../common/quote";
import { count, noEntries, type Changes, type Entries } from "../../list/entries";
import { kinds } from "../../list/kinds";
import { formatCounts } from "../../list/summary";

/** How sentences name entries. */
export type Naming = ReturnType<typeof naming>;

/**
 * The one place that decides whether entries are named.
 *
 * @param isSecret whether they are only counted. Default: false.
 */
export function naming(isSecret = false) {
  /** A text that may repeat entries; undefined if they are secret. */
  const unlessSecret = (text: string | undefined): string | undefined => (isSecret ? undefined : text);
  return {
    unlessSecret,
    /**
     * Entries in a sentence: their numbers by kind, and the first names in the order of the text: `2 app bundles and 1
     * website ("com.a", "com.b", "a.example")`.
     */
    entries: (entries: Entries, most = named.examples): string => {
      const names = kinds.flatMap((kind) => [...entries[kind]]);
      return formatCounts(entries) + (unlessSecret(names.length === 0 ? "" : ` (${quoteList(names, most)})`) ?? "");
    },
    /** The entries of a change, such as `: +"com.a" −"com.b"`: of many only the removed ones, if they are few. */
    changes: ({ add, remove }: Changes): string => {
      if (count(remove) > named.wholeChange) return "";
      const added = count(add) + count(remove) <= named.wholeChange ? add : noEntries;
      const names = kinds.flatMap((kind) => [
        ...Array.from(added[kind], (entry) => `+${quote(entry)}`),
        ...Array.from(remove[kind], (entry) => `−${quote(entry)}`),
      ]);
      return unlessSecret(names.length === 0 ? "" : `: ${names.join(" ")}`) ?? "";
    },
  };
}
