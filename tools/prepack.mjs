// The first part of `npm pack`: builds the package, and copies the license and the README into it. In a fresh clone it
// installs what the build needs first.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { packageReadme } from "./release/package-readme.mjs";
import { build } from "./setup/build.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

const provider = join(root, "provider");

// The options of `npm pack` would be those of `npm install`, too.
for (const option of ["dry_run", "json", "pack_destination", "workspace"]) delete process.env[`npm_config_${option}`];

await runProgram(async () => {
  await installPackages();
  await ensurePinnedNode();
  const problem = await build();
  if (problem !== undefined) throw new ToolError(problem);
  copyFileSync(join(root, "LICENSE"), join(provider, "LICENSE"));
  // The links of the README lead to the repository, if package.json has its address: the release workflow sets it, as
  // only the forge knows it.
  const { version, homepage } = JSON.parse(readFileSync(join(provider, "package.json"), "utf8"));
  const base = homepage === undefined ? undefined : `${homepage}/blob/v${version}`;
  writeFileSync(join(provider, "README.md"), packageReadme(readFileSync(join(root, "README.md"), "utf8"), base));
});
