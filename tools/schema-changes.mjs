// `node tools/schema-changes.mjs COMMIT`, for a pull request: prints what breaks programs in the schema since a commit, and
// fails for it once a version is released.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { breakingChanges } from "./release/breaking-changes.mjs";
import { schemaPath } from "./release/registry-files.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const [commit = "HEAD"] = process.argv.slice(2);
  /** @param {string} path */
  const readOld = (path) => execFileSync("git", ["show", `${commit}:${path}`], { cwd: root, encoding: "utf8" });
  const after = JSON.parse(readFileSync(join(root, schemaPath), "utf8"));
  const changes = breakingChanges(JSON.parse(readOld(schemaPath)), after);
  for (const change of changes) process.stdout.write(`- ${change}\n`);
  if (changes.length === 0) process.stdout.write("The schema breaks no program.\n");
  // A section of a version in the changelog: that version is released.
  else if (/^## \[\d.*\] - /m.test(readOld("CHANGELOG.md"))) {
    throw new ToolError(
      "The schema breaks programs of the released version. Keep the names, and require no more inputs.",
    );
  }
});
