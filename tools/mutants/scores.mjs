import { dirname } from "node:path";

/** Statuses of mutants that count for a score, and whether the tests noticed them. */
const isNoticed = new Map([
  ["Killed", true],
  ["Timeout", true],
  ["Survived", false],
  ["NoCoverage", false],
]);

/**
 * The mutants of a folder that the tests noticed, and all that count.
 *
 * @typedef {{ readonly folder: string, readonly noticed: number, readonly all: number }} Score
 */

/**
 * The part of Stryker's JSON report that is read here.
 *
 * @typedef {{ readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>> }} MutantReport
 */

/**
 * Counts the mutants of each folder. A folder without any is left out.
 *
 * @param {MutantReport} report
 * @returns {readonly Score[]}  sorted by folder
 */
export function scoresOf({ files }) {
  const statuses = Object.groupBy(
    Object.entries(files).flatMap(([path, { mutants }]) => mutants.map(({ status }) => [dirname(path), status])),
    ([folder = ""]) => folder,
  );
  return Object.entries(statuses)
    .map(([folder, counted = []]) => {
      const noticed = counted.flatMap(([, status = ""]) => isNoticed.get(status) ?? []);
      return { folder, noticed: noticed.filter((each) => each).length, all: noticed.length };
    })
    .filter(({ all }) => all > 0)
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
}

/**
 * A line with the score of a folder, and whether it reaches its limit.
 *
 * @param {Score} score
 * @param {Readonly<Record<string, number>>} limits  the least score of a folder, in percent
 * @returns {{ readonly line: string, readonly isReached: boolean }}
 */
export function judgeScore({ folder, noticed, all }, limits) {
  const percent = (100 * noticed) / all;
  const limit = limits[folder] ?? 0;
  const isReached = percent >= limit;
  const shown = (Math.floor(percent * 10) / 10).toFixed(1);
  return {
    line: `${folder}: ${noticed} of ${all} mutants noticed, ${shown}% (at least ${limit}%${isReached ? "" : ": FAILED"})`,
    isReached,
  };
}
