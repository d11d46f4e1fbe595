import { allWork, type Work } from "../figures/results.ts";
import { isTimed, isWatched } from "../figures/targets.ts";
import type { Candidate } from "./candidates.ts";

/** The parts of a run. */
export const allParts = ["preview", "work", "memory"] as const;
type Part = (typeof allParts)[number];

/** What is measured in turn: each candidate, with each command. */
export interface Section {
  readonly part: Part;
  readonly entries: number;
  readonly candidates: readonly Candidate[];
  /** Each round has these commands. Without "create", the lists are created before the first and destroyed after the last. */
  readonly work: readonly Work[];
  /** The timed rounds, after one that is not timed and shows the memory. */
  readonly rounds: number;
}

/** What of all a run measures. */
export interface Selection {
  /** Whether only the commands are measured that the targets compare. */
  readonly isForTargets: boolean;
  readonly parts: readonly Part[];
  /** The lengths of the list; default: those of the part. */
  readonly sizes: readonly number[] | undefined;
  readonly rounds: number;
  /** The names of candidates. */
  readonly only: readonly string[];
}

const sizesOf: Readonly<Record<Part, readonly number[]>> = {
  preview: [10_000, 100_000],
  // With the longest lists only what the targets compare: a round of the others takes minutes.
  work: [10_000, 100_000],
  memory: [100_000],
};

const workOf: Readonly<Record<Part, readonly Work[]>> = {
  preview: ["no-op preview"],
  work: allWork.filter((each) => each !== "no-op preview"),
  memory: allWork,
};

/** The sections of a run, without those that have no candidate. */
export function planSections(selection: Selection, candidates: readonly Candidate[]): readonly Section[] {
  const { isForTargets, parts, sizes, only, rounds } = selection;
  return parts
    .flatMap((part) =>
      (sizes ?? sizesOf[part]).map((entries): Section => {
        const isUsed = (candidate: string, work: Work) => {
          if (part === "memory") return isWatched({ candidate, entries });
          const isForTargetsOnly = isForTargets || (part === "work" && entries === 100_000);
          return !isForTargetsOnly || isTimed({ candidate, work, entries });
        };
        const able = candidates.filter(
          ({ name, mostEntries = Infinity }) =>
            only.includes(name) &&
            entries <= mostEntries &&
            // Nothing changes in an empty program, and 20 lists take a minute.
            (part !== "work" || !/^empty-|-20$/u.test(name)) &&
            workOf[part].some((work) => isUsed(name, work)),
        );
        // Each round needs a list to change.
        const isAround = (work: Work) => work === "create" || work === "destroy";
        const work = workOf[part].filter((each) => isAround(each) || able.some(({ name }) => isUsed(name, each)));
        return { part, entries, candidates: able, work, rounds: part === "memory" ? 0 : rounds };
      }),
    )
    .filter(({ candidates }) => candidates.length > 0);
}
