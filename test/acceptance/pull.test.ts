import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { useYaml } from "../harness/language-host";
import { root, succeeded } from "../harness/project";
import { testbed } from "./testbed";

/** Two lists that people have filled in the dashboard. */
const lists = [
  {
    id: 4321,
    name: "brand safety",
    appBundles: Array.from({ length: 10_000 }, (_, index) => `com.example.app${index}`),
    placementIds: ["20418-rewardedb21c", "20419-interstitial9f"],
    websites: ["news.example.com", "weather.example.com"],
  },
  { id: 4322, name: "gambling", appBundles: ["com.goldfever.bingo", "com.goldfever.keno"] },
];

/** The Pulumi.yaml of Pulumi's template for YAML. `pulumi new` makes a project of it. */
const template =
  "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: yaml\ntemplate:\n  description: A minimal Pulumi YAML program\n\n" +
  "config: {}\nvariables:     {}\nresources:     {}\noutputs:       {}\n";

it("Lists that are pulled into a YAML project of pulumi new are adopted by the printed program", async () => {
  const { project, simulator, requests } = await testbed({ program: "", lists });
  project.write(join("template", "Pulumi.yaml"), template);
  const options = ["--yes", "--force", "--generate-only", "--name", "acceptance"];
  succeeded(await project.pulumi("new", join(project.folder, "template"), ...options));
  await useYaml(project);
  const pull = async (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(root, "provider/dist/bundles/app-list.js"), "pull", ...words], {
      cwd: project.folder,
      env: project.commandEnvironment(),
    });
  await expect(pull("4321", "--stack", "nowhere")).rejects.toThrow("no stack named 'nowhere' found");
  expect(requests()).toEqual([]);
  const { stdout } = await pull("4321", "4322", "--stack", "dev");
  requests();
  const projectFile = readFileSync(join(project.folder, "Pulumi.yaml"), "utf8");
  expect(projectFile).toContain("resources: {}\n");
  project.write("Pulumi.yaml", projectFile.replace("resources: {}\n", stdout));
  expect(succeeded(await project.up()).text).toContain("10,000 app bundles");
  expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
  succeeded(await project.up("--refresh", "--expect-no-changes"));
  succeeded(await project.destroy());
  for (const list of lists) expect(simulator.list(list.id)).toMatchObject(list);
});
