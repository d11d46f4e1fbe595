// `npm run lab -- torture --minutes N [--seed S]`, after the set-up: random histories of commands, failures and edits by
// others, as in test/laws/model, with another seed each time, until the time is up. It prints the seed, and ends with exit code 1
// and the shortest history that it finds where one goes wrong.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { pinnedNode, root } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = numberOf("--minutes", values.minutes ?? "10");
  const seed = numberOf("--seed", values.seed ?? String(randomInt(0x7fff_ffff)));
  console.log(`Histories for ${minutes} min with seed ${seed}.`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status, signal } = spawnSync(
    pinnedNode,
    [vitest, "run", "--project", "fast", "test/laws/model/model.test.ts"],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, TORTURE_MINUTES: String(minutes), TORTURE_SEED: String(seed) },
    },
  );
  if (signal !== null) throw new ToolError(`The histories were ended by ${signal}, before any of them went wrong.`);
  process.exitCode = status === 0 ? 0 : 1;
});

function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/u.test(text) && value > 0) return value;
  throw new ToolError(`${option} takes a number above 0; ${JSON.stringify(text)} is none.`);
}
