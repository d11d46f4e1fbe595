import type { Language } from "../engine/languages.mjs";

/** The form in which the story is told: what a person writes, and what it needs. */
export interface Edition {
  /** What the project is made of: the path in this clone, and that in the project. */
  readonly files: readonly (readonly [from: string, to: string])[];
  /** From the root of the project: what declares the list, and the files with its apps and placements. */
  readonly program: string;
  readonly appsFile: string;
  readonly placementsFile: string;
  /** The languages whose hosts it needs beside the engine. */
  readonly languages: readonly Language[];
  /** Whether the plugin serves the list, which is installed first. */
  readonly needsPlugin: boolean;
  /** The title of the first step. */
  readonly title: string;
  /** The sentence before the program. */
  readonly introduction: string;
  /** How to do the same on a real account: what comes before the settings, and the last step. */
  readonly before: string;
  readonly last: string;
}

const inQuickstart = "examples/quickstart";

/** A TypeScript program and the dynamic provider. */
export const typeScript: Edition = {
  files: [
    ["Pulumi.yaml", "Pulumi.yaml"],
    [inQuickstart, inQuickstart],
  ],
  program: `${inQuickstart}/index.ts`,
  appsFile: `${inQuickstart}/lists/blocked-apps.txt`,
  placementsFile: `${inQuickstart}/lists/blocked-placements.txt`,
  languages: [],
  needsPlugin: false,
  title: "A program, and a list that other people use too",
  introduction: `The program is ${inQuickstart}/index.ts. It takes its entries from text files:`,
  before: `export PATH="$(npm run --silent engine):$PWD/node_modules/.bin:$PATH" && pulumi login && pulumi stack init dev`,
  last: "Put your entries into the files in examples/quickstart/lists, then: pulumi preview --diff && pulumi up",
};

/** Text files without a program, and the plugin. */
export const yaml: Edition = {
  files: [
    ["examples/yaml/Pulumi.yaml", "Pulumi.yaml"],
    ["examples/yaml/lists", "lists"],
  ],
  program: "Pulumi.yaml",
  appsFile: "lists/blocked-apps.txt",
  placementsFile: "lists/blocked-placements.txt",
  languages: ["yaml"],
  needsPlugin: true,
  title: "Text files, no program, and a list that other people use too",
  introduction: "There is no program. Pulumi.yaml, that of examples/yaml, names two text files:",
  before:
    `export PATH="$(npm run --silent engine -- --languages=yaml):$PWD/node_modules/.bin:$PATH" && cd examples/yaml && ` +
    "pulumi login && pulumi stack init dev",
  last: "Put your entries into the files in examples/yaml/lists, then: pulumi preview --diff && pulumi up",
};
