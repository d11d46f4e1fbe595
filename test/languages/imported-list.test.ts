import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runPage } from "../acceptance/page-run";
import { copyExample } from "../harness/example";
import { useYaml } from "../harness/language-host";
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
  await useYaml(project);
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
