import type { TestProject } from "vitest/node";
import { build } from "../tools/setup/build.mjs";
import { report } from "../tools/progress.mjs";

/** Builds the package of the present sources, before each run for all its projects: many tests start what is built. */
export async function setup(project: TestProject): Promise<void> {
  await buildPackage();
  project.onTestsRerun(buildPackage);
}

async function buildPackage(): Promise<void> {
  const problem = await build();
  if (problem !== undefined) report("build", `${problem}\nThe tests run nevertheless.`);
}
