// `node tools/release.mjs TAG ADDRESS`, in the release workflow: prints the notes of the release, or fails if the tag cannot
// be released from the repository with this address.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { findReleaseNotes } from "./release/find-release-notes.mjs";
import { readManifest, schemaPath } from "./release/registry-files.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const [tag = "", address = ""] = process.argv.slice(2);
  const { version } = readManifest();
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const schema = JSON.parse(readFileSync(join(root, schemaPath), "utf8"));
  process.stdout.write(findReleaseNotes({ tag, version, changelog, schema, address }));
});
