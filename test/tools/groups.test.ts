import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";
import { groups } from "../../tools/test/groups.mjs";
import config from "../../vitest.config.mts";

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
