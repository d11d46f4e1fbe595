import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { version } from "../../provider/common/version";
import { bundleFolder } from "../../tools/setup/bundle.mjs";
import { runPage } from "../acceptance/page-run";
import { copyExample } from "../harness/example";
import { pathWithoutPlugin, root, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { simulatorForTest } from "../simulator/simulators";

it("the example imported-list takes over two lists by its own commands, without a change of them", async () => {
  const lists = [
    { id: 4321, name: "blocked", appBundles: ["com.c", "com.a"] },
    { id: 4322, name: "allowed", appBundles: ["com.b"], websites: ["a.example"] },
  ];
  const simulator = await simulatorForTest({ lists });
  const project = await copyExample("imported-list", settingsFor(simulator));
  onTestFinished(() => project.remove());
  // As npm would install the packages: the example names the plugin in them.
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
  project.environment["PATH"] = pathWithoutPlugin(project);
  const plugin = ["resource", "app-list", version, "--file", bundleFolder];
  succeeded(await project.pulumi("plugin", "install", ...plugin));
  const printed = (await runPage("examples/imported-list/README.md", project).run("Imported lists")).replaceAll(
    '"',
    "",
  );
  // The first update settles the import, and sends nothing.
  expect(printed).toContain("~ 2 updated");
  // The printed resources are those of the example.
  const [, program = ""] = readFileSync(join(project.folder, "Pulumi.yaml"), "utf8").split("\nresources:\n");
  const resources = program.split(/^(?= {2}\w+:$)/mu);
  expect(resources).toHaveLength(2);
  for (const resource of resources) expect(printed).toContain(resource.trimEnd());
  expect(readFileSync(join(project.folder, "lists", "app-list-4321", "app-bundles.txt"), "utf8")).toBe(
    "com.a\ncom.c\n",
  );
  for (const list of lists) expect(simulator.list(list.id)).toMatchObject(list);
  expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
});
