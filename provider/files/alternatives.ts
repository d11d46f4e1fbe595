/**
 * How many patterns a glob stands for, at the most, by its braces: `{a,b}.txt` stands for two, and so does `{1..2}`.
 *
 * Node writes them all out before it looks for the first file, and a pattern of a hundred characters can stand for more
 * than fit into memory.
 */
export function alternativesOf(pattern: string): number {
  let count = 1;
  // From the inside outwards: a group in a group counts as often as it stands in it, or oftener.
  let [outer, rest] = ["", pattern];
  while (outer !== rest) {
    outer = rest;
    rest = outer.replaceAll(/\{([^{}]*)\}/gu, (_, group: string) => {
      count *= countOf(group);
      return "";
    });
  }
  return count;
}

function countOf(group: string): number {
  const range = /^(-?\d+)\.\.(-?\d+)(?:\.\.-?\d+)?$/u.exec(group);
  if (range !== null) return Math.abs(Number(range[2]) - Number(range[1])) + 1;
  return group.split(",").length;
}
