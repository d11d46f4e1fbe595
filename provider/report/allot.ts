/**
 * Divides a budget among parts, so that small ones are whole and large ones get the same.
 *
 * @param sizes what each part would take.
 * @returns what each part gets: no more than its size, and together no more than the budget.
 */
export function allot(sizes: readonly number[], budget: number): readonly number[] {
  const allotted = sizes.map(() => 0);
  let rest = budget;
  let left = sizes.length;
  for (const { index, size } of sizes.map((size, index) => ({ index, size })).toSorted((a, b) => a.size - b.size)) {
    const share = Math.min(size, Math.max(0, Math.floor(rest / left)));
    allotted[index] = share;
    rest -= share;
    left -= 1;
  }
  return allotted;
}
