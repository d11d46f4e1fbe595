/** Whether one slip of the finger lies between two words: a letter too many, too few, another one, or two swapped. */
export function isOneSlipAway(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const from = left.slice(start, left.length - end);
  const to = right.slice(start, right.length - end);
  if (from === to) return false;
  return (from.length <= 1 && to.length <= 1) || (from.length === 2 && from === [...to].toReversed().join(""));
}
