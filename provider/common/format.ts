/** A count for people: 10000 is "10,000". Intl is not used: its first use takes 20 ms in each process. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** "a", "a and b", "a, b, and c". Intl is not used, for the same reason. */
export function joinPhrases(phrases: readonly string[]): string {
  return phrases.join(", ").replace(/, (?!.*, )/u, phrases.length > 2 ? ", and " : " and ");
}

/** A count with its noun: "1 file", "10,000 entries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * A part of all entries, with its share: "19 of 10,000 entries (0.2%)", "1 of 10,000 entries (under 0.1%)".
 *
 * @param name the words for the whole. Default: its number of entries, such as "10,000 entries".
 */
export function formatPart(part: number, whole: number, name = plural(whole, "entry", "entries")): string {
  return `${formatCount(part)} of ${name} (${formatShare(whole === 0 ? 0 : part / whole)})`;
}

/** A share, from 0 to 1, with at most one decimal: "0.2%", "under 0.1%". */
export function formatShare(share: number): string {
  return share > 0 && share < 0.001 ? "under 0.1%" : `${Math.round(share * 1000) / 10}%`;
}
