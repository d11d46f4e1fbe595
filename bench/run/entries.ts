/** The changed entries: 18 are removed and 19 added, all over the list. */
const removals = 18;
const additions = 19;

/** The text of a list. */
export function listText(entries: number, isChanged: boolean): string {
  const all = Array.from({ length: entries }, (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`);
  if (!isChanged) return `${all.join("\n")}\n`;
  const spread = (count: number) => Array.from({ length: count }, (_, index) => Math.floor((index * entries) / count));
  const removed = new Set(spread(removals));
  const added = spread(additions).map((index) => `com.publisher${String(index).padStart(6, "0")}.new`);
  return `${[...all.filter((_, index) => !removed.has(index)), ...added].toSorted().join("\n")}\n`;
}
