/**
 * The first of some lines that fit, a line break each counted.
 *
 * @param most how many characters there are.
 */
export function takeLines(lines: readonly string[], most: number): readonly string[] {
  let rest = most;
  const end = lines.findIndex((line) => {
    rest -= line.length + 1;
    return rest < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
