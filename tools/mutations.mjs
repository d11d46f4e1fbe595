// `npm run lab -- mutations [PATH] [--count N] [--seed S] [--exclude TESTS]`: random defects in the package, each of which the
// tests must find. They are tried on a copy of the sources. It fails if more than one of eight survives.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";

import { run } from "./commands.mjs";
import { copySources } from "./mutations/copy.mjs";
import { findDefects } from "./mutations/defects.mjs";
import { openProject } from "./mutations/types.mjs";
import { pinnedNode } from "./paths.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

/** How long one run of tests may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/** Tests of pages and laws, which take long: the last ones that are run. */
const pages = ["test/docs/", "test/report/one-model.test.ts"];
const laws = ["test/laws/", "test/exhaustive/"];
const long = [...pages, ...laws].map((path) => path.replace(/\/$/u, "/**"));

/** The rooms that decide what a change does. The laws test no other. */
const deciding = new Set(["list", "api", "sync", "resource", "hosts"]);

/**
 * A run of tests: the words for vitest, and patterns of the files that it leaves out.
 *
 * @typedef {{ readonly words: readonly string[], readonly leftOut: readonly string[] }} TestRun
 */

/**
 * The runs of tests that may find what a file contains, in the order of their lengths. Only the third builds the package.
 *
 * @param {string} file
 * @returns {readonly TestRun[]}
 */
function runsFor(file) {
  const [room = ""] = file.split("/");
  const quick = ["--project", "fast", "--project", "isolated"];
  return [
    { words: ["run", join("test", room, "/"), ...quick], leftOut: long },
    { words: ["related", "--run", join("provider", file), ...quick], leftOut: long },
    { words: ["run", "--project", "built"], leftOut: ["test/tools/**"] },
    { words: ["run", "--project", "fast", ...pages, ...(deciding.has(room) ? laws : [])], leftOut: [] },
  ];
}

/**
 * The first test that finds what a file contains; undefined if none does. The first failure ends a run.
 *
 * @param {string} copy
 * @param {string} file
 * @param {readonly string[]} excluded  patterns of test files
 */
async function findTest(copy, file, excluded) {
  for (const { words, leftOut } of runsFor(file)) {
    const vitest = join("node_modules", "vitest", "vitest.mjs");
    const env = { ...process.env, NO_COLOR: "1", TESTS_LEFT_OUT: [...leftOut, ...excluded].join(",") };
    const { output } = await run(pinnedNode, [vitest, ...words, "--bail", "1"], { cwd: copy, env, timeLimit });
    const [, test] = /^ *FAIL +(?:\|\w+\| +)?(\S.*)$/mu.exec(output) ?? [];
    // A busy machine fails a test by its time as well.
    if (test !== undefined && !output.includes("Test timed out")) return test;
  }
  return undefined;
}

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "60" },
      exclude: { type: "string", multiple: true, default: [] },
      seed: { type: "string", default: `${randomInt(0x7fff_ffff)}` },
    },
  });
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!(count > 0 && seed > 0)) throw new ToolError("mutations takes numbers above 0 for --count and --seed.");
  const copy = copySources();
  const provider = join(copy, "provider");
  const { checker, fileAt, hasTypes } = openProject(join(provider, "tsconfig.json"));
  const files = globSync("*/**/*.ts", { cwd: provider }).filter((file) => !/^(?:dist|node_modules)\//u.test(file));
  const all = files
    .toSorted()
    .filter((file) => file.includes(positionals[0] ?? ""))
    .flatMap((file) => findDefects(fileAt(join(provider, file)), checker).map((defect) => ({ file, ...defect })));
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const [inAnyOrder = []] = fc.sample(shuffled, { numRuns: 1, seed });
  const [first] = inAnyOrder;
  if (first === undefined) throw new ToolError(`No file of provider/ has such a path: ${positionals[0]}`);
  const problem = await findTest(copy, first.file, values.exclude);
  if (problem !== undefined) throw new ToolError(`Without a defect, a test fails: ${problem}`);

  let tried = 0;
  /** @type {string[]} */
  const survivors = [];
  for (const { file, start, end, text } of inAnyOrder) {
    if (tried === count) break;
    const path = join(provider, file);
    const source = readFileSync(path, "utf8");
    const mutant = source.slice(0, start) + text + source.slice(end);
    if (!hasTypes(path, mutant)) continue;
    const begin = performance.now();
    writeFileSync(path, mutant);
    const found = await findTest(copy, file, values.exclude);
    writeFileSync(path, source);
    tried += 1;
    const seconds = Math.round((performance.now() - begin) / 1000);
    const place = `provider/${file}:${source.slice(0, start).split("\n").length}`;
    const [before, after] = [source.slice(start, end), text || "nothing"].map((each) => each.replaceAll(/\s+/gu, " "));
    const defect = `${place}: ${before} ==> ${after}`;
    if (found === undefined) survivors.push(defect);
    console.log(`${found === undefined ? "SURVIVED" : "found"}, ${seconds} s  ${defect}\n  ${found ?? "by no test"}`);
  }
  console.log(["", ...survivors.map((each) => `survived: ${each}`)].join("\n"));
  console.log(`${survivors.length} of ${tried} defects survived; --count ${count} --seed ${seed}`);
  if (survivors.length * 8 > tried) process.exitCode = 1;
});
