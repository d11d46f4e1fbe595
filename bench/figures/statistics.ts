/** The middle of several values, with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/**
 * The spread of values.
 *
 * @throws RangeError if there are none.
 */
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

/** A combination of the values that two candidates have in the same round. */
export function pairRounds(
  left: readonly number[],
  right: readonly number[],
  combine: (left: number, right: number) => number,
): readonly number[] {
  return left.flatMap((value, round) => {
    const other = right[round];
    return other === undefined ? [] : [combine(value, other)];
  });
}

/** A size and what it costs, both above 0. */
export type Point = readonly [size: number, cost: number];

/**
 * The exponent of the power of the size with which the cost grows: least squares over the logarithms.
 *
 * @returns undefined if there are fewer than two sizes, or a cost is not above 0.
 */
export function growthExponent(points: readonly Point[]): number | undefined {
  if (new Set(points.map(([size]) => size)).size < 2 || points.some(([, cost]) => cost <= 0)) return undefined;
  const logarithms = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const count = points.length;
  const meanSize = logarithms.reduce((sum, [size]) => sum + size, 0) / count;
  const meanCost = logarithms.reduce((sum, [, cost]) => sum + cost, 0) / count;
  const covariance = logarithms.reduce((sum, [size, cost]) => sum + (size - meanSize) * (cost - meanCost), 0);
  const variance = logarithms.reduce((sum, [size]) => sum + (size - meanSize) ** 2, 0);
  return covariance / variance;
}
