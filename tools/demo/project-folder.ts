import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";
import type { Edition } from "./edition.ts";

/** A Pulumi project for one run of the demo: an example of this clone, with its own backend. */
export interface ProjectFolder {
  readonly folder: string;
  /** PULUMI_HOME. */
  readonly home: string;
  /** The folder of the backend, in which Pulumi stores the state. */
  readonly state: string;
  /** The folder of temporary files. */
  readonly temporary: string;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Deletes the folder with its content. */
  remove(): void;
}

/** Creates the project inside the clone, so that programs find its packages. */
export function createProjectFolder({ files }: Edition): ProjectFolder {
  const scratch = join(root, ".scratch");
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "demo-"));
  const home = join(folder, "home");
  const state = join(folder, "state");
  const temporary = join(folder, "temporary");
  for (const each of [home, state, temporary]) mkdirSync(each);
  for (const [from, to] of files) cpSync(join(root, from), join(folder, to), { recursive: true });
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
