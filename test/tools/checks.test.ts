import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { pinnedVersion, root } from "../../tools/paths.mjs";
import { schemaPath } from "../../tools/release/registry-files.mjs";
import { groups } from "../../tools/test/groups.mjs";
import config from "../../vitest.config.mts";

const versions = z.record(z.string(), z.string()).default({});
const packageSchema = z.looseObject({ dependencies: versions, peerDependencies: versions });

const lockedSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dependencies: versions,
    }),
  ),
});

function read<Value>(path: string, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));
}

it("The package has four dependencies, which have six more, and none has an install script", () => {
  const { dependencies, pulumi } = read("provider/package.json", packageSchema);
  // With this member, Pulumi tries to download the plugin also for programs that never need it.
  expect(pulumi).toBeUndefined();
  const { packages } = read("package-lock.json", lockedSchema);
  const names = new Set(Object.keys(dependencies));
  expect(names.size).toBe(4);
  for (const name of names) {
    const locked = packages[`provider/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    expect({ name, ...locked }).toMatchObject({ hasInstallScript: false });
    expect(locked?.integrity).toMatch(/^sha512-/u);
    for (const needed of Object.keys(locked?.dependencies ?? {})) names.add(needed);
  }
  expect(names.size).toBe(4 + 6);
});

const projectSchema = z.object({
  test: z.object({
    name: z.string(),
    include: z.array(z.string()),
    exclude: z.array(z.string()).default([]),
  }),
});
const projects = z.array(projectSchema).parse(config.test?.projects);

function testFiles(include: readonly string[], exclude: readonly string[] = []): readonly string[] {
  const excluded = new Set(globSync(exclude, { cwd: root }));
  return globSync(include, { cwd: root }).filter((path) => !excluded.has(path));
}

it("Each test file belongs to exactly one project of vitest, and each project to exactly one group", () => {
  const files = projects.flatMap(({ test }) => testFiles(test.include, test.exclude));
  expect(files.toSorted()).toEqual(testFiles(["{bench,examples,test,tools}/**/*.test.ts"]).toSorted());
  expect(
    Object.values(groups)
      .flatMap((group) => group.projects)
      .toSorted(),
  ).toEqual(projects.map(({ test }) => test.name).toSorted());
});

const engine = pinnedVersion("pulumi");
const sdk = pinnedVersion("@pulumi/pulumi");
const { "@pulumi/pulumi": peer = "" } = read("provider/package.json", packageSchema).peerDependencies;
const [oldest] = /\d+\.\d+/u.exec(peer) ?? [];
const python = /(?<="pulumi": ">=)\d+\.\d+/u.exec(readFileSync(join(root, schemaPath), "utf8"))?.[0];

/** The files that name a version of Pulumi. The version is that of the package in the root's package.json. */
it.each([
  [engine, /github\.com\/pulumi\/pulumi\/(?:pkg|sdk)\/v3 v(\S+)/gu, "tools/engine/go/{cli,sdk-generator}/go.mod"],
  [engine, /github\.com\/pulumi\/pulumi\/sdk\/v3 v(\S+)/gu, "examples/go/go.mod"],
  [engine, /pulumi-version: (\S+)/gu, ".github/workflows/*.yaml"],
  [engine, /The version of Pulumi\..* default: (\S+) \}/gu, "action.yml"],
  [engine, /pulumi\/pulumi-nodejs-\d+:([^"]+)/gu, "templates/*.yml"],
  [engine, /^version (\S+)\. Copyright/gmu, "test/hosts/plugin/schema/pulumi/README.md"],
  [engine, /^\| (?:Pulumi CLI|Pulumi's SDK for Go) .*\| (\d[^ ,]+)/gmu, "docs/versions.md"],
  [sdk, /^\| `@pulumi\/pulumi` .*\| (\d\S+)/gmu, "docs/versions.md"],
  [oldest, /^\| `@pulumi\/pulumi` +\| (\S+) and later/gmu, "docs/versions.md"],
  [python, /^\| `pulumi` for Python +\| (\S+) and later/gmu, "docs/versions.md"],
])("version %s is what %s finds in %s", (version, pattern, files) => {
  const texts = globSync(files, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  const found = texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, each]) => each));
  expect([...new Set(found)]).toEqual([version]);
});
