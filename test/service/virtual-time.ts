/** A time that passes only in pauses, so that no test waits. */
export interface VirtualTime {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The pauses that were made, in milliseconds. */
  readonly pauses: readonly number[];
}

/** Makes a time that begins at 0 and passes only in pauses. */
export function virtualTime(): VirtualTime {
  const pauses: number[] = [];
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
    pauses,
  };
}
