import type { Kind } from "../../provider/list/kinds";
import { PlacedEntry, type ListedEntry } from "../../provider/check/listed-entries";

/** An entry that is listed at a place, such as "apps.txt:3". */
export function listedAt(source: string, listed: ListedEntry, kind?: Kind): ListedEntry {
  return new PlacedEntry(listed, () => source, kind);
}
