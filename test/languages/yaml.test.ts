import { expect, it } from "vitest";
import { projectFile } from "../harness/program";
import { succeeded } from "../harness/project";
import { blockedApps, exampleProgramsIn, expectLifeCycle, openLanguage, readSchema } from "./example-stack";

it("the example yaml keeps the entries of two text files in a list, without a program; those of the schema run", async () => {
  const stack = await openLanguage("yaml");
  await expectLifeCycle(stack, [...blockedApps, "20418-interstitial7f3a", "31177-banner04de"]);
  for (const program of exampleProgramsIn(await readSchema(stack.project), "yaml")) {
    stack.project.write("Pulumi.yaml", `${projectFile("yaml", "yaml", undefined, "node_modules/.bin")}${program}`);
    expect(succeeded(await stack.project.preview()).text).not.toContain("warning");
  }
});
