import { findSeconds, type Results, type Work } from "./results.ts";
import { growthExponent, pairRounds, spreadOf, type Point } from "./statistics.ts";

/** A target, and whether a run reached it. */
export interface Outcome {
  readonly target: string;
  /** Such as "at most 0.10 s". */
  readonly limit: string;
  /** With its spread; "not measured" if this run lacks a figure. */
  readonly measured: string;
  readonly holds: boolean | undefined;
}

interface Figure {
  readonly value: number;
  readonly text: string;
}

interface Target {
  readonly target: string;
  readonly limit: string;
  readonly holds: (value: number) => boolean;
  readonly figure: (results: Results) => Figure | undefined;
}

/** One command of one candidate. */
interface Command {
  readonly candidate: string;
  readonly work?: Work;
  readonly entries?: number;
  readonly lists?: number;
}

function secondsOf(results: Results, command: Command): readonly number[] | undefined {
  return findSeconds(results, { work: "no-op preview", entries: 10_000, lists: 1, ...command });
}

/** A figure of two commands: of their medians; its spread is that of the same figure round by round. */
function compare(
  left: Command,
  right: Command,
  combine: (left: number, right: number) => number,
  print: (value: number) => string,
): Target["figure"] {
  return (results) => {
    const [own, other] = [secondsOf(results, left), secondsOf(results, right)];
    if (own === undefined || other === undefined) return undefined;
    const value = combine(spreadOf(own).median, spreadOf(other).median);
    const { least, most } = spreadOf(pairRounds(own, other, combine));
    return { value, text: `${print(value)} (${print(least)} to ${print(most)})` };
  };
}

function atMostOver(target: string, seconds: number, left: Command, right: Command): Target {
  const print = (value: number) => `${value.toFixed(2)} s`;
  return {
    target,
    limit: `at most ${print(seconds)}`,
    holds: (value) => value <= seconds,
    figure: compare(left, right, (left, right) => left - right, print),
  };
}

function share(target: string, limit: number | "below 1", left: Command, right: Command): Target {
  const print = (value: number) => value.toFixed(2);
  return {
    target,
    limit: limit === "below 1" ? limit : `at most ${print(limit)}`,
    holds: (value) => (limit === "below 1" ? value < 1 : value <= limit),
    figure: compare(left, right, (left, right) => left / right, print),
  };
}

const sizesOfGrowth = [1000, 10_000, 100_000];

function growth(host: string, candidate: string, empty: string): Target {
  return {
    target: `${host}: growth exponent of a no-op preview over an empty program, 1,000 to 100,000 entries`,
    limit: "at most 1.05",
    holds: (value) => value <= 1.05,
    figure: (results) => {
      const points = sizesOfGrowth.flatMap((entries): readonly Point[] => {
        const own = secondsOf(results, { candidate, entries });
        const floor = secondsOf(results, { candidate: empty, entries });
        if (own === undefined || floor === undefined) return [];
        return [[entries, spreadOf(own).median - spreadOf(floor).median]];
      });
      if (points.length < sizesOfGrowth.length) return undefined;
      const value = growthExponent(points);
      const last = growthExponent(points.slice(-2));
      if (value === undefined || last === undefined) return undefined;
      return { value, text: `${value.toFixed(2)}; from 10,000 to 100,000 ${last.toFixed(2)}` };
    },
  };
}

/** Judges the command with the most memory, and shows the no-op preview beside it. */
function memoryBelow(target: string, megabytes: number, role: string): Target {
  return {
    target,
    limit: `below ${megabytes} MB`,
    holds: (value) => value < megabytes,
    figure: ({ memory }) => {
      const [largest, ...others] = memory
        .filter((each) => each.entries === 100_000 && each.lists === 1 && each.role === role)
        .filter(({ candidate }) => candidate === "dynamic" || candidate.startsWith("plugin-"))
        .toSorted((left, right) => right.megabytes - left.megabytes);
      if (largest === undefined) return undefined;
      const preview = others.find(({ work }) => work === "no-op preview");
      const { megabytes: value, work, candidate } = largest;
      const text = `${value.toFixed(0)} MB (${work}, ${candidate})`;
      return {
        value,
        text: preview === undefined ? text : `${text}; no-op preview ${preview.megabytes.toFixed(0)} MB`,
      };
    },
  };
}

const text = "text";
const array = "array";
const dynamic = "dynamic";
const yaml = "plugin-yaml";
const emptyYaml = "empty-yaml";
const large = { entries: 100_000 };

function overTheFloor(host: string, candidate: string): readonly Target[] {
  return [
    atMostOver(
      `${host}, 10,000: up of 37 changes over a no-op up`,
      0.5,
      { candidate, work: "up of 37 changes" },
      { candidate, work: "no-op up" },
    ),
    atMostOver(
      `${host}, 10,000: create over a tiny resource's create`,
      1,
      { candidate, work: "create" },
      { candidate: "tiny", work: "create" },
    ),
  ];
}

const targets: readonly Target[] = [
  atMostOver("Dynamic, 10,000: no-op preview over bare text", 0.1, { candidate: dynamic }, { candidate: text }),
  share("Dynamic, 10,000: no-op preview, share of the array", "below 1", { candidate: dynamic }, { candidate: array }),
  atMostOver(
    "Dynamic, 100,000: no-op preview over bare text",
    0.25,
    { candidate: dynamic, ...large },
    { candidate: text, ...large },
  ),
  share(
    "Dynamic, 100,000: no-op preview, share of the array",
    0.6,
    { candidate: dynamic, ...large },
    { candidate: array, ...large },
  ),
  share(
    "Dynamic, 20 lists of 10,000: no-op preview, share of bare text",
    1.15,
    { candidate: dynamic, lists: 20 },
    { candidate: text, lists: 20 },
  ),
  atMostOver(
    "Plugin in YAML, 10,000: no-op preview over an empty YAML program",
    0.38,
    { candidate: yaml },
    { candidate: emptyYaml },
  ),
  atMostOver(
    "Plugin in YAML, 100,000: no-op preview over an empty YAML program",
    1,
    { candidate: yaml, ...large },
    { candidate: emptyYaml, ...large },
  ),
  ...overTheFloor("Dynamic", dynamic),
  ...overTheFloor("Plugin in Node.js", "plugin-nodejs"),
  growth("Dynamic", dynamic, "empty-nodejs"),
  growth("Plugin in Node.js", "plugin-nodejs", "empty-nodejs"),
  growth("Plugin in YAML", yaml, emptyYaml),
  memoryBelow("Plugin process at 100,000 entries", 150, "plugin"),
  memoryBelow("Provider process of the dynamic host at 100,000 entries", 300, "provider"),
];

/** Compares a run with all targets. */
export function judgeTargets(results: Results): readonly Outcome[] {
  return targets.map(({ target, limit, holds, figure }) => {
    const found = figure(results);
    return {
      target,
      limit,
      measured: found?.text ?? "not measured",
      holds: found === undefined ? undefined : holds(found.value),
    };
  });
}
