// `node tools/registry.mjs`: writes the files that Pulumi and its registry read from the commit of a release.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { readManifest, registryFiles } from "./release/registry-files.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  for (const [path, text] of registryFiles(readManifest())) writeFileSync(join(root, path), text);
});
