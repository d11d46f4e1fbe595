import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { blockedApps, exampleProgramsIn, expectLifeCycle, openLanguage, readSchema } from "./example-stack";

const declared = [...blockedApps, "20418-interstitial7f3a", "31177-banner04de"];

describe("the example yaml", () => {
  it("keeps the entries of two text files in a list, without a program", async () => {
    await expectLifeCycle(await openLanguage("yaml"), declared);
  });

  it("runs the examples of the schema", async () => {
    const { project } = await openLanguage("yaml");
    for (const program of exampleProgramsIn(await readSchema(project), "yaml")) {
      project.write("Pulumi.yaml", `name: yaml\nruntime: yaml\n${program}`);
      expect(succeeded(await project.preview()).text).not.toContain("warning");
    }
  });

  it("runs after pulumi package add, which records the plugin in the project", async () => {
    const { project, entries, requests } = await openLanguage("yaml");
    succeeded(
      await project.pulumi("package", "add", "node_modules/pulumi-app-list/dist/plugin/pulumi-resource-app-list"),
    );
    expect(readFileSync(join(project.folder, "Pulumi.yaml"), "utf8")).toContain("packages:");
    expect(requests()).toEqual([]);
    succeeded(await project.up());
    expect(entries()).toEqual(expect.arrayContaining(declared));
  });
});
