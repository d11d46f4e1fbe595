import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import { pulumiHome } from "../paths.mjs";

/**
 * Lets something work in a new folder, which is removed afterwards, even if this program ends early.
 *
 * @param {(folder: string) => Promise<void>} work
 */
export async function inStagingFolder(work) {
  mkdirSync(pulumiHome, { recursive: true });
  const folder = mkdtempSync(join(pulumiHome, ".filling-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    await work(folder);
  } finally {
    remove();
    process.off("exit", remove);
  }
}
