import { findSeconds, isSame, type Command, type Results } from "./results.ts";
import { spreadOf, sumsOf } from "./statistics.ts";

/** A target, and whether a run reached it. */
export interface Outcome {
  readonly target: string;
  /** Such as "at most 0.15 s". */
  readonly limit: string;
  /** With its spread; "not measured" if this run lacks a figure. */
  readonly measured: string;
  readonly holds: boolean | undefined;
}

/** By how many seconds a command may take longer than another one: a sum of commands, some of them subtracted. */
interface Target {
  readonly target: string;
  readonly seconds: number;
  readonly terms: readonly Term[];
}

type Term = readonly [sign: 1 | -1, command: Command];

const previews = [
  ["Dynamic", "dynamic", "bare text", "text", { 10_000: 0.15, 100_000: 0.35 }],
  ["Plugin in YAML", "plugin-yaml", "an empty YAML program", "empty-yaml", { 10_000: 0.38, 100_000: 1.1 }],
  ["Plugin in YAML", "plugin-yaml", "a plugin that does nothing", "floor-yaml", { 10_000: 0.06, 100_000: 0.25 }],
  ["Plugin in YAML, 20 lists", "plugin-yaml-20", "a plugin that does nothing", "floor-yaml-20", { 10_000: 0.1 }],
] as const;

const changes = [
  ["Dynamic", "dynamic", 10_000, 0.5, undefined],
  ["Plugin in Node.js", "plugin-nodejs", 10_000, 0.5, undefined],
  ["Dynamic", "dynamic", 100_000, 0.5, "text"],
  ["Plugin in YAML", "plugin-yaml", 100_000, 1, undefined],
] as const;

const targets: readonly Target[] = [
  ...previews.flatMap(([host, candidate, base, baseCandidate, limits]) =>
    Object.entries(limits).map(([size, seconds]): Target => {
      const entries = Number(size);
      const command = { work: "no-op preview", entries } as const;
      return {
        target: `${host}, ${entries.toLocaleString("en-US")}: no-op preview over ${base}`,
        seconds,
        terms: [
          [1, { candidate, ...command }],
          [-1, { candidate: baseCandidate, ...command }],
        ],
      };
    }),
  ),
  ...changes.map(([host, candidate, entries, seconds, floor]): Target => {
    const [up, noop] = [{ work: "up of 37 changes", entries } as const, { work: "no-op up", entries } as const];
    const beyond = floor === undefined ? "" : ", beyond the same of bare text";
    return {
      target: `${host}, ${entries.toLocaleString("en-US")}: up of 37 changes over a no-op up${beyond}`,
      seconds,
      terms: [
        [1, { candidate, ...up }],
        [-1, { candidate, ...noop }],
        ...(floor === undefined
          ? []
          : ([
              [-1, { candidate: floor, ...up }],
              [1, { candidate: floor, ...noop }],
            ] as const)),
      ],
    };
  }),
];

/**
 * The most memory of our process with 100,000 entries, in MB: without changes, and of every other command. V8 decides when
 * it collects garbage: the dynamic provider's process is shared with other providers, so that no flags are set there.
 */
const memoryLimits = [
  ["Plugin", "plugin-yaml", "plugin", { none: 160, other: 290 }],
  ["Dynamic", "dynamic", "provider", { none: 360, other: 470 }],
] as const;

const largest = 100_000;

/** Whether a target is judged by the duration of a command. */
export function isTimed(wanted: Command): boolean {
  return targets.some(({ terms }) => terms.some(([, command]) => isSame(command, wanted)));
}

/** Whether a target is judged by the memory of a candidate with a list of this length. */
export function isWatched({ candidate, entries }: Pick<Command, "candidate" | "entries">): boolean {
  return entries === largest && memoryLimits.some(([, watched]) => watched === candidate);
}

/** Compares the medians of a run with all targets. The spread is that of the sums round by round. */
export function judgeTargets(results: Results): readonly Outcome[] {
  const print = (seconds: number) => `${seconds.toFixed(2)} s`;
  const outcomes = targets.map(({ target, seconds, terms }): Outcome => {
    const limit = `at most ${print(seconds)}`;
    const times = terms.flatMap(([sign, command]) => {
      const found = findSeconds(results, command);
      return found === undefined ? [] : [{ sign, found }];
    });
    if (times.length < terms.length) return { target, limit, measured: "not measured", holds: undefined };
    const value = times.reduce((sum, { sign, found }) => sum + sign * spreadOf(found).median, 0);
    const { least, most } = spreadOf(sumsOf(times.map(({ sign, found }) => found.map((each) => sign * each))));
    return { target, limit, measured: `${print(value)} (${print(least)} to ${print(most)})`, holds: value <= seconds };
  });
  return [...outcomes, ...judgeMemory(results)];
}

function judgeMemory({ memory }: Results): readonly Outcome[] {
  return memoryLimits.flatMap(([host, candidate, role, limits]) =>
    (["none", "other"] as const).map((changes): Outcome => {
      const commands = changes === "none" ? "commands without changes" : "all other commands";
      const target = `${host}, 100,000: most memory of ${commands}`;
      const limit = `at most ${limits[changes]} MB`;
      const [most] = memory
        .filter((each) => each.candidate === candidate && each.role === role && each.entries === largest)
        .filter(({ work }) => (work === "no-op preview" || work === "no-op up") === (changes === "none"))
        .toSorted((left, right) => right.megabytes - left.megabytes);
      if (most === undefined) return { target, limit, measured: "not measured", holds: undefined };
      const measured = `${most.megabytes.toFixed(0)} MB (${most.work})`;
      return { target, limit, measured, holds: most.megabytes <= limits[changes] };
    }),
  );
}
