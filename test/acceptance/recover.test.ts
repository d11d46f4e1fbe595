import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { dynamicHost, oneOrAllHosts, pluginHost } from "../harness/hosts";
import { succeeded, type Project } from "../harness/project";
import { openScene, runAndKill } from "../laws/kills/survive";
import { openPage, runPage } from "./page-run";
import { inList } from "./testbed";

const path = "docs/how-to/operate.md";

/** Runs a command of Pulumi in a terminal, and types an answer when it prints a question. */
async function answerInTerminal(
  { folder, commandEnvironment }: Project,
  command: string,
  question: string,
  answer: string,
): Promise<string> {
  // Pulumi asks nothing in pipelines, and this test may run in one.
  const env = { ...commandEnvironment(), TERM: "xterm", PULUMI_DISABLE_CI_DETECTION: "true" };
  const terminal = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], { cwd: folder, env });
  let shown = "";
  let isAnswered = false;
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += stripVTControlCharacters(text);
    if (isAnswered || !shown.includes(question)) return;
    isAnswered = true;
    terminal.stdin.write(answer);
  });
  // A command that waits for something else must not outlive the test.
  const limit = setTimeout(() => terminal.kill(), 60_000);
  try {
    await once(terminal, "close");
  } catch (cause) {
    throw new Error("This test needs the command script (Debian: bsdutils, Fedora: util-linux-script).", { cause });
  } finally {
    clearTimeout(limit);
  }
  if (terminal.exitCode !== 0) throw new Error(`The command ended with ${terminal.exitCode}:\n${shown}`);
  return shown;
}

const exportSchema = z.looseObject({
  deployment: z.looseObject({
    resources: z.array(z.looseObject({ id: z.string().optional(), delete: z.boolean().optional() })),
  }),
});

describe("docs/how-to/operate.md", () => {
  it("has commands that continue after a kill", async () => {
    const scene = await openScene(dynamicHost);
    onTestFinished(() => scene.close());
    const { simulator, driver } = scene;
    const { run } = runPage(path, driver.project);
    await runAndKill(scene, { kill: "everything", operation: "create", nth: 3, effect: "after" });
    const values = { "brand-safety-dev": "acceptance-dev" };
    await run("A killed command", "pulumi cancel");
    await run("A killed command", "pulumi up", { values });
    expect(succeeded(await driver.project.up()).text).toContain("1 pending operations");
    expect(simulator.list(4321)?.appBundles).toEqual(["com.existing.x", "com.shared.s", "com.own.a", "com.own.b"]);
    await run("A killed command", "pulumi refresh");
    expect(succeeded(await driver.project.up()).text).not.toContain("pending operations");
  });

  const ids = [4321, 4322, 4323, 4324, 4325] as const;
  const [gone, replacedInTerminal, replacedByFile, ...replacements] = ids;
  const program = (...[terminal = 0, file = 0]: readonly number[]) => ({
    terminal: inList(terminal, ["com.own.a"]),
    file: inList(file, ["com.own.a"]),
  });

  it.each(oneOrAllHosts(pluginHost))(
    "removes a list that was deleted on the ad platform from the state, also after a replacement, with $name",
    async (host) => {
      const bed = await openPage(path, { host, lists: ids.map((id) => ({ id, name: `list ${id}` })) });
      const { project, simulator, state, appBundles, run, block } = bed;
      const heading = "A list that no longer exists";
      /** The IDs of the resources in the state, the old ones marked. */
      const idsInState = async (): Promise<readonly string[]> => {
        const exported = exportSchema.parse(JSON.parse(succeeded(await project.pulumi("stack", "export")).text));
        return exported.deployment.resources
          .flatMap(({ id = "", delete: isOld = false }) =>
            ids.map(String).includes(id) ? [isOld ? `${id} (old)` : id] : [],
          )
          .toSorted();
      };
      /** The page's URN, and that of a resource. */
      const urnOf = async (name: string) => {
        const [, shown = ""] = /pulumi state delete (urn:\S+)/u.exec(block(heading, "sh", 1)) ?? [];
        return { [shown]: (await state(name)).urn };
      };
      project.declare({
        ...program(replacedInTerminal, replacedByFile),
        gone: inList(gone, ["com.own.a"], {}, { protect: true }),
      });
      succeeded(await project.up());
      for (const id of [gone, replacedInTerminal, replacedByFile]) simulator.deleteList(id);
      const refresh = succeeded(await project.refresh());
      const advice = `If app list ${gone} no longer exists, remove its resource from the program, and from`;
      expect(refresh.text).toContain(advice);
      expect(refresh.text).toContain(`pulumi state delete <URN> (${path})`);
      expect(await idsInState()).toHaveLength(3);

      await run(heading, "npx", { exitCode: "failure" });
      // The protected one.
      const ofGone = await urnOf("gone");
      const ofTerminal = await urnOf("terminal");
      project.declare(program(replacedInTerminal, replacedByFile));
      const forget = "pulumi state delete";
      expect(await run(heading, forget, { values: ofGone, exitCode: "failure" })).toContain("protected");
      await run(heading, forget, { values: { ...ofGone, [forget]: `${forget} --force` } });

      // The other two get other lists: the new ones are filled, and the old resources stay.
      project.declare(program(...replacements));
      const replaced = await project.up("--continue-on-error");
      expect(replaced.code).not.toBe(0);
      for (const id of [replacedInTerminal, replacedByFile])
        expect(replaced.text).toContain(`If app list ${id} no longer exists`);
      expect(replacements.map((id) => appBundles(id))).toEqual([["com.own.a"], ["com.own.a"]]);
      const olds = [`${replacedInTerminal} (old)`, `${replacedByFile} (old)`];
      expect(await idsInState()).toEqual([...olds, ...replacements.map(String)]);

      simulator.clearJournal();
      const ambiguous = await run(heading, forget, { values: ofTerminal, exitCode: "failure" });
      expect(ambiguous).toContain("ambiguously referred to multiple resources");
      const [question = ""] = block("After a replacement", "text").split("\n");
      const command = `${forget} '${(await state("terminal")).urn}' --yes`;
      const choice = [`"${replacedInTerminal}" (Pending Deletion)`, `${replacedInTerminal}\r`] as const;
      expect(await answerInTerminal(project, command, ...choice)).toContain(question);
      expect(await idsInState()).toEqual([...olds.slice(1), ...replacements.map(String)]);

      // The other one is deleted from an exported state, as the page describes.
      await run("After a replacement", "pulumi stack export");
      const file = join(project.folder, "stack.json");
      const exported = exportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
      const { resources } = exported.deployment;
      const rest = resources.filter(({ id, delete: isOld }) => id !== String(replacedByFile) || isOld !== true);
      expect(rest).toHaveLength(resources.length - 1);
      writeFileSync(file, JSON.stringify({ ...exported, deployment: { ...exported.deployment, resources: rest } }));
      await run("After a replacement", "pulumi stack import");
      expect(await idsInState()).toEqual(replacements.map(String));

      expect(succeeded(await project.up("--expect-no-changes")).text).toContain("unchanged");
      expect(simulator.journal).toEqual([]);
      expect(succeeded(await project.destroy()).text).toContain("removed 1 app bundle");
      expect(replacements.map((id) => appBundles(id))).toEqual([[], []]);
    },
  );
});
