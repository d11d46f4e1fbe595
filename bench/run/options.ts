import { parseArgs } from "node:util";
import { candidates } from "./candidates.ts";
import { allParts, type Part, type Selection } from "./sections.ts";

/** The options of `npm run bench`. */
export interface Options {
  readonly selection: Selection;
  /** Where the results are written. Default: reports/. */
  readonly out: string | undefined;
  /** Whether bench/README.md gets the figures. */
  readonly isWritten: boolean;
  readonly isHelp: boolean;
}

/** What `npm run bench -- --help` prints. */
export const help = `npm run bench -- [options]

  --quick           a few minutes: small lists, few rounds
  --only NAME,…     candidates: ${candidates.map(({ name }) => name).join(", ")}
  --parts PART,…    ${allParts.join(", ")}
  --sizes NUMBER,…  entries of a list
  --rounds NUMBER   rounds of each command
  --out FOLDER      where bench.json and bench.md are written; default: reports
  --write           also writes the figures to bench/README.md
`;

/** @throws Error naming the first invalid option */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      parts: { type: "string" },
      sizes: { type: "string" },
      rounds: { type: "string" },
      out: { type: "string" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const names = candidates.map(({ name }) => name);
  return {
    selection: {
      isQuick: values.quick,
      only: readNames("--only", values.only, names),
      parts: readNames<Part>("--parts", values.parts, allParts) ?? allParts,
      sizes: values.sizes?.split(",").map((size) => readCount("--sizes", size)),
      rounds: values.rounds === undefined ? undefined : readCount("--rounds", values.rounds),
    },
    out: values.out,
    isWritten: values.write,
    isHelp: values.help,
  };
}

function readNames<Name extends string>(
  option: string,
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] | undefined {
  return text?.split(",").map((word) => {
    const name = names.find((each) => each === word);
    if (name === undefined) throw new Error(`${option} has no "${word}". It takes ${names.join(", ")}.`);
    return name;
  });
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/u.test(text)) throw new Error(`${option} takes numbers from 1 to 999999; "${text}" is none.`);
  return Number(text);
}
