import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../tools/paths.mjs";
import { bundleFolder, pluginOptions } from "../../tools/setup/bundle.mjs";

/** Bundles the floor as the plugin is bundled, with its launcher and its schema, and returns the folder. */
export async function buildFloor(): Promise<string> {
  const folder = join(root, ".scratch", "bench", "floor");
  cpSync(bundleFolder, folder, { recursive: true });
  const { outputFiles } = await build({
    ...pluginOptions,
    entryPoints: [join(root, "bench", "floor", "main.ts")],
    outdir: folder,
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  return folder;
}
