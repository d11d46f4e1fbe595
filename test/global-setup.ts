import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../tools/paths.mjs";
import { report } from "../tools/progress.mjs";
import { build } from "../tools/setup/build.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of what is built, in the projects that build it. */
    built: string;
    isBuilt: boolean;
  }
}

/** Builds the package of the present sources, before the first of the projects whose tests start what is built. */
export async function setup(project: TestProject): Promise<void> {
  project.provide("built", join(root, "provider", "dist"));
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().isBuilt) return;
  run.provide("isBuilt", true);
  await buildPackage();
  project.onTestsRerun(buildPackage);
}

async function buildPackage(): Promise<void> {
  const problem = await build();
  if (problem !== undefined) report("build", `${problem}\nThe tests run nevertheless.`);
}
