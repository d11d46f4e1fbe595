import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { actionText } from "./files";
import { environmentOf, inputsOf, readAction } from "./run/action";
import { runScript } from "./run/shell";

const action = readAction(actionText);

/** Runs the first step of the action, and returns its outputs, or the error that it prints. */
async function choose(command: string, event: Readonly<Record<string, string>>, refresh = "false"): Promise<string> {
  const [step] = action.runs.steps;
  if (step?.run === undefined) throw new Error("The first step of the action has no script.");
  const values = { "github.repository": "ad-ops/lists", "github.actor": "ana", "github.event_name": "push", ...event };
  const scope = { values, open: ["github.event."], isSuccess: true };
  const inputs = inputsOf(action, { command, stack: "dev", refresh }, scope);
  const output = join(mkdtempSync(join(tmpdir(), "choose-")), "output");
  const environment = environmentOf(step, { ...scope, values: { ...values, ...inputs } });
  const { code, text } = await runScript(step.run, ".", { ...process.env, ...environment, GITHUB_OUTPUT: output });
  return code === 0 ? readFileSync(output, "utf8").trim().replaceAll("\n", " ") : text.trim();
}

const pullRequest = {
  "github.event_name": "pull_request",
  "github.event.pull_request.head.repo.full_name": "ad-ops/lists",
};
const fork = { ...pullRequest, "github.event.pull_request.head.repo.full_name": "stranger/lists" };
const dependabot = { ...pullRequest, "github.actor": "dependabot[bot]" };

describe("the command of the action", () => {
  it("is the input, for a push and for a pull request of a branch", async () => {
    expect(await choose("deploy", {})).toBe("command=deploy");
    expect(await choose("preview", {})).toBe("command=preview");
    expect(await choose("preview", pullRequest)).toBe("command=preview");
    expect(await choose("validate", fork)).toBe("command=validate");
  });

  it("is compare instead of preview for a fork, for Dependabot, and for a deleted fork", async () => {
    expect(await choose("preview", fork)).toBe("command=compare");
    expect(await choose("preview", dependabot)).toBe("command=compare");
    expect(await choose("preview", { "github.event_name": "pull_request" })).toBe("command=compare");
  });

  it("refreshes for drift, and for others if the input asks for it", async () => {
    expect(await choose("drift", {})).toBe("refresh=--refresh command=drift");
    expect(await choose("preview", pullRequest, "true")).toBe("refresh=--refresh command=preview");
  });

  it.each([
    ["an unknown command", "destroy", {}, 'The input "command" must be preview, compare, validate, deploy or drift.'],
    [
      "a command with code",
      "preview; id",
      {},
      'The input "command" must be preview, compare, validate, deploy or drift.',
    ],
    [
      "a deployment of a fork",
      "deploy",
      fork,
      "A pull request from a fork or from Dependabot has no secrets for deploy.",
    ],
    [
      "pull_request_target",
      "preview",
      { ...fork, "github.event_name": "pull_request_target" },
      "pull_request_target gives secrets to forks. Use pull_request.",
    ],
  ])("is refused for %s", async (_, command, event, problem) => {
    expect(await choose(command, event)).toBe(`::error title=App lists::${problem}`);
  });
});
