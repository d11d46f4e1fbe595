import type { Measurement, Results } from "../../bench/figures/results";

/** The times of a no-op preview of 10,000 entries, or of something else. */
export function measured(candidate: string, seconds: readonly number[], other: Partial<Measurement> = {}): Measurement {
  return { candidate, seconds, work: "no-op preview", entries: 10_000, ...other };
}

/** The results of a run with these measurements. */
export function resultsWith(...measurements: readonly Measurement[]): Results {
  return { measurements, omissions: [], memory: [] };
}
