import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory: a run makes and removes folders in a cache folder, which takes long on a disk. */
const memory = "/dev/shm";

/** Makes a cache folder for the processes of runs. */
export function makeCacheFolder(): string {
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "app-list-cache-"));
}
