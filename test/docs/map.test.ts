import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage, sectionOf, tableRows } from "./markdown";

const rows = tableRows(sectionOf(readPage("CONTRIBUTING.md"), "The map of the code").text);

describe("the map of the code in CONTRIBUTING.md", () => {
  it("has each folder of the package, and no other", () => {
    const folders = globSync("**/*.{ts,json}", { cwd: join(root, "provider"), exclude: ["dist/**", "node_modules/**"] })
      .map((path) => dirname(path).replaceAll("\\", "/"))
      .filter((folder) => folder !== ".");
    expect(rows.map(([name = ""]) => name.replaceAll("`", "")).toSorted()).toEqual([...new Set(folders)].toSorted());
  });
});
