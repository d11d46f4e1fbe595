import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../provider/common/version";

/** Whether the tests write what the current version has and no fixture contains, as `npm run lab -- freeze` does. */
export const freezes = process.env["FREEZE"] === "1";

/** The fixtures of a kind in all released versions: their paths from this folder, such as `0.1.0/states/plugin.json`. */
export function frozenFiles(pattern: string): readonly string[] {
  return globSync(`*/${pattern}`, { cwd: import.meta.dirname })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

/** Reads a fixture. */
export function readFrozen(path: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
}

/** Writes a fixture of the current version. One that exists is never changed. */
export function freeze(path: string, value: unknown): void {
  const file = join(import.meta.dirname, version, path);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
