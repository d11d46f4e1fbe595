// `node tools/release.mjs TAG`, in the release workflow: prints the notes of the release, or fails if the tag cannot be
// released.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { findReleaseNotes } from "./release/find-release-notes.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const { version } = JSON.parse(readFileSync(join(root, "provider", "package.json"), "utf8"));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  process.stdout.write(findReleaseNotes({ tag: process.argv[2] ?? "", version, changelog }));
});
