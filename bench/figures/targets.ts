import { findSeconds, isSame, type Command, type Results } from "./results.ts";
import { spreadOf } from "./statistics.ts";

/** A target, and whether a run reached it. */
export interface Outcome {
  readonly target: string;
  /** Such as "at most 1.15". */
  readonly limit: string;
  /** With its spread; "not measured" if this run lacks a figure. */
  readonly measured: string;
  /** Undefined if this run lacks a figure. */
  readonly isMissed?: boolean;
}

/** How many times as long a command may take as another one. */
interface Target {
  readonly target: string;
  readonly ratio: number;
  /** The duration of the first is divided by that of the second, multiplied by that of the third, and divided again. */
  readonly commands: readonly Command[];
}

const previews = [
  ["Dynamic", "dynamic", "bare text", "text", { 10_000: 1.1, 100_000: 1.15 }],
  ["Plugin in YAML", "plugin-yaml", "an empty YAML program", "empty-yaml", { 10_000: 2.2, 100_000: 4 }],
  ["Plugin in YAML", "plugin-yaml", "a plugin that does nothing", "floor-yaml", { 10_000: 1.15, 100_000: 1.3 }],
  ["Plugin in YAML, 20 lists", "plugin-yaml-20", "a plugin that does nothing", "floor-yaml-20", { 10_000: 1.1 }],
] as const;

const changes = [
  ["Dynamic", "dynamic", 10_000, 1.3, undefined],
  ["Plugin in Node.js", "plugin-nodejs", 10_000, 1.4, undefined],
  ["Dynamic", "dynamic", 100_000, 1.2, "text"],
  ["Plugin in YAML", "plugin-yaml", 100_000, 2, undefined],
] as const;

const targets: readonly Target[] = [
  ...previews.flatMap(([host, candidate, base, baseCandidate, limits]) =>
    Object.entries(limits).map(([size, ratio]): Target => {
      const entries = Number(size);
      const command = { work: "no-op preview", entries } as const;
      return {
        target: `${host}, ${entries.toLocaleString("en-US")}: no-op preview, to that of ${base}`,
        ratio,
        commands: [candidate, baseCandidate].map((each) => ({ candidate: each, ...command })),
      };
    }),
  ),
  ...changes.map(([host, candidate, entries, ratio, floor]): Target => {
    const up = (each: string) => ({ candidate: each, work: "up of 37 changes", entries }) as const;
    const noop = (each: string) => ({ candidate: each, work: "no-op up", entries }) as const;
    const beyond = floor === undefined ? "" : ", to the same ratio of bare text";
    return {
      target: `${host}, ${entries.toLocaleString("en-US")}: up of 37 changes, to a no-op up${beyond}`,
      ratio,
      commands: [up(candidate), noop(candidate), ...(floor === undefined ? [] : [noop(floor), up(floor)])],
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
  return targets.some(({ commands }) => commands.some((command) => isSame(command, wanted)));
}

/** Whether a target is judged by the memory of a candidate with a list of this length. */
export function isWatched({ candidate, entries }: Pick<Command, "candidate" | "entries">): boolean {
  return entries === largest && memoryLimits.some(([, watched]) => watched === candidate);
}

/** Compares the medians of a run with all targets. The spread is that of the quotients round by round. */
export function judgeTargets(results: Results): readonly Outcome[] {
  const outcomes = targets.map(({ target, ratio, commands }): Outcome => {
    const limit = `at most ${ratio.toFixed(2)}`;
    const times = commands.flatMap((command) => {
      const found = findSeconds(results, command);
      return found === undefined ? [] : [found];
    });
    if (times.length < commands.length) return { target, limit, measured: "not measured" };
    const quotientOf = (pick: (seconds: readonly number[]) => number): number =>
      times.reduce((value, found, index) => (index % 2 === 0 ? value * pick(found) : value / pick(found)), 1);
    const value = quotientOf((seconds) => spreadOf(seconds).median);
    const rounds = Math.min(...times.map((found) => found.length));
    const quotients = Array.from({ length: rounds }, (_, round) => quotientOf((seconds) => seconds[round] ?? 1));
    const { least, most } = spreadOf(quotients);
    const measured = `${value.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
    return { target, limit, measured, isMissed: value > ratio };
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
      if (most === undefined) return { target, limit, measured: "not measured" };
      const measured = `${most.megabytes.toFixed(0)} MB (${most.work})`;
      return { target, limit, measured, isMissed: most.megabytes > limits[changes] };
    }),
  );
}
