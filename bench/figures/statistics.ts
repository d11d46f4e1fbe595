/** The middle of several values, with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws RangeError if there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const [least] = sorted;
  const most = sorted.at(-1);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (least === undefined || most === undefined || upper === undefined || lower === undefined) {
    throw new RangeError("There are no values.");
  }
  return { median: (lower + upper) / 2, least, most };
}
