import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codeBlocksOf, readPage } from "../docs/markdown";
import { argumentsOf, commandsOf } from "../docs/shell";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { failed, succeeded, type Project } from "../harness/project";
import { inList, testbed } from "./testbed";

const page = "docs/how-to/recover.md";
const blocks = codeBlocksOf(readPage(page));

/** The page's command that begins so, with the URN of a resource in place of the page's. */
function commandOnPage(start: string, urn = ""): readonly string[] {
  const commands = blocks.filter(({ language }) => language === "sh").flatMap(({ code }) => commandsOf(code));
  const words = commands
    .map((command) => argumentsOf("pulumi", command) ?? [])
    .find((command) => command.join(" ").startsWith(start));
  if (words === undefined) throw new Error(`${page} has no command pulumi ${start}`);
  return words.map((word) => (word.startsWith("urn:") ? urn : word));
}

/** Runs a command of Pulumi in a terminal, and types an answer when it prints a question. */
async function answerInTerminal(
  { folder, commandEnvironment }: Project,
  command: readonly string[],
  question: string,
  answer: string,
): Promise<string> {
  const script = ["pulumi", ...command].map((word) => `'${word}'`).join(" ");
  // Pulumi asks nothing in pipelines, and this test may run in one.
  const env = { ...commandEnvironment(), TERM: "xterm", PULUMI_DISABLE_CI_DETECTION: "true" };
  const terminal = spawn("script", ["--quiet", "--return", "--command", script, "/dev/null"], { cwd: folder, env });
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
  } catch (error) {
    throw new Error("This test needs the command script (Debian: bsdutils, Fedora: util-linux-script).", {
      cause: error,
    });
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

/** Removes the old resource from an exported state, as the page describes. */
function removeOldResource(file: string, appListId: number): void {
  const state = exportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const { resources } = state.deployment;
  const rest = resources.filter((resource) => resource.id !== String(appListId) || resource.delete !== true);
  expect(rest).toHaveLength(resources.length - 1);
  writeFileSync(file, JSON.stringify({ ...state, deployment: { ...state.deployment, resources: rest } }));
}

describe.each(oneOrAllHosts(pluginHost))("a list that was deleted on the ad platform, with $name", (host) => {
  const ids = [4321, 4322, 4323, 4324, 4325] as const;
  const lists = ids.map((id) => ({ id, name: `list ${id}` }));
  const [gone, replacedInTerminal, replacedByFile, ...replacements] = ids;
  const idsOf = async (project: Project): Promise<readonly string[]> => {
    const exported = exportSchema.parse(JSON.parse(succeeded(await project.pulumi("stack", "export")).text));
    return exported.deployment.resources.flatMap(({ id = "", delete: isOld = false }) =>
      ids.map(String).includes(id) ? [isOld ? `${id} (old)` : id] : [],
    );
  };

  it("stays in the state until a person removes it, also after a replacement", { timeout: 300_000 }, async () => {
    const program = (...[terminal = 0, file = 0]: readonly number[]) => ({
      terminal: inList(terminal, ["com.own.a"]),
      file: inList(file, ["com.own.a"]),
    });
    const { project, simulator, state, appBundles } = await testbed({
      host,
      program: {
        ...program(replacedInTerminal, replacedByFile),
        gone: inList(gone, ["com.own.a"], {}, { protect: true }),
      },
      lists,
    });
    succeeded(await project.up());
    for (const id of [gone, replacedInTerminal, replacedByFile]) simulator.deleteList(id);
    const refresh = succeeded(await project.refresh());
    expect(refresh.text).toContain(
      `If app list ${gone} no longer exists, remove its resource from the program, and from`,
    );
    expect(refresh.text).toContain(`pulumi state delete <URN> (${page})`);
    expect(await idsOf(project)).toHaveLength(3);

    // The protected one.
    const urns = new Map(
      await Promise.all(["gone", "terminal", "file"].map(async (name) => [name, (await state(name)).urn] as const)),
    );
    project.declare(program(replacedInTerminal, replacedByFile));
    const forget = commandOnPage("state delete", urns.get("gone"));
    expect(failed(await project.pulumi(...forget, "--yes")).text).toContain("protected");
    succeeded(await project.pulumi(...forget, "--yes", "--force"));

    // The other two get other lists: the new ones are filled, and the old resources stay.
    project.declare(program(...replacements));
    const replaced = failed(await project.up("--continue-on-error"));
    for (const id of [replacedInTerminal, replacedByFile])
      expect(replaced.text).toContain(`If app list ${id} no longer exists`);
    expect(replacements.map((id) => appBundles(id))).toEqual([["com.own.a"], ["com.own.a"]]);
    expect((await idsOf(project)).toSorted()).toEqual([
      `${replacedInTerminal} (old)`,
      `${replacedByFile} (old)`,
      ...replacements.map(String),
    ]);

    simulator.clearJournal();
    const choose = commandOnPage("state delete", urns.get("terminal"));
    const ambiguous = await project.pulumi(...choose, "--yes");
    expect(ambiguous.text).toContain("ambiguously referred to multiple resources");
    const question = "Multiple resources with the given URN exist, please select the one to edit:";
    const outputs = blocks.filter(({ language }) => language === "text").map(({ code }) => code);
    expect(outputs.join("\n")).toContain(question);
    const shown = await answerInTerminal(
      project,
      [...choose, "--yes"],
      `"${replacedInTerminal}" (Pending Deletion)`,
      `${replacedInTerminal}\r`,
    );
    expect(shown).toContain(question);
    expect((await idsOf(project)).toSorted()).toEqual([`${replacedByFile} (old)`, ...replacements.map(String)]);

    succeeded(await project.pulumi(...commandOnPage("stack export")));
    removeOldResource(join(project.folder, "stack.json"), replacedByFile);
    succeeded(await project.pulumi(...commandOnPage("stack import")));
    expect((await idsOf(project)).toSorted()).toEqual(replacements.map(String));

    expect(succeeded(await project.up("--expect-no-changes")).text).toContain("unchanged");
    expect(simulator.journal).toEqual([]);
    expect(succeeded(await project.destroy()).text).toContain("removed 1 app bundle");
    expect(replacements.map((id) => appBundles(id))).toEqual([[], []]);
  });
});
