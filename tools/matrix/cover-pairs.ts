/**
 * Chooses rows such that each pair of values of some row is also in a chosen one. It
 * takes the row with the most new pairs, the first of several, until no pair is new.
 */
export function coverPairs<Row extends Readonly<Record<string, string>>>(rows: readonly Row[]): readonly Row[] {
  const missing = new Set(rows.flatMap(pairsOf));
  const chosen: Row[] = [];
  while (missing.size > 0) {
    const gain = (row: Row): number => pairsOf(row).filter((pair) => missing.has(pair)).length;
    const best = rows.reduce((best, row) => (gain(row) > gain(best) ? row : best));
    chosen.push(best);
    for (const pair of pairsOf(best)) missing.delete(pair);
  }
  return chosen;
}

function pairsOf(row: Readonly<Record<string, string>>): readonly string[] {
  const cells = Object.entries(row);
  return cells.flatMap((first, index) => cells.slice(index + 1).map((second) => JSON.stringify([first, second])));
}
