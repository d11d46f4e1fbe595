import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";

/**
 * Exported names of the package with two homes: a reader of one thinks of the other. The list may only get shorter. What both
 * hosts give to a program has one name on purpose.
 */
/** @type {readonly string[]} */
const known = [];
const onPurpose = new Set([
  "AppListEntries",
  "Observe",
  "Purpose",
  "bounds",
  "getAppList",
  "getCampaigns",
  "getCampaignsOutput",
]);

const exported = /^export (?:declare |abstract |async )*(?:interface|type|function|class|const) (\w+)/gmu;

/**
 * What is wrong with the exported names of the package.
 *
 * @returns {string | undefined}  undefined if nothing is
 */
export function findTwoHomes() {
  const provider = join(root, "provider");
  const files = globSync("{index,*/**/*}.ts", { cwd: provider, exclude: ["dist/**", "node_modules/**"] }).toSorted();
  const homes = files.flatMap((file) =>
    Array.from(readFileSync(join(provider, file), "utf8").matchAll(exported), ([, name = ""]) => ({ name, file })),
  );
  const byName = Map.groupBy(homes, ({ name }) => name);
  const found = [...byName].filter(
    ([name, all]) => !onPurpose.has(name) && new Set(all.map(({ file }) => file)).size > 1,
  );
  const added = found.filter(([name]) => !known.includes(name));
  const gone = known.filter((name) => !found.some(([each]) => each === name));
  const problems = [
    ...added.map(([name, all]) => `${name} has two homes: ${all.map(({ file }) => file).join(", ")}`),
    ...gone.map((name) => `${name} has one home now: take it off the list in tools/check/two-homes.mjs`),
  ];
  return problems.join("\n") || undefined;
}
