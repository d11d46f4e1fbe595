import { Bench } from "tinybench";
import type { Benchmark } from "./benchmark";
import { entryBenchmarks } from "./entries";
import { responseBenchmarks } from "./responses";

/** The times of one function, in milliseconds. */
export interface Times {
  readonly median: number;
  /** The shortest time: on a machine that does other things as well, the one to compare. */
  readonly shortest: number;
}

/** The times of a benchmark and of its lower bound. */
export interface Measurement {
  readonly name: string;
  readonly entries: number;
  readonly times: Times;
  readonly bound: string;
  readonly boundTimes: Times;
}

/** The modules that are measured. */
const suites: readonly ((size: number) => readonly Benchmark[])[] = [entryBenchmarks, responseBenchmarks];

/** Measures everything at one number of entries. */
export async function measure(entries: number, milliseconds: number): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const benchmark of suites.flatMap((suite) => suite(entries))) {
    const bench = new Bench({ time: milliseconds, iterations: 10, warmupTime: milliseconds / 2, throws: true });
    bench.add("bound", () => void benchmark.runBound());
    bench.add("run", benchmark.run, { beforeEach: async () => void (await benchmark.prepare()) });
    await bench.run();
    const timesOf = (task: string): Times => {
      const result = bench.getTask(task)?.result;
      if (result === undefined || !("latency" in result)) throw new Error(`${benchmark.name} has no result.`);
      return { median: result.latency.p50, shortest: result.latency.min };
    };
    const { name, bound } = benchmark;
    measurements.push({ name, entries, times: timesOf("run"), bound, boundTimes: timesOf("bound") });
  }
  return measurements;
}
