import type { Language } from "../engine/languages.mjs";

/** The kind of project with which the demo runs. */
export interface Edition {
  /** The files of the project: the path in this clone, and that in the project. */
  readonly files: readonly (readonly [from: string, to: string])[];
  /** From the root of the project: the program, and the files with its apps and placements. */
  readonly program: string;
  readonly appsFile: string;
  readonly placementsFile: string;
  /** The languages whose hosts the engine needs. */
  readonly languages: readonly Language[];
  /** Whether the plugin serves the resource. The demo installs it first. */
  readonly needsPlugin: boolean;
  /** The title of the first step. */
  readonly title: string;
  /** The sentence before the program. */
  readonly introduction: string;
  /** The page that describes the same on a real account. */
  readonly nextPage: string;
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
  title: "A program, and a list that already has entries",
  introduction: `The program is ${inQuickstart}/index.ts. It reads its entries from text files:`,
  nextPage: 'README.md, section "Your account"',
};

/** A YAML program and the plugin. */
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
  title: "Text files without a program, and a list that already has entries",
  introduction: "There is no program. Pulumi.yaml of examples/yaml names two text files:",
  nextPage: "examples/yaml/README.md",
};
