import { allWork, type Circumstances, type Setting, type Work } from "../figures/results.ts";
import type { Candidate } from "./candidates.ts";

/** The parts of a run. */
export const allParts = ["preview", "work", "scale", "lists", "service", "cache"] as const;
export type Part = (typeof allParts)[number];

/** What is measured in turn: each candidate, with each command. */
export interface Section extends Setting {
  readonly part: Part;
  readonly candidates: readonly Candidate[];
  /** Each round has these commands. Without "create", the lists are created before the first and destroyed after the last. */
  readonly work: readonly Work[];
  readonly rounds: number;
}

/** What of all a run measures. */
export interface Selection {
  readonly isQuick: boolean;
  readonly parts: readonly Part[];
  /** The sizes of lists; default: those of the part. */
  readonly sizes: readonly number[] | undefined;
  /** Default: those of the part. */
  readonly rounds: number | undefined;
  /** The names of candidates; default: all, and if it is quick, those that take seconds. */
  readonly only: readonly string[] | undefined;
}

const preview: readonly Work[] = ["no-op preview"];
const ownAndText = ["plugin-nodejs", "dynamic", "text"];
const own = ["plugin-nodejs", "dynamic"];

/** The sections of a run, without those that have no candidate. */
export function planSections(selection: Selection, candidates: readonly Candidate[]): readonly Section[] {
  const { isQuick, parts, sizes, only } = selection;
  const chosen = candidates.filter(({ name }) =>
    only === undefined ? !(isQuick && name === "resource-per-entry") : only.includes(name),
  );
  const named = (names: readonly string[]) => chosen.filter(({ name }) => names.includes(name));
  const rounds = (usual: number) => selection.rounds ?? (isQuick ? Math.min(usual, 2) : usual);
  const section = (
    part: Part,
    entries: number,
    those: readonly Candidate[],
    work: readonly Work[],
    usualRounds = 5,
    { lists = 1, circumstances = "usual" }: { readonly lists?: number; readonly circumstances?: Circumstances } = {},
  ): Section => ({ part, entries, lists, circumstances, candidates: those, work, rounds: rounds(usualRounds) });

  const perList = isQuick ? 1000 : 10_000;
  const previews = (sizes ?? (isQuick ? [1000] : [100, 1000, 10_000, 100_000])).flatMap((entries) => [
    section(
      "preview",
      entries,
      chosen.filter((each) => !isSlow(entries, each)),
      preview,
    ),
    section(
      "preview",
      entries,
      chosen.filter((each) => isSlow(entries, each)),
      preview,
      2,
    ),
  ]);
  const rest = allWork.filter((each) => each !== "no-op preview");
  // Nothing changes in an empty program, and in Python the plugin does what it does in YAML.
  const declaring = chosen.filter(({ name }) => !name.startsWith("empty-") && name !== "plugin-python");
  const work = (sizes ?? (isQuick ? [1000] : [1000, 10_000, 100_000])).map((entries) => {
    if (sizes !== undefined || isQuick || entries === 10_000) return section("work", entries, declaring, rest);
    return entries === 1000
      ? section("scale", entries, named(["dynamic", "resource-per-entry"]), rest, 1)
      : section("scale", entries, named([...ownAndText, "array"]), rest, 3);
  });
  const many = isQuick ? 5 : 20;
  const lists = [
    section("lists", perList, named([...ownAndText, "array"]), preview, 5, { lists: many }),
    section("lists", perList, isQuick ? [] : named(ownAndText), preview, 3, { lists: 50 }),
  ];
  const changes: readonly Work[] = ["create", "destroy"];
  const service = [
    section("service", perList, named(own), changes, 3, { lists: many }),
    section("service", perList, named(own), changes, 3, { lists: many, circumstances: "200 ms" }),
    section("service", perList, named(own), changes, 3, { circumstances: "200 ms, 500 entries per request" }),
  ];
  const cache = [section("cache", perList, named(["tiny", ...own]), preview, 5, { circumstances: "no compile cache" })];
  return [...previews, ...work, ...lists, ...service, ...cache]
    .filter(({ part, entries }) => parts.includes(part) && (sizes?.includes(entries) ?? true))
    .map((each) => ({ ...each, candidates: each.candidates.filter((candidate) => canDeclare(candidate, each)) }))
    .filter(({ candidates }) => candidates.length > 0);
}

/** Whether one command takes about ten seconds or more: it then has fewer rounds. */
function isSlow(entries: number, { name }: Candidate): boolean {
  return (name === "object" && entries >= 100_000) || (name === "resource-per-entry" && entries >= 1000);
}

function canDeclare({ mostEntries = Infinity, hasOneList }: Candidate, { entries, lists }: Setting): boolean {
  return entries <= mostEntries && (lists === 1 || hasOneList !== true);
}

/** Everything: each candidate that can declare them with 1, 20 and 50 lists of each size, and each command five times. */
export function planEverything(candidates: readonly Candidate[]): readonly Section[] {
  return [1, 20, 50].flatMap((lists) =>
    [100, 1000, 10_000, 100_000].map((entries): Section => {
      const setting = { entries, lists, circumstances: "usual" } as const;
      const able = candidates.filter((each) => canDeclare(each, setting));
      return { part: "work", ...setting, candidates: able, work: allWork, rounds: 5 };
    }),
  );
}

/** The commands of the untimed round before the first: all if their memory matters, else those that fill caches. */
export function warmUp(section: Section): readonly Work[] {
  if (section.entries >= 100_000 || !section.work.includes("create")) return section.work;
  return section.work.filter((each) => each === "create" || each === "no-op up" || each === "destroy");
}

/** Roughly the seconds that a section takes on two cores. */
export function estimateSeconds(section: Section): number {
  const { candidates, work, rounds, entries, lists } = section;
  const around: readonly Work[] = work.includes("create") ? [] : ["create", "destroy"];
  const commands = [...around, ...warmUp(section), ...Array.from({ length: rounds }, () => work).flat()];
  return candidates.reduce((sum, { cost: [seconds, more] }) => {
    const one = seconds + (more * entries * lists) / 10_000;
    return sum + commands.reduce((total, each) => total + (each === "create" ? one * 1.5 : one), 0);
  }, 0);
}
