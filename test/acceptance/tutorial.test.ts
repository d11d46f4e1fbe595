import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { comparable, describeProblems } from "../../tools/newcomer/compare.ts";
import { runSteps } from "../../tools/newcomer/run-steps.ts";
import { openSession } from "../../tools/newcomer/session.ts";
import { readSteps } from "../../tools/newcomer/steps.ts";
import { engineFolder } from "../../tools/pulumi/engine-folder.ts";
import { readPage } from "../docs/markdown";
import { expectShown } from "../docs/shown-output";
import { root, usualStart, withoutTypeChecks } from "../harness/project";

const page = readPage("docs/tutorial.md");

describe("docs/tutorial.md", () => {
  it("has commands that work in their order, and print what it shows", async () => {
    mkdirSync(join(root, ".scratch"), { recursive: true });
    const surroundings = mkdtempSync(join(root, ".scratch", "tutorial-"));
    onTestFinished(() => rmSync(surroundings, { recursive: true, force: true }));
    const folder = join(surroundings, "clone");
    mkdirSync(folder);
    cpSync(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
    cpSync(join(root, "examples", "quickstart"), join(folder, "examples", "quickstart"), { recursive: true });
    const path = [await engineFolder(), dirname(process.execPath), join(root, "node_modules", ".bin")];
    const session = openSession(folder, {
      ...process.env,
      ...usualStart,
      ...withoutTypeChecks,
      PATH: [...path, process.env["PATH"] ?? ""].join(delimiter),
    });
    onTestFinished(() => session.close());

    // What needs a clone of its own is run by tools/newcomer.ts.
    const steps = readSteps(page.text).map((step) =>
      step.kind === "commands"
        ? { ...step, quoted: [], script: step.script.replaceAll(/^(?:git|cd|npm|export PATH=)\b.*\n/gmu, "") }
        : step,
    );
    const results = await runSteps(steps, { session, folder });
    const withoutOutput = results.map((result) => ({ ...result, step: { ...result.step, output: undefined } }));
    expect(withoutOutput.flatMap(describeProblems)).toEqual([]);
    expect(results).toHaveLength(steps.filter(({ kind }) => kind === "commands").length);
    for (const { step, output } of results) {
      if (step.output === undefined) continue;
      // The comment has a block of code of its own.
      const fence = step.script.includes("comment.md") ? "````" : "```";
      const shown = (text: string): string => `${step.script}\`\`\`\n\n${fence}text\n${text}${fence}`;
      expectShown({ page: page.path, shown: shown(step.output), printed: shown(output), comparable });
    }
  });
});
