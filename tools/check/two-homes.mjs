import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";

/** Names with two homes on purpose: what both hosts give to a program. */
const onPurpose = /^(?:AppListEntries|Observe|Purpose|bounds|getAppList|getCampaigns(?:Output)?)$/u;

const exported = /^export (?:declare |abstract |async )*(?:interface|type|function|class|const) (\w+)/gmu;

/**
 * The exported names of the package with two homes: a reader of one thinks of the other.
 *
 * @returns {string | undefined}  undefined if there are none
 */
export function findTwoHomes() {
  const provider = join(root, "provider");
  const files = globSync("{index,*/**/*}.ts", { cwd: provider, exclude: ["dist/**", "node_modules/**"] }).toSorted();
  const homes = files.flatMap((file) => {
    const names = Array.from(readFileSync(join(provider, file), "utf8").matchAll(exported), ([, name = ""]) => name);
    return Array.from(new Set(names), (name) => ({ name, file }));
  });
  const byName = [...Map.groupBy(homes, ({ name }) => name)];
  const found = byName.filter(([name, all]) => all.length > 1 && !onPurpose.test(name));
  const lines = found.map(([name, all]) => `${name} has two homes: ${all.map(({ file }) => file).join(", ")}`);
  return lines.join("\n") || undefined;
}
