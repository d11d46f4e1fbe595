import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { pluginHost } from "../harness/hosts";
import { pluginType } from "../harness/program";
import { succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

const apps = Array.from({ length: 10_000 }, (_, index) => `com.example.app${String(index).padStart(5, "0")}`);

describe("pulumi import", () => {
  it("generates code that changes nothing, with 10,000 entries as a text that people can read", async () => {
    // No program could declare the others: they are left unmanaged.
    const odd = ["#com.note", "com.with space"];
    const list = { id: 4321, name: "brand-safety", appBundles: [...apps, ...odd], websites: ["a.example"] };
    const { project, requests, state, appBundles } = await testbed({ program: {}, lists: [list] });
    const words = ["import", "--yes", "--skip-preview", pluginHost.type, "blocked", "4321"];
    const { text } = succeeded(await project.pulumi(...words));
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect(text).toContain('app list 4321 "brand-safety": imported 10,000 app bundles and 1 website');
    expect(text).toContain("pulumi destroy keeps them, unless claimExisting is true.");
    const leftOut = 'left out, because no program can declare them: 2 app bundles ("#com.note", "com.with space").';
    expect(text).toContain(leftOut);
    expect(text.split("\n").filter((line) => line.trim() === "com.example.app00007")).toHaveLength(1);
    const properties = {
      appListId: 4321,
      appBundles: apps.map((app) => `${app}\n`).join(""),
      websites: "a.example\n",
    };
    const resource = { type: pluginType, properties, options: { protect: true } };
    expect(parse(text.slice(text.indexOf("\nresources:")))).toEqual({ resources: { blocked: resource } });

    project.declare({ blocked: { properties } });
    // The first update stores that the import is settled, and sends nothing.
    expect(succeeded(await project.up()).text).toContain("1 updated");
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    succeeded(await project.preview("--refresh", "--expect-no-changes"));
    expect((await state()).outputs).toMatchObject({ unmanaged: odd.length });
    requests();

    project.declare(blocked(apps.slice(1), { websites: "a.example" }));
    expect(succeeded(await project.up()).text).toContain('−"com.example.app00000"');
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([...apps.slice(1), ...odd].toSorted());
  });
});
