import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { inlineCodeOf, readPage, sectionOf, tableRows } from "./markdown";

const provider = join(root, "provider");
const page = readPage("CONTRIBUTING.md");
const rows = tableRows(sectionOf(page, "The map").text).map((cells) => cells.map((cell) => cell.replaceAll("`", "")));

/** The files that a section names, relative to the package's folder. */
function filesIn(heading: string): readonly string[] {
  const { text } = sectionOf(page, heading);
  const names = inlineCodeOf({ path: page.path, text }).map(({ code }) => code);
  return names.filter((name) => /^[\w/-]+\.(?:ts|json)$/u.test(name));
}

/** The files that a file of the package needs, itself included. */
function filesNeededBy(start: string): ReadonlySet<string> {
  const needed = new Set([start]);
  for (const file of needed) {
    const source = readPage(`provider/${file}`).text;
    for (const [, specifier = ""] of source.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/gu)) {
      needed.add(`${join(dirname(file), specifier).replace(/\.js$/u, "")}.ts`.replaceAll("\\", "/"));
    }
  }
  return needed;
}

describe("the map of the code in CONTRIBUTING.md", () => {
  it("has each room of the package, and no other", () => {
    const rooms = globSync("**/*.ts", { cwd: provider, exclude: ["dist/**", "node_modules/**"] })
      .map((path) => path.replaceAll("\\", "/").split("/")[0] ?? "")
      .filter((room) => !room.endsWith(".ts"));
    expect(rows.map(([name = ""]) => name).toSorted()).toEqual([...new Set(rooms)].toSorted());
  });

  it("names a file of each room to start at", () => {
    const missing = rows.filter(([room = "", , start = ""]) => !existsSync(join(provider, room, start)));
    expect(missing).toEqual([]);
  });

  it("names at most 35 files on the way of an entry, and each is needed by the program or by the provider", () => {
    const way = filesIn("The way of an entry");
    const reached = new Set(
      ["index.ts", "hosts/dynamic/handler.ts", "hosts/plugin/main.ts"].flatMap((start) => [...filesNeededBy(start)]),
    );
    expect(way.filter((file) => !reached.has(file))).toEqual([]);
    expect(new Set(way).size).toBeGreaterThan(20);
    expect(new Set(way).size).toBeLessThanOrEqual(35);
  });

  it("is for a process of the dynamic provider that imports at most 90 files of the package", () => {
    expect(filesNeededBy("hosts/dynamic/handler.ts").size).toBeLessThanOrEqual(90);
  });

  it("names files that exist for each kind of change", () => {
    const named = filesIn("Where to begin").filter((file) => !file.startsWith("test/"));
    expect(named.filter((file) => !existsSync(join(provider, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});
