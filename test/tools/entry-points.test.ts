import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import * as main from "../../provider/index";
import * as dynamic from "../../provider/hosts/dynamic/handler";
import * as plugin from "../../provider/hosts/plugin/index";
import * as simulator from "../../provider/simulator/index";
import { root } from "../../tools/paths.mjs";
import { bundleEntryPoints } from "../../tools/setup/entry-points.mjs";

let bundles: Awaited<ReturnType<typeof bundleEntryPoints>>;

beforeAll(async () => {
  bundles = await bundleEntryPoints();
});

const sources: readonly (readonly [string, object])[] = [
  ["pulumi-app-list", main],
  ["pulumi-app-list/plugin", plugin],
  ["pulumi-app-list/dynamic", dynamic],
  ["pulumi-app-list/simulator", simulator],
];

function namesIn(module: unknown): readonly string[] {
  return typeof module === "object" && module !== null ? Object.keys(module).toSorted() : [];
}

it.each(sources)("%s has the exports of its source, by require and by import", async (specifier, source) => {
  const names = Object.keys(source);
  expect(namesIn(createRequire(import.meta.url)(specifier))).toEqual(names.toSorted());
  expect(namesIn(await import(specifier))).toEqual(expect.arrayContaining(names));
});

it("shares the files and lines of entries between the entry points of programs", async () => {
  const [one, other] = await Promise.all([import("pulumi-app-list"), import("pulumi-app-list/plugin")]);
  expect(one.entriesFromFile).toBe(other.entriesFromFile);
});

it("bundles no package but zod, and one language of it", () => {
  const packages = bundles.inputs.filter((path) => path.includes("node_modules/"));
  expect(packages.filter((path) => !path.includes("node_modules/zod/"))).toEqual([]);
  expect(packages.filter((path) => /\/locales\/(?!index\.js$)/u.test(path))).toEqual([
    expect.stringMatching(/\/en\.js$/u),
    expect.stringMatching(/\/en\.js$/u),
  ]);
});

it("contains the licence of zod", () => {
  const notices = bundles.files.find(({ name }) => name === "THIRD-PARTY-NOTICES.txt")?.content;
  expect(notices).toMatch(/^zod \d+\..*\(MIT\)$/mu);
});

it("keeps the text of the methods in __provider, which is in the state of every user", () => {
  const program = bundles.files.find(({ name }) => name === "program.js")?.content;
  expect(program).toContain(
    '  check: (olds, news) => require("pulumi-app-list/dynamic").appListEntries.check(olds, news),\n',
  );
});

/** The packages that the declarations of an entry point need. */
function packagesOfTypes(entryPoint: string): readonly string[] {
  const files = new Set([join(root, "provider", "dist", `${entryPoint}.d.ts`)]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?"([^"]+)"/gu)) {
      if (name.startsWith(".")) files.add(`${join(dirname(file), name)}.d.ts`);
      else packages.add(name);
    }
  }
  return [...packages].filter((name) => !name.startsWith("node:")).toSorted();
}

// zod is part of the bundles, and no dependency of the package: its types would be missing.
it.each(["index", "hosts/plugin/index", "simulator/index"])("%s has types without zod", (entryPoint) => {
  expect(packagesOfTypes(entryPoint)).not.toContain("zod");
});
