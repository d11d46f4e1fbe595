import { describe, expect, it } from "vitest";
import { comparable, describeProblems } from "../docs/compare-steps";
import { readPage } from "../docs/markdown";
import { readSteps } from "../docs/page-steps";
import { runSteps } from "../docs/run-steps";
import { expectShown } from "../docs/shown-output";
import { openQuickstart } from "../harness/quickstart-session";

const page = readPage("docs/tutorial.md");

describe("docs/tutorial.md", () => {
  it("has commands that work in their order, and print what it shows", async () => {
    const { folder, session } = await openQuickstart();

    // Not the commands that clone the repository and install its tools: they are installed.
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
