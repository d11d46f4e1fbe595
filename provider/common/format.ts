/** A count for a person: 10000 is "10,000". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A count with its noun: "1 file", "10,000 entries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A percentage for a person: "40%", "16.7%". */
export function formatPercentage(percentage: number): string {
  return `${percentage.toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
}

/** The share of a part in a whole: "0.2%", "40%", "under 0.1%". */
export function formatShare(part: number, whole: number): string {
  const percentage = whole === 0 ? 0 : (part * 100) / whole;
  return percentage > 0 && percentage < 0.1 ? "under 0.1%" : formatPercentage(percentage);
}

/** A part of all entries: "19 of 10,000 entries (0.2%)". */
export function formatPart(part: number, whole: number): string {
  return `${formatCount(part)} of ${plural(whole, "entry", "entries")} (${formatShare(part, whole)})`;
}
