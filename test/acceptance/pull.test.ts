import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useLanguage } from "../harness/language-host";
import { succeeded } from "../harness/project";
import { appList, testbed } from "./testbed";

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

describe("lists that are pulled", () => {
  it("into a YAML project of pulumi new are adopted by the printed program", async () => {
    const bed = await testbed({ program: "", lists });
    const { project, simulator, requests } = bed;
    project.write(join("template", "Pulumi.yaml"), template);
    const options = ["--yes", "--force", "--generate-only", "--name", "acceptance"];
    succeeded(await project.pulumi("new", join(project.folder, "template"), ...options));
    await useLanguage(project, "yaml");
    const { stdout } = await appList(bed, "pull", "4321", "4322");
    requests();
    const projectFile = readFileSync(join(project.folder, "Pulumi.yaml"), "utf8");
    expect(projectFile).toContain("resources: {}\n");
    project.write("Pulumi.yaml", projectFile.replace("resources: {}\n", stdout));
    expect(succeeded(await project.up()).text).toContain("10,000 app bundles");
    expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    succeeded(await project.up("--refresh", "--expect-no-changes"));
    succeeded(await project.destroy());
    for (const list of lists) expect(simulator.list(list.id)).toMatchObject(list);
  });

  it("are removed by destroy when the program claims them, in a program of ES modules", async () => {
    const bed = await testbed({ program: "export const answer = 42;\n", lists });
    const { project, requests } = bed;
    project.write("package.json", JSON.stringify({ type: "module" }));
    const { stdout } = await appList(bed, "pull", "4322", "--output", "lists");
    expect(stdout).toContain('entriesFromFile("lists/app-bundles.txt")');
    project.write("index.js", stdout.replace("});\n", "  claimExisting: true,\n  exclusive: true,\n});\n"));
    requests();
    succeeded(await project.up());
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect((await bed.state("gambling")).urn).toContain("AppListEntries::gambling");
    succeeded(await project.destroy());
    expect(bed.appBundles(4322)).toEqual([]);
  });

  it("are not read with the settings of a stack that does not exist", async () => {
    const bed = await testbed({ program: {} });
    const refused = appList(bed, "pull", "4321", "--stack", "nowhere");
    await expect(refused).rejects.toMatchObject({ code: 1, stdout: "" });
    await expect(refused).rejects.toThrow("no stack named 'nowhere' found");
    expect(bed.requests()).toEqual([]);
  });
});
