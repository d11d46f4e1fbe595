import { parseArgs } from "node:util";
import { candidates } from "./candidates.ts";
import { allParts } from "./sections.ts";

/**
 * The options of `npm run bench`: what it measures, the folder of the results (default: reports/), and whether
 * bench/README.md gets the figures.
 *
 * @throws Error naming the first invalid option
 */
export function readOptions(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      targets: { type: "boolean", default: false },
      only: { type: "string" },
      parts: { type: "string" },
      sizes: { type: "string" },
      rounds: { type: "string", default: "5" },
      out: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const { targets, only, parts, sizes, write } = values;
  if (write && (targets || [only, parts, sizes].some((part) => part !== undefined))) {
    throw new Error("--write replaces all figures, so it takes only --rounds and --out.");
  }
  const names = candidates.map(({ name }) => name);
  return {
    selection: {
      isForTargets: targets,
      only: readNames("--only", only, names),
      parts: readNames("--parts", parts, allParts),
      sizes: sizes?.split(",").map((size) => readCount("--sizes", size)),
      rounds: readCount("--rounds", values.rounds),
    },
    out: values.out,
    isWritten: write,
  };
}

function readNames<Name extends string>(
  option: string,
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  if (text === undefined) return names;
  return text.split(",").map((word) => {
    const name = names.find((each) => each === word);
    if (name === undefined) throw new Error(`${option} has no "${word}". It takes ${names.join(", ")}.`);
    return name;
  });
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/u.test(text)) throw new Error(`${option} takes numbers from 1 to 999999; "${text}" is none.`);
  return Number(text);
}
