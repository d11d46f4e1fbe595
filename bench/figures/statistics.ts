/** The middle of several values, with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** All are not a number if there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const last = sorted.length - 1;
  const at = (position: number): number => sorted[position] ?? Number.NaN;
  return { median: (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2, least: at(0), most: at(last) };
}
