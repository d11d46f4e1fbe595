// `npm run lab -- same-as COMMIT [--seed S]`: runs the laws on these sources and on those of a commit, and prints the cases of
// which requests, state or printed lines differ. The commit must have test/laws/record.ts.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { pinnedNode, root } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** How many of the cases that differ are printed. */
const mostPrinted = 5;

/**
 * @param {string} folder
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [environment]
 */
function run(folder, command, args, environment) {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], env });
  return status;
}

/**
 * The recorded cases of the sources in a folder, by name.
 *
 * @param {string} folder
 * @param {string} file
 * @param {string | undefined} seed
 */
function recordCases(folder, file, seed) {
  const tests = ["test/exhaustive", "test/laws/model"];
  const vitest = [join("node_modules", "vitest", "vitest.mjs"), "run", "--project", "fast", ...tests];
  const environment = { LAWS_RECORD: file, ...(seed !== undefined && { LAWS_SEED: seed }) };
  // Broken laws are cases as well.
  if (run(folder, pinnedNode, vitest, environment) !== 0) console.log(`In ${folder}, a law is broken.`);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => [String(JSON.parse(line).name), line]));
}

await runProgram(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
  const [commit] = positionals;
  if (commit === undefined) throw new ToolError("same-as takes a commit: npm run lab -- same-as main");
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const scratch = mkdtempSync(join(root, ".scratch", "same-as-"));
  const folder = join(scratch, "commit");
  process.on("exit", () => {
    run(root, "git", ["worktree", "remove", "--force", folder]);
    rmSync(scratch, { recursive: true, force: true });
  });
  if (run(root, "git", ["worktree", "add", "--detach", folder, commit]) !== 0)
    throw new ToolError("git has no copy of it.");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const then = recordCases(folder, join(scratch, "then"), values.seed);
  const now = recordCases(root, join(scratch, "now"), values.seed);
  const names = [...new Set([...then.keys(), ...now.keys()])];
  const different = names.filter((name) => then.get(name) !== now.get(name));
  for (const name of different.slice(0, mostPrinted)) console.log(`\n- ${then.get(name)}\n+ ${now.get(name)}`);
  console.log(
    `${names.length - different.length} of ${names.length} cases are the same, and ${different.length} differ.`,
  );
  if (different.length > 0 || names.length === 0) process.exitCode = 1;
});
