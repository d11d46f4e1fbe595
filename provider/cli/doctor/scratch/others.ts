import type { SeenList } from "./seen-list";
import { quoteList } from "../../../common/quote";
import { kinds, nameOf, type ByKind } from "../../../list/kinds";

/**
 * Says which entries of others are not as they were first, each copy counted.
 *
 * @returns undefined where all are, as far as the service shows them.
 */
export function nameOthersChanged(
  first: ByKind<readonly string[] | undefined> | undefined,
  latest: SeenList | undefined,
  isOwn: (entry: string) => boolean,
): string | undefined {
  const changes = kinds.flatMap((kind) => {
    const before = first?.[kind];
    const after = latest?.entries[kind]?.filter((entry) => !isOwn(entry));
    if (before === undefined || after === undefined) return [];
    const gone = without(before, after);
    const come = without(after, before);
    return [
      ...(gone.length > 0 ? [`${nameOf(kind, gone.length)} ${quoteList(gone)} went`] : []),
      ...(come.length > 0 ? [`${nameOf(kind, come.length)} ${quoteList(come)} came`] : []),
    ];
  });
  return changes.length === 0 ? undefined : changes.join("; ");
}

/** The entries that are in one list and not in the other, each copy counted. */
function without(entries: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const entry of others) left.set(entry, (left.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}
