// `npm run lab -- mutations [PATH] [--count N] [--seed S] [--exclude TESTS]`: random defects in the package, each of which the
// tests must find. They are tried on a copy of the sources. It fails if more than one of eight survives.
import { globSync, readFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";

import { copySources } from "./mutations/copy.mjs";
import { findDefects } from "./mutations/defects.mjs";
import { openTests } from "./mutations/tests.mjs";
import { openProject } from "./mutations/types.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

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
  // A defect can make the package write to the working directory.
  process.chdir(copy);
  const provider = join(copy, "provider");
  const { checker, fileAt, hasTypes } = openProject(join(provider, "tsconfig.json"));
  const files = globSync("*/**/*.ts", { cwd: provider }).filter((file) => !/^(?:dist|node_modules)\//u.test(file));
  const all = files
    .toSorted()
    .filter((file) => file.includes(positionals[0] ?? ""))
    .flatMap((file) => findDefects(fileAt(join(provider, file)), checker).map((defect) => ({ file, ...defect })));
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const [inAnyOrder = []] = fc.sample(shuffled, { numRuns: 1, seed });
  if (inAnyOrder.length === 0) throw new ToolError(`No file of provider/ has such a path: ${positionals[0]}`);
  const tests = await openTests(copy, values.exclude);
  for (const failure of tests.failures) console.log(`fails without a defect, so its file is left out: ${failure}`);

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
    const found = await tests.tryText(path, mutant);
    tried += 1;
    const seconds = Math.round((performance.now() - begin) / 1000);
    const place = `provider/${file}:${source.slice(0, start).split("\n").length}`;
    const [before, after] = [source.slice(start, end), text || "nothing"].map((each) => each.replaceAll(/\s+/gu, " "));
    const defect = `${place}: ${before} ==> ${after}`;
    if (found === undefined) survivors.push(defect);
    console.log(`${found === undefined ? "SURVIVED" : "found"}, ${seconds} s  ${defect}\n  ${found ?? "by no test"}`);
  }
  await tests.close();
  console.log(["", ...survivors.map((each) => `survived: ${each}`)].join("\n"));
  console.log(`${survivors.length} of ${tried} defects survived; --count ${count} --seed ${seed}`);
  // vitest has set it to 1 for the failures.
  process.exitCode = survivors.length * 8 > tried ? 1 : 0;
});
