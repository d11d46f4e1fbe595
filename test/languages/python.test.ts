import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { pythonFolder } from "../../tools/paths.mjs";
import { type Project, succeeded } from "../harness/project";
import { blockedApps, exampleProgramsIn, expectLifeCycle, generateSdk, openLanguage } from "./example-stack";

/** Installs a generated SDK as pip does, without an index: what it depends on is in the environment of the tests. */
async function install(project: Project, sdk: string): Promise<void> {
  const target = join(project.folder, "..", "packages");
  const options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"];
  const pip = ["-m", "pip", "install", ...options, "--target", target, sdk];
  await promisify(execFile)(join(pythonFolder, "bin", "python"), pip, { cwd: project.folder });
  const PATH = [join(pythonFolder, "bin"), project.commandEnvironment()["PATH"]].join(delimiter);
  Object.assign(project.environment, { PATH, PYTHONPATH: target });
}

it("the example python keeps entries in a list, with a generated SDK; those of the schema run", async () => {
  const stack = await openLanguage("python");
  const { folder, schema } = await generateSdk(stack.project, "python");
  // A resource of the dynamic provider becomes one of the plugin by its alias.
  expect(readFileSync(join(folder, "pulumi_app_list", "app_list_entries.py"), "utf8")).toContain(
    'pulumi.Alias(type_="pulumi-nodejs:dynamic/app-list:AppListEntries")',
  );
  await install(stack.project, folder);
  await expectLifeCycle(stack, [...blockedApps, "freestreams.example", "newsburst.example"]);

  for (const program of exampleProgramsIn(schema, "python")) {
    stack.project.write("__main__.py", program);
    expect(succeeded(await stack.project.preview()).text).not.toContain("warning");
  }
});
