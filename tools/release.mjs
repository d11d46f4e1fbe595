// `node tools/release.mjs TAG ADDRESS`, in the release workflow: prints the notes of the release, or fails if the tag cannot
// be released from the repository with this address.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { findReleaseNotes } from "./release/find-release-notes.mjs";
import { readManifest, registryFiles, schemaPath } from "./release/registry-files.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const [tag = "", address = ""] = process.argv.slice(2);
  const { version } = readManifest();
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const schema = JSON.parse(readFileSync(join(root, schemaPath), "utf8"));
  const notes = findReleaseNotes({ tag, version, changelog, schema, address });
  for (const [path, text] of registryFiles(readManifest())) {
    if (existsSync(join(root, path)) && readFileSync(join(root, path), "utf8") === text) continue;
    const remedy = "Run `node tools/registry.mjs`, and tag a commit with the files.";
    throw new ToolError(`The commit of ${tag} has no ${path} of this version. Nothing was published. ${remedy}`);
  }
  process.stdout.write(notes);
});
