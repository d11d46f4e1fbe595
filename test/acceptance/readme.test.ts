import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { commands } from "../../provider/cli/commands";
import { runProgram } from "../../provider/cli/program";
import { startSimulator } from "../../provider/simulator/index";
import { testTerminal } from "../cli/terminal";
import { expectShown } from "../docs/shown-output";
import { useLanguage } from "../harness/language-host";
import { createProject, root, succeeded, withoutTypeChecks } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";

const readme = readFileSync(join(root, "README.md"), "utf8");

/** The first block of code in a language after some words. */
function blockAfter(words: string, language: string): string {
  const start = readme.indexOf(words);
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "su").exec(readme.slice(start))?.[1];
  if (start < 0 || block === undefined) throw new Error(`The README has no ${language} after "${words}".`);
  return block;
}

describe("the README", () => {
  it("shows a program that runs, and the preview that it prints", async () => {
    const simulator = await startSimulator({
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.existing.a"], hasAssociatedCampaigns: true }],
    });
    onTestFinished(() => simulator.close());
    const project = await createProject({
      program: blockAfter("## A program", "ts"),
      language: "typescript",
      name: "brand-safety",
      settings: settingsFor(simulator),
    });
    onTestFinished(() => project.remove());
    // test/docs/programs.test.ts checks its types.
    Object.assign(project.environment, withoutTypeChecks);
    const list = blockAfter("`blocked-apps.txt` has", "text");
    project.write("blocked-apps.txt", list);
    succeeded(await project.up());

    const [keno] = /^com\.goldfever\.keno.*\n/mu.exec(list) ?? [];
    if (keno === undefined) throw new Error("The README's list has no com.goldfever.keno.");
    project.write("blocked-apps.txt", `${list.replace(keno, "")}com.luckyreels.slots       # gambling\n`);
    simulator.clearJournal();
    const { text } = succeeded(await project.preview("--diff"));
    expect(simulator.journal).toEqual([]);
    // The line for people comes from another process than the rest: its place among the lines varies.
    const linesOf = (output: string): readonly string[] =>
      output
        .split("\n")
        .map((line) => line.trimEnd())
        .filter((line) => line !== "")
        .toSorted();
    const diff = blockAfter("`pulumi preview --diff` for the TypeScript program, and it sends nothing", "text");
    const printed = `${text.trimEnd().replaceAll(/[ \t]+$/gmu, "")}\n`;
    expectShown({ page: "README.md", shown: diff, printed, comparable: linesOf });

    const { text: preview } = succeeded(await project.preview("--json", "--refresh"));
    const terminal = testTerminal({ input: preview });
    expect(await runProgram(["report"], terminal, commands)).toBe(2);
    const report = blockAfter("`pulumi preview --json --refresh | app-list report`", "text");
    expectShown({ page: "README.md", shown: report, printed: terminal.output() });

    // The YAML program declares the same: it takes the list over, and changes what the TypeScript program would.
    await useLanguage(project, "yaml");
    project.write("Pulumi.yaml", blockAfter("Or without a program", "yaml"));
    const yaml = succeeded(await project.up());
    expect(yaml.text).toContain('+1 −1 app bundles → 5 (removes 16.7%): +"com.luckyreels.slots" −"com.goldfever.keno"');
    expect(simulator.list(4321)?.appBundles).toEqual(
      expect.arrayContaining(["com.existing.a", "com.luckyreels.slots"]),
    );
    expect(simulator.list(4321)?.placementIds).toEqual(["20418-rewardedb21c"]);
    succeeded(await project.destroy());
    expect(simulator.list(4321)).toMatchObject({ appBundles: ["com.existing.a"], placementIds: [] });
  });
});
