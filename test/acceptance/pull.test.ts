import { execFile } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { useLanguage } from "../harness/language-host";
import { root, succeeded, withoutTypeChecks } from "../harness/project";
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

/** What the templates of Pulumi contain, as far as it concerns a program. `pulumi new` makes a project of it. */
const templates = {
  typescript: {
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: nodejs\ntemplate:\n  description: A minimal TypeScript Pulumi program\n",
    "index.ts": 'import * as pulumi from "@pulumi/pulumi";\n',
    "package.json": '{\n    "name": "${PROJECT}",\n    "main": "index.ts"\n}\n',
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        outDir: "bin",
        target: "es2020",
        module: "nodenext",
        moduleResolution: "nodenext",
        sourceMap: true,
        experimentalDecorators: true,
        pretty: true,
        noFallthroughCasesInSwitch: true,
        noImplicitReturns: true,
        forceConsistentCasingInFileNames: true,
      },
      files: ["index.ts"],
    }),
  },
  yaml: {
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: yaml\ntemplate:\n  description: A minimal Pulumi YAML program\n\nconfig: {}\nvariables:     {}\nresources:     {}\noutputs:       {}\n",
  },
};

/** A project as `pulumi new` makes it of a template, whose stack has the settings of a simulator. */
async function newProject(template: keyof typeof templates): Promise<Testbed> {
  const bed = await testbed({ program: "", language: "typescript", lists });
  const { project } = bed;
  const folder = join(project.folder, "template");
  for (const [path, content] of Object.entries(templates[template])) project.write(join("template", path), content);
  succeeded(await project.pulumi("new", folder, "--yes", "--force", "--generate-only", "--name", "acceptance"));
  if (template === "yaml") await useLanguage(project, "yaml");
  return bed;
}

/** Runs `app-list` in the folder of the project, with the settings of its stack, and returns what it prints. */
async function appList({ project }: Testbed, ...commandArguments: readonly string[]) {
  const main = join(root, "provider", "dist", "bundles", "app-list.js");
  return promisify(execFile)(process.execPath, [main, ...commandArguments, "--stack", "dev"], {
    cwd: project.folder,
    env: project.commandEnvironment(),
  });
}

/** What the lists contain now. */
function contentOf({ simulator }: Testbed): readonly unknown[] {
  return lists.map(({ id }) => simulator.list(id));
}

/** The first `up` adopts all entries of both lists, and no later command changes them. */
async function expectAdoption(bed: Testbed): Promise<void> {
  const { project, requests } = bed;
  const before = contentOf(bed);
  const { text } = succeeded(await project.up());
  expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
  expect(text).toContain("10,000 app bundles");
  Object.assign(project.environment, withoutTypeChecks);
  succeeded(await project.up("--expect-no-changes"));
  expect(requests()).toEqual([]);
  succeeded(await project.preview("--refresh", "--expect-no-changes"));
  requests();
  expect(contentOf(bed)).toEqual(before);
}

/** After changes in the dashboard, a second pull keeps notes, and the `up` after it changes nothing in the lists. */
async function expectSecondPull(bed: Testbed, programFile: string): Promise<void> {
  const { project, simulator } = bed;
  const path = join("app-list-4322", "app-bundles.txt");
  const readProject = (file: string): string => readFileSync(join(project.folder, file), "utf8");
  const program = readProject(programFile);
  project.write(path, "# Agreed with sales.\ncom.goldfever.keno  # gambling\ncom.goldfever.bingo\n");
  simulator.edit(4322, { add: { appBundles: ["com.goldfever.slots"] } });
  expect((await appList(bed, "pull", "4321", "4322")).stderr).toContain("1 added");
  expect(readProject(path)).toBe(
    "# Agreed with sales.\ncom.goldfever.keno  # gambling\ncom.goldfever.bingo\ncom.goldfever.slots\n",
  );
  expect(readProject(programFile)).toBe(program);
  simulator.edit(4322, { remove: { appBundles: ["com.goldfever.bingo"] } });
  await expect(appList(bed, "pull", "4322")).rejects.toThrow(
    'app-bundles.txt:3: "com.goldfever.bingo" is not in the list',
  );
  expect((await appList(bed, "pull", "4322", "--force")).stderr).toContain("1 removed");
  simulator.clearJournal();

  const before = contentOf(bed);
  succeeded(await project.up());
  // Only probes: requests to remove an app bundle that cannot exist.
  const sent = simulator.journal.flatMap(({ entries }) => (entries === undefined ? [] : Object.values(entries).flat()));
  expect(sent.filter((entry) => !entry.startsWith(reservedAppBundlePrefix))).toEqual([]);
  succeeded(await project.up("--refresh", "--expect-no-changes"));
  expect(contentOf(bed)).toEqual(before);
  succeeded(await project.destroy());
  expect(contentOf(bed)).toEqual(before);
}

describe("lists that are pulled into a project of pulumi new", { timeout: 120_000 }, () => {
  it("typescript are adopted by the printed program, also after a second pull", async () => {
    const bed = await newProject("typescript");
    const { stdout, stderr } = await appList(bed, "pull", "4321", "4322");
    expect(stderr).toMatch(/^app list 4321 "brand safety"$/mu);
    expect(bed.requests()).toEqual(["token 200", "remove 200", "remove 200"]);
    const index = join(bed.project.folder, "index.ts");
    expect(readFileSync(index, "utf8")).toBe(templates.typescript["index.ts"]);
    appendFileSync(index, stdout);
    await expectAdoption(bed);
    await expectSecondPull(bed, "index.ts");
  });

  it("yaml are adopted by the printed program, also after a second pull", async () => {
    const bed = await newProject("yaml");
    const { stdout } = await appList(bed, "pull", "4321", "4322");
    bed.requests();
    const project = readFileSync(join(bed.project.folder, "Pulumi.yaml"), "utf8");
    expect(project).toContain("resources: {}\n");
    bed.project.write("Pulumi.yaml", project.replace("resources: {}\n", stdout));
    await expectAdoption(bed);
    await expectSecondPull(bed, "Pulumi.yaml");
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
    const bed = await testbed({ program: "" });
    const main = join(root, "provider", "dist", "bundles", "app-list.js");
    const failed = promisify(execFile)(process.execPath, [main, "pull", "4321", "--stack", "nowhere"], {
      cwd: bed.project.folder,
      env: bed.project.commandEnvironment(),
    });
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: "" });
    await expect(failed).rejects.toThrow("no stack named 'nowhere' found");
    expect(bed.requests()).toEqual([]);
  });
});
