import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator, type Simulator } from "../../provider/simulator/index";
import { describeProblems } from "../docs/compare-steps";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { readSteps } from "../docs/page-steps";
import { runSteps } from "../docs/run-steps";
import { useLanguage } from "../harness/language-host";
import { createProject, succeeded, withoutTypeChecks } from "../harness/project";
import { openQuickstart } from "../harness/quickstart-session";
import { settingsFor } from "../harness/simulator-settings";

const page = readPage("README.md");

/** The block of code in a language, in a section. */
function blockOf(heading: string, language: string): string {
  const blocks = codeBlocksOf({ path: page.path, text: sectionOf(page, heading).text });
  const block = blocks.find((each) => each.language === language);
  if (block === undefined) throw new Error(`The README has no ${language} in "${heading}".`);
  return block.code;
}

async function startAccount(): Promise<Simulator> {
  const appBundles = ["com.shopfast.mobile", "com.goldfever.bingo"];
  const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety", appBundles }] });
  onTestFinished(() => simulator.close());
  return simulator;
}

describe("the README", () => {
  it("shows a program in TypeScript, and the same in YAML", async () => {
    const simulator = await startAccount();
    const project = await createProject({
      program: blockOf("Use it", "ts"),
      language: "typescript",
      name: "brand-safety",
      settings: settingsFor(simulator),
    });
    onTestFinished(() => project.remove());
    // test/docs/programs.test.ts checks its types.
    Object.assign(project.environment, withoutTypeChecks);
    project.write("blocked-apps.txt", blockOf("Your account", "text"));
    succeeded(await project.up());
    expect(simulator.list(4321)).toMatchObject({
      appBundles: ["com.shopfast.mobile", "com.goldfever.bingo", "com.meetnow.chat"],
      placementIds: ["20418-rewardedb21c"],
    });

    // The YAML program declares the same entries and takes the resource over.
    await useLanguage(project, "yaml");
    project.write("Pulumi.yaml", blockOf("Use it", "yaml"));
    simulator.clearJournal();
    succeeded(await project.up("--expect-no-changes"));
    expect(simulator.journal).toEqual([]);
    succeeded(await project.destroy());
    expect(simulator.list(4321)).toMatchObject({
      appBundles: ["com.shopfast.mobile", "com.goldfever.bingo"],
      placementIds: [],
    });
  });

  it("leads from an account to a list with entries, and back", async () => {
    const simulator = await startAccount();
    const { folder, session } = await openQuickstart();

    // Not the set-up: the tools of this clone are installed.
    const steps = readSteps(sectionOf(page, "Your account").text).map((step) =>
      step.kind === "commands" ? { ...step, script: step.script.replaceAll(/^(?:npm run|export) .*\n/gmu, "") } : step,
    );
    const results = await runSteps(steps, { session, folder, account: simulator });
    expect(results.flatMap(describeProblems)).toEqual([]);
    expect(results).toHaveLength(5);
    expect(simulator.list(4321)?.appBundles).toEqual(["com.shopfast.mobile", "com.goldfever.bingo"]);
    expect(simulator.journal.map(({ action }) => action)).toContain("add");
  });
});
