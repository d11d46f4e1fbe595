import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { useLanguage } from "../harness/language-host";
import { root, succeeded } from "../harness/project";
import { testbed, type Testbed } from "./testbed";

const apps = Array.from({ length: 10_000 }, (_, index) => `com.example.app${index}`);

/** Two lists that people have filled in the dashboard. */
const lists = [
  {
    id: 4321,
    name: "brand safety",
    appBundles: apps,
    placementIds: ["20418-rewardedb21c", "20419-interstitial9f"],
    websites: ["news.example.com", "weather.example.com"],
  },
  { id: 4322, name: "gambling", appBundles: ["com.goldfever.bingo", "com.goldfever.keno"] },
];

/** The Pulumi.yaml of Pulumi's template for YAML. `pulumi new` makes a project of it. */
const template =
  "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: yaml\ntemplate:\n  description: A minimal Pulumi YAML program\n\n" +
  "config: {}\nvariables:     {}\nresources:     {}\noutputs:       {}\n";

/** Runs `app-list` in the folder of the project, with the settings of its stack, and returns what it prints. */
async function appList({ project }: Testbed, ...commandArguments: readonly string[]) {
  const main = join(root, "provider", "dist", "bundles", "app-list.js");
  const stack = commandArguments.includes("--stack") ? [] : ["--stack", "dev"];
  return promisify(execFile)(process.execPath, [main, ...commandArguments, ...stack], {
    cwd: project.folder,
    env: project.commandEnvironment(),
  });
}

describe("lists that are pulled into a project of pulumi new", () => {
  it("yaml are adopted by the printed program, also after a second pull", async () => {
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
    const program = projectFile.replace("resources: {}\n", stdout);
    project.write("Pulumi.yaml", program);
    const contents = () => lists.map(({ id }) => simulator.list(id));
    const atFirst = contents();
    const { text } = succeeded(await project.up());
    expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
    expect(text).toContain("10,000 app bundles");
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    expect(contents()).toEqual(atFirst);

    // After changes in the dashboard, a second pull keeps notes, and the up after it changes nothing in the lists.
    const path = join("app-list-4322", "app-bundles.txt");
    const readProject = (file: string): string => readFileSync(join(project.folder, file), "utf8");
    project.write(path, "# Agreed with sales.\ncom.goldfever.keno  # gambling\ncom.goldfever.bingo\n");
    simulator.edit(4322, { add: { appBundles: ["com.goldfever.slots"] } });
    expect((await appList(bed, "pull", "4321", "4322")).stderr).toContain("1 added");
    expect(readProject(path)).toBe(
      "# Agreed with sales.\ncom.goldfever.keno  # gambling\ncom.goldfever.bingo\ncom.goldfever.slots\n",
    );
    expect(readProject("Pulumi.yaml")).toBe(program);
    simulator.edit(4322, { remove: { appBundles: ["com.goldfever.bingo"] } });
    await expect(appList(bed, "pull", "4322")).rejects.toThrow(
      'app-bundles.txt:3: "com.goldfever.bingo" is not in the list',
    );
    expect((await appList(bed, "pull", "4322", "--force")).stderr).toContain("1 removed");
    simulator.clearJournal();
    const edited = contents();
    succeeded(await project.up());
    // Only probes: requests to remove an app bundle that cannot exist.
    const sent = simulator.journal.flatMap(({ entries = {} }) => Object.values(entries).flat());
    expect(sent.filter((entry) => !entry.startsWith(reservedAppBundlePrefix))).toEqual([]);
    succeeded(await project.up("--refresh", "--expect-no-changes"));
    succeeded(await project.destroy());
    expect(contents()).toEqual(edited);
  });
});

describe("a list that is pulled", () => {
  it("is removed by destroy when the program claims it, in a program of ES modules", async () => {
    const bed = await testbed({ program: "export const answer = 42;\n", lists: [lists[1] ?? { id: 0, name: "" }] });
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

  it("is not read with the settings of a stack that does not exist", async () => {
    const bed = await testbed({ program: {} });
    const refused = appList(bed, "pull", "4321", "--stack", "nowhere");
    await expect(refused).rejects.toMatchObject({ code: 1, stdout: "" });
    await expect(refused).rejects.toThrow("no stack named 'nowhere' found");
    expect(bed.requests()).toEqual([]);
  });
});
