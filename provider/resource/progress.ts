import { formatCount } from "../common/format";
import type { RequestProgress } from "../sync/observe";

/** How long a change takes before the first line about it, and between two lines, in milliseconds. */
const interval = 5000;

/**
 * Prints the progress of a change that takes long: `app list 4321: sent 40 of 120 requests`.
 *
 * @param list the name of the list in a sentence.
 * @param now a monotonic clock, in milliseconds.
 */
export function progressPrinter(
  list: string,
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): (progress: RequestProgress) => void {
  let last = now();
  return ({ sent, left }) => {
    if (left === 0 || now() - last < interval) return;
    last = now();
    print(`${list}: sent ${formatCount(sent)} of ${formatCount(sent + left)} requests`);
  };
}
