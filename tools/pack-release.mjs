// `node tools/pack-release.mjs FOLDER`, in the release workflow: writes the archives of the plugin, its schema and the
// checksums of all files beside the tarball that `npm pack` has written there, from what it has built.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { readManifest } from "./release/registry-files.mjs";
import { bundleFolder, executable } from "./setup/bundle.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new ToolError("Usage: node tools/pack-release.mjs FOLDER");
  const archive = join(folder, `${executable}.tar.gz`);
  // Without a PulumiPlugin.yaml and a package.json: with them, Pulumi would run `npm install` when it installs the plugin.
  const contents = ["-C", bundleFolder, ...readdirSync(bundleFolder), "-C", root, "LICENSE"];
  execFileSync("tar", ["-czf", archive, ...contents]);
  const { version } = readManifest();
  for (const system of ["linux", "darwin", "windows"]) {
    // By these names, Pulumi finds the archive of its system.
    for (const processor of ["amd64", "arm64"]) {
      copyFileSync(archive, join(folder, `${executable}-v${version}-${system}-${processor}.tar.gz`));
    }
  }
  rmSync(archive);
  copyFileSync(join(bundleFolder, "schema", "schema.json"), join(folder, "schema.json"));
  const sums = readdirSync(folder).map((name) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, name)));
    return `${sum.digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
});
