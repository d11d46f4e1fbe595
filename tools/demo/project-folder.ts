import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";

/** The list file of the quickstart's apps, from the root of the project. */
export const listFile = "examples/quickstart/lists/blocked-apps.txt";

/** The list file of its placements. */
export const placementsFile = "examples/quickstart/lists/blocked-placements.txt";

/** The program of the quickstart, from the root of the project. */
export const programFile = "examples/quickstart/index.ts";

/** A project of Pulumi for one run of the demo: the quickstart as it stands in this clone, with a backend of its own. */
export interface ProjectFolder {
  readonly folder: string;
  /** PULUMI_HOME. */
  readonly home: string;
  /** The folder of the backend. */
  readonly state: string;
  /** The folder of temporary files. */
  readonly temporary: string;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Removes the folder with all that is in it. */
  remove(): void;
}

/** Makes the project inside the clone, where programs find its packages. */
export function createProjectFolder(): ProjectFolder {
  const scratch = join(root, ".scratch");
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "demo-"));
  const home = join(folder, "home");
  const state = join(folder, "state");
  const temporary = join(folder, "temporary");
  for (const each of [home, state, temporary]) mkdirSync(each);
  for (const each of ["Pulumi.yaml", "examples/quickstart"]) {
    cpSync(join(root, each), join(folder, each), { recursive: true });
  }
  return {
    folder,
    home,
    state,
    temporary,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    write: (path, content) => {
      writeFileSync(join(folder, path), content);
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
