import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { runGo } from "../engine/go-programs.mjs";
import { inStagingFolder } from "../engine/staging.mjs";
import { root } from "../paths.mjs";

/** The Go program whose modules are fetched, and the generated SDK in its go.mod, which the tests generate. */
const example = join(root, "examples", "go");
const generated = "github.com/pulumi/pulumi-app-list/sdk/go";

/** The packages of Pulumi's SDK for Go that the program and the generated SDK import. */
const packages = ["pulumi", "pulumi/config", "pulumi/internals"].map(
  (name) => `github.com/pulumi/pulumi/sdk/v3/go/${name}`,
);

/** Fetches and compiles Pulumi's SDK for Go into Go's caches, so that the tests compile the example without a network. */
export async function ensureGoModules() {
  await inStagingFolder(async (folder) => {
    for (const name of ["go.mod", "go.sum"]) copyFileSync(join(example, name), join(folder, name));
    await runGo("go", ["mod", "edit", `-droprequire=${generated}`, `-dropreplace=${generated}`], folder);
    await runGo("go", ["build", "-trimpath", ...packages], folder);
  });
}
