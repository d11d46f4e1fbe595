/** What a command does, in the order in which they follow each other. */
export const allWork = [
  "create",
  "no-op preview",
  "no-op up",
  "preview of 37 changes",
  "up of 37 changes",
  "preview --refresh",
  "destroy",
] as const;
export type Work = (typeof allWork)[number];

/** How the commands of a table differ from the usual ones. */
export type Circumstances = "usual" | "200 ms" | "200 ms, 500 entries per request" | "no compile cache";

/** What is the same for all candidates of a table. */
export interface Setting {
  /** In each list. */
  readonly entries: number;
  readonly lists: number;
  readonly circumstances: Circumstances;
}

/** The times of a command of one candidate, one per round. */
export interface Measurement extends Setting {
  readonly candidate: string;
  readonly work: Work;
  readonly seconds: readonly number[];
}

/** A candidate that was not measured. */
export interface Omission extends Setting {
  readonly candidate: string;
  readonly reason: string;
}

/** The most memory of a process during a command, in a round that is not timed. */
export interface Memory extends Setting {
  readonly candidate: string;
  readonly work: Work;
  /** Such as "engine", "program", "provider" or "plugin". */
  readonly role: string;
  readonly megabytes: number;
}

/** What a run found. */
export interface Results {
  readonly measurements: readonly Measurement[];
  readonly omissions: readonly Omission[];
  readonly memory: readonly Memory[];
}

/** The machine and the versions. */
export type Environment = Readonly<Record<string, string>>;

/** The times of a command, undefined if it was not measured. */
export function findSeconds(
  { measurements }: Results,
  wanted: Omit<Measurement, "seconds" | "circumstances">,
): readonly number[] | undefined {
  const { candidate, work, entries, lists } = wanted;
  return measurements.find(
    (each) =>
      each.candidate === candidate &&
      each.work === work &&
      each.entries === entries &&
      each.lists === lists &&
      each.circumstances === "usual",
  )?.seconds;
}
