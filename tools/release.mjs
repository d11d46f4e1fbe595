// `node tools/release.mjs TAG`, in the release workflow: prints the notes of the release, or fails if the tag cannot be
// released.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { findReleaseNotes } from "./release/find-release-notes.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const { version } = JSON.parse(readFileSync(join(root, "provider", "package.json"), "utf8"));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const notes = findReleaseNotes({ tag: process.argv[2] ?? "", version, changelog });
  // A patch adds no names.
  const fixtures = join("test", "frozen", version.replace(/\d+$/, "0"));
  if (!existsSync(join(root, fixtures))) {
    throw new ToolError(
      `There is no ${fixtures}. Nothing was published. Run \`npm run lab -- freeze\`, and commit it.`,
    );
  }
  process.stdout.write(notes);
});
