import { bundleEntryPoints, entryPointFolder } from "../tools/setup/entry-points.mjs";
import { writeBundle } from "../tools/setup/bundle.mjs";

/** Bundles the entry points of the package, which some tests load as programs do: those of these sources. */
export async function setup(): Promise<void> {
  const { files } = await bundleEntryPoints();
  writeBundle(files, entryPointFolder);
}
