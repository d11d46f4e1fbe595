import { describe, expect, it } from "vitest";
import { makeProject } from "./project";
import { pullRequest, runAction } from "./run";

/** Runs the action, and returns the outputs of its first step, or the error that it prints. */
async function choose(command: string, event: Readonly<Record<string, string>>, more = {}): Promise<string> {
  const { place } = makeProject();
  const { code, text, outputs } = await runAction(place, { command, stack: "dev", ...more }, event);
  const chosen = Object.entries(outputs).flatMap(([name, value]) =>
    name.startsWith("steps.choose.outputs.") ? [`${name.replace("steps.choose.outputs.", "")}=${value}`] : [],
  );
  return code === 0 ? chosen.join(" ") : text.trim();
}

const repository = "github.event.pull_request.head.repo.full_name";
const fork = { ...pullRequest, [repository]: "stranger/lists" };
const { [repository]: _, ...deletedFork } = pullRequest;
const dependabot = { ...pullRequest, GITHUB_ACTOR: "dependabot[bot]" };
const unknown = 'The input "command" must be preview, validate, deploy or drift.';
const noSecrets = "A pull request of a fork or of Dependabot has no secrets for";

describe("the command of the action", () => {
  it("is the input, for a push and for a pull request of a branch", async () => {
    expect(await choose("deploy", {})).toBe("command=deploy");
    expect(await choose("preview", {})).toBe("command=preview");
    expect(await choose("preview", pullRequest)).toBe("command=preview publish=comment");
    expect(await choose("validate", pullRequest)).toBe("command=validate");
    expect(await choose("drift", {})).toBe("command=drift refresh=--refresh publish=issue");
  });

  it("is validate instead of preview for a fork, for Dependabot, and for a deleted fork", async () => {
    for (const event of [fork, dependabot, deletedFork]) {
      for (const command of ["preview", "validate"]) expect(await choose(command, event)).toBe("command=validate");
    }
  });

  it("refreshes, comments and opens an issue as the inputs ask for", async () => {
    const refresh = { refresh: "true" };
    expect(await choose("deploy", {}, refresh)).toBe("command=deploy refresh=--refresh");
    const silent = { ...refresh, comment: "false" };
    expect(await choose("preview", pullRequest, silent)).toBe("command=preview refresh=--refresh");
    expect(await choose("drift", {}, { issue: "false" })).toBe("command=drift refresh=--refresh");
  });

  const ofTarget = { ...fork, GITHUB_EVENT_NAME: "pull_request_target" };

  it.each([
    ["an unknown command", "destroy", {}, unknown],
    ["a command with code", "preview; id", {}, unknown],
    ["a command with another line", "preview\nx=y", {}, unknown],
    ["a deployment of a fork", "deploy", fork, `${noSecrets} deploy.`],
    ["a drift check of Dependabot", "drift", dependabot, `${noSecrets} drift.`],
    ["pull_request_target", "preview", ofTarget, "pull_request_target gives secrets to forks. Use pull_request."],
  ])("is refused for %s", async (_, command, event, problem) => {
    expect(await choose(command, event)).toBe(`::error title=App lists::${problem}`);
  });
});
