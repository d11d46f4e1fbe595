import { describe, expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { programOf, testbed } from "./testbed";

describe("the life of a resource", () => {
  it("is created, changed, drifts, is healed and goes, and nobody else's entries change", async () => {
    const { project, simulator, requests, appBundles, state } = await testbed({
      program: programOf(["com.own.a", "com.shared.b"]),
      holds: ["com.foreign.x", "com.shared.b"],
    });

    const preview = succeeded(await project.preview("--diff"));
    expect(preview.text).toContain("+ 2 to create");
    expect(requests()).toEqual([]);

    const create = succeeded(await project.up());
    expect(create.text).toContain(
      'app list 4321 "brand-safety": adopted 1 app bundle ("com.shared.b") already in the list',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
    expect(appBundles()).toEqual(["com.foreign.x", "com.own.a", "com.shared.b"]);
    expect((await state()).outputs).toEqual({
      stateVersion: 1,
      appListId: 4321,
      baseUrl: simulator.url,
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
      name: "brand-safety",
      description: "",
      hasAssociatedCampaigns: false,
      unmanaged: 1,
      notVerified: [],
    });

    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(requests()).toEqual([]);

    project.write("index.js", programOf(["com.own.a", "com.own.c", "com.own.d", "com.shared.b"]));
    succeeded(await project.up());
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);

    project.write("index.js", programOf(["com.own.a", "com.own.d", "com.own.e", "com.shared.b"]));
    const change = succeeded(await project.up());
    expect(change.text).toContain(
      'app list 4321 "brand-safety": +1 −1 app bundles → 4 (removes 25%): +"com.own.e" −"com.own.c"',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200", "remove 200"]);
    expect(appBundles()).toEqual(["com.foreign.x", "com.own.a", "com.own.d", "com.own.e", "com.shared.b"]);

    simulator.edit(4321, { add: { appBundles: ["com.foreign.y"] }, remove: { appBundles: ["com.own.a"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toContain('app list 4321 "brand-safety": drift: 1 app bundle missing ("com.own.a")');
    expect(drift.text).toMatch(/\+ com\.own\.a/u);
    expect(drift.text).not.toContain("com.foreign.y");
    expect((await project.preview("--refresh", "--expect-no-changes")).code).not.toBe(0);
    requests();

    succeeded(await project.up("--refresh"));
    expect(appBundles()).toEqual([
      "com.foreign.x",
      "com.foreign.y",
      "com.own.a",
      "com.own.d",
      "com.own.e",
      "com.shared.b",
    ]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");

    const destroy = succeeded(await project.destroy());
    expect(destroy.text).toContain('removed 3 app bundles ("com.own.a", "com.own.d", "com.own.e").');
    expect(destroy.text).toContain('kept adopted entries in the list: 1 app bundle ("com.shared.b")');
    expect(appBundles()).toEqual(["com.foreign.x", "com.foreign.y", "com.shared.b"]);
  });

  it("keeps in mind what a refresh found missing, until it is back in the list", async () => {
    const { project, simulator, state } = await testbed({ program: programOf(["com.own.a", "com.own.b"]) });
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.own.a"] } });
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    expect((await state()).outputs).toMatchObject({
      appBundles: "com.own.b\n",
      missing: { appBundles: "com.own.a\n" },
    });
    succeeded(await project.up());
    expect((await state()).outputs).toMatchObject({ appBundles: "com.own.a\ncom.own.b\n" });
    expect((await state()).outputs).not.toHaveProperty("missing");
  });

  it("says in the state what a refresh could not verify, and takes nothing for drift", async () => {
    const { project, simulator, state } = await testbed({ program: programOf(["com.own.a"]) });
    succeeded(await project.up());
    expect((await state()).outputs).toMatchObject({ notVerified: [] });
    simulator.setBehaviour({ removeAbsent: "error" });
    const refresh = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    expect(refresh.text).toContain("not verified, so drift is not known");
    expect((await state()).outputs).toMatchObject({ appBundles: "com.own.a\n", notVerified: ["appBundles"] });
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
  });

  it("does not declare an entry any more whose last day is over, and says which", async () => {
    const program = (until: string): string => `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.own.a", { entry: "com.own.b", until: "${until}" }] });
`;
    const { project, appBundles } = await testbed({ program: program("2999-12-31") });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
    project.write("index.js", program("2020-01-31"));
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain(
      '1 app bundle has expired and is no longer declared: "com.own.b" (until 2020-01-31).',
    );
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
  });

  it("previews without credentials, a base URL or a service", async () => {
    const { project, requests } = await testbed({ program: programOf(["com.own.a"]), isConfigured: false });
    expect(succeeded(await project.preview()).text).toContain("+ 2 to create");
    expect(requests()).toEqual([]);
  });

  it("is dropped from the state by a refresh when its list is gone, and destroy then has nothing to do", async () => {
    const { project, simulator, requests } = await testbed({ program: programOf(["com.own.a"]) });
    succeeded(await project.up());
    simulator.deleteList(4321);
    const refresh = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    expect(refresh.text).toContain('app list 4321 "brand-safety": drift: the list no longer exists');
    expect(await resourcesOf(project)).toEqual([]);
    requests();
    succeeded(await project.destroy());
    expect(requests()).toEqual([]);
  });

  it("goes without a failure, and with a warning, when its list went before", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"]) });
    succeeded(await project.up());
    simulator.deleteList(4321);
    expect(succeeded(await project.destroy()).text).toContain("warning: the list no longer exists");
    expect(await resourcesOf(project)).toEqual([]);
  });

  it("creates twenty resources with one token", async () => {
    const lists = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: `list ${index + 1}` }));
    const { project, requests } = await testbed({
      program: `const { AppListEntries } = require("pulumi-app-list");
for (let id = 1; id <= 20; id += 1) new AppListEntries("list-" + id, { appListId: id, appBundles: ["com.own.a" + id] });
`,
      lists,
    });
    succeeded(await project.up());
    const sent = requests();
    expect(sent.filter((request) => request === "token 200")).toHaveLength(1);
    expect(sent).toHaveLength(1 + 20 + 20);
  });

  it("does not look at a change of notes as a change", async () => {
    const noted = (note: string): string => `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: [{ entry: "com.own.a", note: "${note}" }] });
`;
    const { project, requests } = await testbed({ program: noted("first") });
    succeeded(await project.up());
    requests();
    project.write("index.js", noted("second"));
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");
    expect(requests()).toEqual(["token 200", "remove 200"]);
  });
});
