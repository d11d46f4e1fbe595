import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../provider/cli/run";
import { root } from "../../tools/paths.mjs";
import { readPage, sectionOf, tableRows } from "./markdown";
import { readSteps } from "./page-steps";

const page = readPage("README.md");

describe("the README", () => {
  it("is short", () => {
    expect(page.text.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  it("has a row for each command of app-list", () => {
    const rows = tableRows(sectionOf(page, "Commands").text).map(([command = ""]) => command.replaceAll("`", ""));
    const names = commands.map(({ name }) => `app-list ${name}`);
    expect(rows.toSorted()).toEqual(names.toSorted());
  });

  it("shows figures that bench/README.md has", () => {
    const figures = readFileSync(join(root, "bench", "README.md"), "utf8");
    expect(figures).toContain("| **this package, plugin, YAML**       | 0.65 (0.62 to 0.67) | 0.54 (");
    expect(figures).toContain("| **this package, dynamic, Node.js**   | 2.40 (");
    expect(figures).toMatch(/up of 37 changes over a no-op up +\| at most 0\.50 s \| 0\.22 s/u);
    for (const figure of ["0.54 s", "2.4 s", "0.2 s longer"]) expect(page.text).toContain(figure);
  });

  it("leads to a real account with the reader's own entries only", () => {
    const [edit, setUp] = readSteps(sectionOf(page, "Your account").text);
    expect(edit).toMatchObject({ kind: "file", path: "examples/quickstart/lists/blocked-apps.txt" });
    expect(setUp).toMatchObject({ kind: "commands" });
    for (const file of ["blocked-apps.txt", "blocked-placements.txt"]) {
      const lines = readFileSync(join(root, "examples", "quickstart", "lists", file), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines.filter((line) => !line.startsWith("#"))).toEqual([]);
    }
  });
});
