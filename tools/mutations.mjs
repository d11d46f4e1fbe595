// `npm run lab -- mutations [PATH] [--count N] [--seed S]`: random defects in the rooms that decide, each of which the tests
// must find. They are tried on a copy of the sources, which is not built. It fails if more than one of eight survives.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";

import { run } from "./commands.mjs";
import { copySources } from "./mutations/copy.mjs";
import { findDefects } from "./mutations/defects.mjs";
import { judgeOfTypes } from "./mutations/types.mjs";
import { pinnedNode } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

const rooms = ["list", "sync", "resource", "api", "hosts"];

/** How long one run of tests may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/** The tests of the projects that need no build; the first failure ends them. */
const tests = ["--project", "fast", "--project", "isolated", "--bail", "1"];

/**
 * The run of tests that finds what a file contains, if there is one. The shortest run is the first one.
 *
 * @param {string} copy
 * @param {string} file
 */
async function findRun(copy, file) {
  const room = join("test", file.split("/")[0] ?? "");
  const runs = { [room]: ["run", `${room}/`], "related tests": ["related", "--run", join("provider", file)] };
  for (const [name, words] of Object.entries(runs)) {
    const vitest = join("node_modules", "vitest", "vitest.mjs");
    const env = { ...process.env, NO_COLOR: "1" };
    const { output } = await run(pinnedNode, [vitest, ...words, ...tests], { cwd: copy, env, timeLimit });
    // A busy machine fails a test by its time as well.
    if (/^ *(?:Tests|Test Files) .*\bfailed/mu.test(output) && !output.includes("Test timed out")) return name;
  }
  return undefined;
}

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "40" },
      seed: { type: "string", default: `${randomInt(0x7fff_ffff)}` },
    },
  });
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!(count > 0 && seed > 0)) throw new ToolError("mutations takes numbers above 0 for --count and --seed.");
  const copy = copySources();
  const provider = join(copy, "provider");
  const files = globSync(`{${rooms.join(",")}}/**/*.ts`, { cwd: provider }).toSorted();
  const all = files
    .filter((file) => file.includes(positionals[0] ?? ""))
    .flatMap((file) => findDefects(readFileSync(join(provider, file), "utf8")).map((defect) => ({ file, ...defect })));
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const [inAnyOrder = []] = fc.sample(shuffled, { numRuns: 1, seed });
  const hasTypes = judgeOfTypes(join(provider, "tsconfig.json"));
  const [first] = inAnyOrder;
  if (first === undefined) throw new ToolError(`No file in ${rooms.join(", ")} has such a path: ${positionals[0]}`);
  const problem = await findRun(copy, first.file);
  if (problem !== undefined) throw new ToolError(`Without a defect, ${problem} fail for ${first.file}.`);

  let [tried, survived] = [0, 0];
  for (const { file, start, end, text } of inAnyOrder) {
    if (tried === count) break;
    const path = join(provider, file);
    const source = readFileSync(path, "utf8");
    const mutant = source.slice(0, start) + text + source.slice(end);
    if (!hasTypes(path, mutant)) continue;
    const begin = performance.now();
    writeFileSync(path, mutant);
    const found = await findRun(copy, file);
    writeFileSync(path, source);
    tried += 1;
    if (found === undefined) survived += 1;
    const seconds = Math.round((performance.now() - begin) / 1000);
    const place = `provider/${file}:${source.slice(0, start).split("\n").length}`;
    const by = found === undefined ? "SURVIVED" : `found by ${found}`;
    const [before, after] = [source.slice(start, end), text || "nothing"].map((each) => each.replaceAll(/\s+/gu, " "));
    console.log(`${by}, ${seconds} s  ${place}: ${before} ==> ${after}`);
  }
  console.log(`${survived} of ${tried} defects survived; --count ${count} --seed ${seed}`);
  if (survived * 8 > tried) process.exitCode = 1;
});
