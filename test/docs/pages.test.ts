import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { version } from "../../provider/common/version";
import { root } from "../../tools/paths.mjs";
import {
  anchorsOf,
  codeBlocksOf,
  inlineCodeOf,
  linksOf,
  type Page,
  readPage,
  readPages,
  sectionOf,
  tableRows,
} from "./markdown";

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const pages = readPages("*.md", "docs/**/*.md", "examples/**/*.md");

/** What is wrong with a link to a place of this repository; nothing about links to elsewhere. */
function problemOf(page: Page, target: string): string | undefined {
  if (/^[a-z]+:/u.test(target)) return undefined;
  const [path = "", anchor] = target.split("#");
  const place = path === "" ? page.path : join(dirname(page.path), decodeURIComponent(path)).replaceAll("\\", "/");
  if (!existsSync(join(root, place))) return `${page.path}: ${target}: there is no ${place}`;
  const isMissing = anchor !== undefined && !anchorsOf(readPage(place)).has(anchor);
  return isMissing ? `${page.path}: ${target}: ${place} has no such heading` : undefined;
}

describe("the pages of this repository", () => {
  it("link to files and headings that are there", () => {
    expect(pages.flatMap((page) => linksOf(page).flatMap((target) => problemOf(page, target) ?? []))).toEqual([]);
  });

  it("show each picture of docs/screenshots", () => {
    const shown = new Set(pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page.path), target))));
    expect(globSync("docs/screenshots/*", { cwd: root }).filter((path) => !shown.has(path))).toEqual([]);
  });

  it("are all in the table of contents", () => {
    const linked = new Set(linksOf(readPage("docs/README.md")).map((target) => join("docs", target)));
    const missing = readPages("docs/**/*.md").filter(({ path }) => path !== "docs/README.md" && !linked.has(path));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

it("all pages add the package by the command of the installation, which the tests run", () => {
  const commands = pages.flatMap(codeBlocksOf).flatMap(({ code }) => code.match(/^ *pulumi package add .*$/gmu) ?? []);
  expect(commands.length).toBeGreaterThan(3);
  expect(new Set(commands.map((command) => command.trim()))).toHaveLength(1);
});

it("no page has a command that changes a list or a state after another one that may have failed", () => {
  const changes =
    /^ *(?:npx \S+ )?(?:\w+=\S+ )?pulumi (?:up|destroy|refresh|cancel|import|state \w+|stack (?:rm|import))\b/u;
  const unsafe = readPages("docs/how-to/*.md")
    .flatMap(codeBlocksOf)
    .filter(({ language }) => language === "sh")
    .flatMap(({ page, code }) => {
      const lines = code.trimEnd().split("\n");
      const isAlone = (index: number): boolean =>
        index === 0 || lines[0] === "set -e" || lines[index - 1]?.endsWith("&&") === true;
      return lines.filter((line, index) => changes.test(line) && !isAlone(index)).map((line) => `${page}: ${line}`);
    });
  expect(unsafe).toEqual([]);
});

const provider = join(root, "provider");
const contributing = readPage("CONTRIBUTING.md");
const rows = tableRows(sectionOf(contributing, "The map")).map((cells) =>
  cells.map((cell) => cell.replaceAll("`", "")),
);

/** The files that a section names, relative to the package's folder. */
function filesIn(heading: string): readonly string[] {
  const text = sectionOf(contributing, heading);
  const names = inlineCodeOf({ path: contributing.path, text }).map(({ code }) => code);
  return names.filter((name) => /^[\w/-]+\.(?:ts|json)$/u.test(name));
}

describe("the map of the code in CONTRIBUTING.md", () => {
  it("has each room of the package and no other, and names a file of it to start at", () => {
    const rooms = globSync("**/*.ts", { cwd: provider, exclude: ["dist/**", "node_modules/**"] })
      .map((path) => path.replaceAll("\\", "/").split("/")[0] ?? "")
      .filter((room) => !room.endsWith(".ts"));
    expect(rows.map(([name = ""]) => name).toSorted()).toEqual([...new Set(rooms)].toSorted());
    expect(rows.filter(([room = "", , start = ""]) => !existsSync(join(provider, room, start)))).toEqual([]);
  });

  it.each(["The way of an entry", "Where to begin"])("names files that exist in: %s", (heading) => {
    const named = filesIn(heading).filter((file) => !file.startsWith("test/"));
    expect(named.filter((file) => !existsSync(join(provider, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

// A copy would otherwise install whatever somebody publishes under the name.
it.each(globSync("examples/*/package.json", { cwd: root }))("%s depends on the tarball in vendor", (path) => {
  const { dependencies } = manifestSchema.parse(JSON.parse(readPage(path).text));
  expect(dependencies["pulumi-app-list"]).toBe(`file:vendor/pulumi-app-list-${version}.tgz`);
});
