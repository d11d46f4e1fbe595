import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startSimulator } from "../../provider/simulator/index";
import { codeBlocksOf, readPage } from "../docs/markdown";
import { argumentsOf, commandsOf } from "../docs/shell";
import { copyExample } from "../harness/example";
import { useLanguage } from "../harness/language-host";
import { root, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";

const programSchema = z.object({ resources: z.record(z.string(), z.unknown()) });
const readme = readPage("examples/imported-list/README.md");
const commands = codeBlocksOf(readme).flatMap(({ code }) => commandsOf(code));

it("the example imported-list takes over two lists by its own commands, without a change of them", async () => {
  const lists = [
    { id: 4321, name: "blocked", appBundles: ["com.c", "com.a"] },
    { id: 4322, name: "allowed", appBundles: ["com.b"], websites: ["a.example"] },
  ];
  const simulator = await startSimulator({ lists });
  onTestFinished(() => simulator.close());
  const project = await copyExample("imported-list", settingsFor(simulator));
  onTestFinished(() => project.remove());
  await useLanguage(project, "yaml");

  const program = programSchema.parse(parse(readFileSync(join(project.folder, "Pulumi.yaml"), "utf8")));
  const main = join(root, "provider", "dist", "bundles", "app-list.js");
  const printed: string[] = [];
  for (const command of commands) {
    const ofAppList = argumentsOf("app-list", command);
    const words = argumentsOf("pulumi", command) ?? [];
    if (ofAppList === undefined) {
      const isUp = words[0] === "up";
      succeeded(await project.pulumi(...words, ...(isUp ? ["--yes", "--skip-preview", "--expect-no-changes"] : [])));
    } else {
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...ofAppList], {
        cwd: project.folder,
        env: project.commandEnvironment(),
      });
      printed.push(stdout);
    }
  }
  const resources = printed.map((text) => programSchema.parse(parse(text)).resources);
  expect(Object.assign({}, ...resources)).toEqual(program.resources);
  expect(readFileSync(join(project.folder, "lists", "blocked", "app-bundles.txt"), "utf8")).toBe("com.a\ncom.c\n");
  for (const list of lists) expect(simulator.list(list.id)).toMatchObject(list);
  expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
});
