import { join } from "node:path";
import { expect, it } from "vitest";
import { dynamicHost } from "../harness/hosts";
import { pluginType, type Declared, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { sharedFiles } from "../harness/shared-files";
import { inList, testbed } from "./testbed";

/** Resources of the list, whose hosts have a process each. */
const ofDynamic = (appBundles: readonly string[], options: Declared["options"] = {}): Declared =>
  inList(4321, appBundles, {}, options);
const ofPlugin = (...args: Parameters<typeof ofDynamic>): Declared => ({ ...ofDynamic(...args), type: pluginType });

it("An entry moves between the processes of both hosts, stays in the list, and must not be declared by both", async () => {
  const { project, simulator, appBundles, requests } = await testbed({
    program: { first: ofDynamic(["com.a", "com.x"]), second: ofPlugin(["com.x"]) },
    host: dynamicHost,
  });
  expect(failed(await project.preview()).text.replaceAll(/\s+/gu, " ")).toMatch(
    /1 app bundle \("com\.x"\) is declared by the resources "first" and "second"/u,
  );
  expect(requests()).toEqual([]);

  project.declare({ first: ofDynamic(["com.a", "com.x", "com.y"]), second: ofPlugin(["com.b"]) });
  // Pulumi shows no property of this host, such as the mark of a resource.
  expect(succeeded(await project.up("--diff")).text).not.toContain("__resource");
  const all = ["com.a", "com.b", "com.x", "com.y"];
  expect(appBundles()).toEqual(all);
  /** Runs an up, and expects that it removes entries, which it adds again. */
  const up = async (resources: Program, ...removed: readonly string[]): Promise<string> => {
    simulator.clearJournal();
    project.declare(resources);
    const { text } = succeeded(await project.up());
    const sent = simulator.journal.flatMap(({ action, entries }) => (action === "remove" ? entries?.appBundles : []));
    expect(sent.filter((entry) => entry?.startsWith("com."))).toEqual(removed);
    expect(appBundles()).toEqual(all);
    return text;
  };
  // The engine shows the resource that declares the entry first.
  const giving = ofDynamic(["com.a", "com.y"], { dependsOn: ["second"] });
  await up({ second: ofPlugin(["com.b", "com.x"]), first: giving });
  // It shows that resource only after the removal.
  const taking = ofPlugin(["com.b", "com.x", "com.y"], { dependsOn: ["first"] });
  await up({ first: ofDynamic(["com.a"]), second: taking }, "com.y");
  // The other resource takes over what a deleted one has.
  expect(await up({ second: ofPlugin(all) })).toContain('because resource "second" declares them');

  // What was in the list when the other resource was first shown is adopted, as in one process.
  succeeded(await project.destroy());
  expect(sharedFiles(join(project.folder, "temporary"))).toEqual([]);
  expect(appBundles()).toEqual(["com.a", "com.x"]);
});
