/** A clock that advances only during delays, so that no test waits. */
export interface VirtualTime {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The delays so far, in milliseconds. */
  readonly delays: readonly number[];
}

/** Makes a clock that starts at 0. */
export function virtualTime(): VirtualTime {
  const delays: number[] = [];
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      delays.push(milliseconds);
      now += milliseconds;
    },
    delays,
  };
}
