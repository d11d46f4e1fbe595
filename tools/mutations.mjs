// `npm run lab -- mutations`: deliberate defects, each of which the small cases or the short histories must find. They are
// tried on a copy of the sources in .scratch.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { pinnedNode, root } from "./paths.mjs";

/**
 * A defect: its name, the file, what is replaced in it, by what, and which histories find it. Default: the small cases.
 *
 * @type {readonly (readonly string[])[]}
 */
const mutations = [
  [
    "removals without ownership",
    "list/update.ts",
    "intersection(difference(own, desired), known)",
    "difference(known, desired)",
  ],
  [
    "adopted entries in a delete",
    "list/ownership.ts",
    "union(difference(managed, adopted), unconfirmed.add)",
    "managed",
  ],
  [
    "a kind that a response lacks is empty",
    "sync/knowledge.ts",
    '{ entries: believed[kind], basis: "believed" }',
    '{ entries: noEntries[kind], basis: "seen" }',
  ],
  ["removals after an unknown addition", "sync/next-step.ts", "isAddingDone && !isEmpty(unconfirmed.add)", "false"],
  ["adopted entries that return are added", "list/ownership.ts", "union(before.adopted, diff", "union(noEntries, diff"],
  [
    "accepted additions are forgotten",
    "list/ownership.ts",
    "union(unconfirmed.add, acknowledged.add)",
    "unconfirmed.add",
  ],
  [
    "a kind that a response lacks takes its entries from their owner",
    "list/ownership.ts",
    "union(intersection(before.managed, knownEntries(views)), appeared)",
    "union(intersection(before.managed, seenEntries(views)), appeared)",
  ],
  [
    "unknown additions are sent again",
    "list/update.ts",
    "add: difference(difference(desired, present), unconfirmed.add)",
    "add: difference(desired, present)",
  ],
  ["adopted entries count as claimed", "list/ownership.ts", "claimExisting ? desired : noEntries", "desired"],
  ["null once counts as an empty kind", "sync/observe.ts", "isNull && before === undefined", "false"],
  [
    "a kind that was not shown before the change counts as seen",
    "sync/knowledge.ts",
    "    viewsBefore,\n    viewsAfter: views,",
    '    viewsBefore: byKind((kind) => ({ ...viewsBefore[kind], basis: "seen" })),\n    viewsAfter: views,',
  ],
  [
    "unconfirmed additions count as managed",
    "list/ownership.ts",
    "managed, appeared]",
    "managed, before.unconfirmed.add]",
  ],
  [
    "declarations read too early",
    "resource/lifecycle.ts",
    "(part) => list.declaredBefore(part)",
    "((early) => () => early)(list.declaredBefore(noEntries))",
    "two resources",
  ],
];

mkdirSync(join(root, ".scratch"), { recursive: true });
const copy = mkdtempSync(join(root, ".scratch", "mutations-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
const settings = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.mts"];
for (const part of ["provider", "test", "tools", join("docs", "reference", "schemas"), ...settings]) {
  const filter = (/** @type {string} */ path) =>
    !/[\\/](?:node_modules|dist)(?:[\\/]|$)/u.test(path.slice(root.length));
  cpSync(join(root, part), join(copy, part), { recursive: true, filter });
}
for (const folder of ["node_modules", join("provider", "node_modules")]) {
  symlinkSync(join(root, folder), join(copy, folder));
}

const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
for (const [name = "", file = "", text = "", defect = "", histories] of mutations) {
  const path = join(copy, "provider", file);
  const source = readFileSync(path, "utf8");
  if (!source.includes(text)) throw new Error(`${file} does not contain ${text}`);
  writeFileSync(path, source.replace(text, defect));
  const start = performance.now();
  const tests = histories === undefined ? ["cases"] : ["histories", "-t", histories];
  const args = [
    vitest,
    "run",
    "--project",
    "fast",
    "--bail",
    "1",
    ...tests.with(0, `test/exhaustive/${tests[0]}.test.ts`),
  ];
  // A number of cases, and not a time, so that the result does not depend on what else the machine does.
  const extent = histories === undefined ? { LAWS_CASES: "40000" } : { LAWS_MINUTES: "2" };
  const env = { ...process.env, ...extent };
  const { stdout, stderr } = spawnSync(pinnedNode, args, { cwd: copy, encoding: "utf8", env });
  writeFileSync(path, source);
  // Any other failure is one of this run.
  const isFound = stderr.includes("AssertionError");
  const [tried = stderr] = /^.* (?:small cases|commands);/mu.exec(stdout) ?? [];
  console.log(
    `${isFound ? "found " : "MISSED"} ${Math.round((performance.now() - start) / 1000)} s  ${name}: ${tried}`,
  );
  if (!isFound) process.exitCode = 1;
}
