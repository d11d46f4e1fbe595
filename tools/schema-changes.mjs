// `node tools/schema-changes.mjs COMMIT`, for a pull request: prints what changed in the schema since a commit. Once a version
// is released, it fails for a change that breaks programs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { schemaPath } from "./release/registry-files.mjs";
import { breaksPrograms, schemaChanges, schemaProblem } from "./release/schema-changes.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const [commit = "HEAD"] = process.argv.slice(2);
  /** @param {string} path */
  const readOld = (path) => execFileSync("git", ["show", `${commit}:${path}`], { cwd: root, encoding: "utf8" });
  const after = JSON.parse(readFileSync(join(root, schemaPath), "utf8"));
  const changes = schemaChanges(JSON.parse(readOld(schemaPath)), after);
  for (const change of changes) {
    const remark = breaksPrograms(change) ? " (breaks programs)" : "";
    process.stdout.write(`- ${change.what}: ${change.path.join(" > ")}${remark}\n`);
  }
  if (changes.length === 0) process.stdout.write("The schema is unchanged.\n");
  const problem = schemaProblem(changes, readOld("CHANGELOG.md"));
  if (problem !== undefined) throw new ToolError(problem);
});
