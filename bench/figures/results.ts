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

/** A command of a candidate, with a list of this length. */
export interface Command {
  readonly candidate: string;
  readonly work: Work;
  readonly entries: number;
}

/** The times of a command, one per round. */
export interface Measurement extends Command {
  readonly seconds: readonly number[];
}

/** A candidate that was not measured. */
export interface Omission extends Omit<Command, "work"> {
  readonly reason: string;
}

/** The most memory of a process during a command, in a round that is not timed. */
export interface Memory extends Command {
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
export function findSeconds({ measurements }: Results, wanted: Command): readonly number[] | undefined {
  return measurements.find((each) => isSame(each, wanted))?.seconds;
}

export function isSame(one: Command, other: Command): boolean {
  return one.candidate === other.candidate && one.work === other.work && one.entries === other.entries;
}
