import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { failed, root, succeeded } from "../harness/project";
import { blocked, testbed, type Testbed } from "./testbed";

const type = "app-list:index:AppListEntries";

const resourceSchema = z.object({
  type: z.string(),
  properties: z.record(z.string(), z.unknown()),
  options: z.record(z.string(), z.unknown()).optional(),
});
const programSchema = z.object({ resources: z.record(z.string(), resourceSchema) });

const importing = { import: "4321" };

function apps(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.example.app${String(index).padStart(5, "0")}`);
}

/** Imports a list on the command line. */
async function importList({ project }: Testbed, ...words: readonly string[]) {
  return project.pulumi("import", "--yes", "--skip-preview", ...words);
}

/** The resources of generated code. */
function resourcesIn(code: string): z.infer<typeof programSchema>["resources"] {
  return programSchema.parse(parse(code.slice(code.indexOf("\nresources:")))).resources;
}

describe("pulumi import", () => {
  it("generates code that changes nothing, with 10,000 entries as a text that people can read", async () => {
    const bed = await testbed({
      program: {},
      lists: [{ id: 4321, name: "brand-safety", appBundles: apps(10_000), websites: ["a.example"] }],
    });
    const { project, requests } = bed;
    const { text } = succeeded(await importList(bed, type, "blocked", "4321"));
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect(text).toContain('app list 4321 "brand-safety": imported 10,000 app bundles and 1 website');
    expect(text).toContain("pulumi destroy keeps them, unless claimExisting is true.");
    const code = text.slice(text.indexOf("\nresources:"));
    expect(code.split("\n").filter((line) => line.trim() === "com.example.app00007")).toHaveLength(1);
    const { blocked: generated, ...others } = resourcesIn(text);
    expect(others).toEqual({});
    expect(generated).toEqual({
      type: "app-list:AppListEntries",
      properties: {
        appListId: 4321,
        appBundles: apps(10_000)
          .map((app) => `${app}\n`)
          .join(""),
        websites: "a.example\n",
      },
      options: { protect: true },
    });

    const properties = generated?.properties ?? {};
    bed.project.declare({ blocked: { properties } });
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    succeeded(await project.preview("--refresh", "--expect-no-changes"));
    requests();

    bed.project.declare(blocked(apps(10_000).slice(1), { websites: "a.example" }));
    expect(succeeded(await project.up()).text).toContain('−"com.example.app00000"');
    expect(bed.appBundles()).toEqual(apps(10_000).slice(1));

    succeeded(await project.destroy());
    expect(bed.appBundles()).toEqual(apps(10_000).slice(1));
  });

  it("of several lists in a file, and then app-list pull, leads to text files", async () => {
    const lists = [
      { id: 4321, name: "blocked", appBundles: ["com.a", "com.b"] },
      { id: 9876, name: "allowed", websites: ["a.example"] },
    ];
    const bed = await testbed({ program: {}, lists });
    const { project, requests } = bed;
    project.write(
      "lists.json",
      JSON.stringify({ resources: lists.map(({ id, name }) => ({ type, name, id: String(id) })) }),
    );
    const { text } = succeeded(await importList(bed, "--file", "lists.json", "--generate-code=false"));
    expect(text).not.toContain("resources:");
    expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);

    const main = join(root, "provider", "dist", "bundles", "app-list.js");
    const programs = await Promise.all(
      lists.map(async ({ id }) => {
        const words = ["pull", String(id), "--stack", "dev"];
        const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], {
          cwd: project.folder,
          env: project.commandEnvironment(),
        });
        return stdout;
      }),
    );
    requests();
    expect(programs[0]).toBe(`resources:
  "blocked":
    type: app-list:AppListEntries
    properties:
      appListId: 4321
      appBundles:
        fn::readFile: "app-list-4321/app-bundles.txt"
`);
    bed.project.declare(Object.fromEntries(programs.flatMap((program) => Object.entries(resourcesIn(`\n${program}`)))));
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
  });

  it("leaves entries that no program could declare unmanaged", async () => {
    const odd = ["#com.note", "com.with space"];
    const bed = await testbed({ program: {}, holds: ["com.a", ...odd] });
    const { text } = succeeded(await importList(bed, type, "blocked", "4321", "--protect=false"));
    const resources = resourcesIn(text);
    expect(resources["blocked"]?.properties).toEqual({ appListId: 4321, appBundles: "com.a\n" });
    bed.project.declare(resources);
    succeeded(await bed.project.up("--expect-no-changes"));
    succeeded(await bed.project.preview("--refresh", "--expect-no-changes"));
    expect((await bed.state()).outputs).toMatchObject({ unmanaged: odd.length });
    succeeded(await bed.project.destroy());
    expect(bed.appBundles()).toEqual([...odd, "com.a"].toSorted());
  });

  it("fails for an ID without a list, and leaves nothing in the state", async () => {
    const bed = await testbed({ program: {}, holds: ["com.a"] });
    const { text } = failed(await importList(bed, type, "blocked", "5555"));
    expect(text).toContain("app list 5555 cannot be imported, because it cannot be read");
    await expect(bed.state()).rejects.toThrow("The stack has no AppListEntries");
    expect(bed.appBundles()).toEqual(["com.a"]);
  });
});

describe("the option import of a program", () => {
  it("removes nothing that the program does not declare, and manages only what it declares", async () => {
    const bed = await testbed({ program: {}, holds: apps(1000) });
    const { project, requests } = bed;
    bed.project.declare(blocked(apps(40), {}, importing));
    expect(succeeded(await project.preview()).text).toContain("960 app bundles of the imported list");
    requests();
    const { text } = succeeded(await project.up());
    expect(text).toContain("The resource no longer manages them, and they stay in the list.");
    expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
    expect(bed.appBundles()).toEqual(apps(1000));
    expect((await bed.state()).outputs).toMatchObject({
      unmanaged: 960,
      appBundles: apps(40)
        .map((app) => `${app}\n`)
        .join(""),
    });

    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    bed.project.declare(blocked([...apps(40).slice(1), "com.new"], {}, importing));
    succeeded(await project.up());
    expect(bed.appBundles()).toEqual([...apps(1000).slice(1), "com.new"].toSorted());
    succeeded(await project.destroy());
    expect(bed.appBundles()).toEqual(apps(1000).slice(1));
  });
});
