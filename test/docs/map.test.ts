import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage, sectionOf, tableRows } from "./markdown";

const rows = tableRows(sectionOf(readPage("CONTRIBUTING.md"), "The map of the code").text);

/** Each folder of the map, with the folders that it may import. */
const map = new Map(rows.map(([folder = "", , imports = ""]) => [namesIn(folder)[0] ?? "", namesIn(imports)]));

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w/]+)`/gu)].map(([, name = ""]) => name);
}

/** The sources in folders, from provider/. */
const sources = globSync("**/*.ts", { cwd: join(root, "provider"), exclude: ["dist/**", "node_modules/**"] })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.includes("/"));

/** The other folders that a source imports. */
function importedFolders(path: string): readonly string[] {
  const folder = dirname(path);
  const text = readFileSync(join(root, "provider", path), "utf8");
  return [...text.matchAll(/(?:from |import\()"(\.[^"]*)"/gu)]
    .map(([, target = ""]) => posix.dirname(posix.join(folder, target)))
    .filter((imported) => imported !== folder);
}

function isAllowed(folder: string, imported: string): boolean {
  return (map.get(folder) ?? []).some((name) => imported === name || imported.startsWith(`${name}/`));
}

describe("the map of the code in CONTRIBUTING.md", () => {
  it("has each folder of the package, and no other", () => {
    expect([...map.keys()].toSorted()).toEqual([...new Set(sources.map((path) => dirname(path)))].toSorted());
  });

  it("lists the folders that each may import", () => {
    const strays = sources.flatMap((path) =>
      importedFolders(path).flatMap((imported) =>
        isAllowed(dirname(path), imported) ? [] : [`${path} imports ${imported}`],
      ),
    );
    expect(strays).toEqual([]);
  });
});
