import { describe, expect, it } from "vitest";
import { actionText, componentText, githubFiles } from "./files";
import { readAction, type Step } from "./run/action";
import { holds } from "./run/expression";
import { jobsOf as jobsOfWorkflow, readWorkflow } from "./run/github";
import { jobsOf as jobsOfPipeline, readJobs } from "./run/gitlab";

const action = readAction(actionText);

/** The names of the steps of the action for which a condition holds. */
function stepsWith(isMeant: (step: Step) => boolean): readonly string[] {
  return action.runs.steps.filter(isMeant).map(({ name, uses }) => name ?? uses?.split("@")[0] ?? "");
}

describe("the workflows for GitHub", () => {
  it("deploy the main branch only, also if started manually", () => {
    const deploy = (ref: string) => jobsOfWorkflow(readWorkflow("deploy.yaml"), { "github.ref": ref });
    expect(deploy("refs/heads/main")).toEqual(["deploy"]);
    expect(deploy("refs/heads/other")).toEqual([]);
    expect(deploy("refs/tags/main")).toEqual([]);
  });

  it("run one deployment at a time, and cancel none", () => {
    const text = githubFiles.find(({ name }) => name === "deploy.yaml")?.text;
    expect(text).toContain("concurrency: { group: app-lists-deploy, cancel-in-progress: false }");
  });

  it("use these actions only, each by its commit", () => {
    const ofWorkflows = githubFiles.flatMap(({ name }) =>
      Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])),
    );
    const ofAction = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(new Set([...ofWorkflows, ...ofAction])).toEqual(
      new Set([
        "./.github/actions/app-list",
        "actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae",
        "actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae",
        "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
        "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020",
        "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
        "pulumi/actions@8e5e406f4007fca908480587cb9893c07090f58d",
      ]),
    );
  });

  it("may write nothing but comments and issues", () => {
    const permissions = githubFiles.map(({ name }) => [name, readWorkflow(name).permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
      "deploy.yaml": { contents: "read" },
      "nightly-drift.yaml": { contents: "read", issues: "write" },
      "pull-request.yaml": { contents: "read", "pull-requests": "write" },
    });
  });

  it("keep the token of the checkout out of the repository", () => {
    for (const { name } of githubFiles) {
      for (const { steps } of Object.values(readWorkflow(name).jobs)) {
        expect(steps[0]?.with["persist-credentials"]).toBe(false);
      }
    }
  });
});

describe("the action", () => {
  const secrets = /inputs\.(?:pulumi-access-token|backend-url|passphrase|username|password|api-key|api-secret)\b/u;
  const uses = (pattern: RegExp) => stepsWith((step) => pattern.test(JSON.stringify(step)));

  it("gives the secrets to the steps that need them only", () => {
    expect(uses(secrets)).toEqual(["Preview", "Deploy"]);
    expect(uses(/github\.token/u)).toEqual(["Comment", "Keep the issue"]);
    expect(uses(/secrets\.[A-Z]|toJSON/u)).toEqual([]);
  });

  it("takes the secrets of the account from variables that have the same names everywhere", () => {
    for (const { env } of action.runs.steps.filter(({ name }) => name === "Preview" || name === "Deploy")) {
      const sources = Object.entries(env).filter(([, value]) => secrets.test(value));
      expect(sources).toHaveLength(7);
      for (const [name, value] of sources) expect(value).toContain(` || env.${name} }}`);
    }
  });

  it("puts no package before the commands of the runner", () => {
    expect(uses(/GITHUB_PATH|GITHUB_ENV/u)).toEqual([]);
    expect(actionText).not.toContain('.bin:$PATH"');
  });

  it("has no step for the secrets of a fork", () => {
    const values = {
      "steps.choose.outputs.command": "compare",
      "github.event_name": "pull_request",
      "inputs.comment": "true",
      "inputs.issue": "true",
      "inputs.lists": "lists/*.csv",
    };
    const scope = { values, open: ["steps.cache.outputs."], isSuccess: true };
    expect(stepsWith((step) => step.id !== "choose" && holds(step.if ?? "success()", scope))).toEqual([
      "actions/setup-node",
      "actions/cache/restore",
      "Install",
      "Validate the list files",
      "Check the types",
      "pulumi/actions",
      "Compare with the base branch",
      "Report",
      "Keep the report",
      "Result",
      "actions/cache/save",
    ]);
  });
});

describe("the pipeline for GitLab", () => {
  const mergeRequest = (project: string, source: string) =>
    jobsOfPipeline({
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_PROJECT_ID: project,
      CI_MERGE_REQUEST_PROJECT_ID: "12",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source,
      CI_DEFAULT_BRANCH: "main",
    });

  it("previews a merge request of a branch, and compares one of a fork, in the project of the fork", () => {
    expect(mergeRequest("12", "12")).toEqual(["app-list-preview"]);
    expect(mergeRequest("99", "99")).toEqual(["app-list-compare"]);
  });

  it("has no job for a fork in the project whose variables are secrets", () => {
    expect(mergeRequest("12", "99")).toEqual([]);
  });

  it("deploys the default branch and on a schedule, and checks for drift on another", () => {
    const branch = { CI_PROJECT_ID: "12", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
    expect(jobsOfPipeline({ ...branch, CI_PIPELINE_SOURCE: "push" })).toEqual(["app-list-deploy"]);
    expect(jobsOfPipeline({ ...branch, CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "other" })).toEqual([]);
    const schedule = { ...branch, CI_PIPELINE_SOURCE: "schedule" };
    expect(jobsOfPipeline({ ...schedule, APP_LISTS: "drift" })).toEqual(["app-list-drift"]);
    expect(jobsOfPipeline({ ...schedule, APP_LISTS: "deploy" })).toEqual(["app-list-deploy"]);
  });

  it("runs one deployment at a time, and cancels none", () => {
    const deploy = readJobs()["app-list-deploy"];
    expect(deploy).toMatchObject({ resource_group: "app-list", interruptible: false });
  });

  it("can have the jobs of several stacks", () => {
    const include = (stack: string) => `  - local: .gitlab/app-list.yml
    inputs: { stack: ${stack}, job-prefix: ${stack}-lists }`;
    const jobs = readJobs(`include:\n${include("dev")}\n${include("prod")}`);
    expect(Object.keys(jobs)).toHaveLength(8);
    expect(jobs["dev-lists-deploy"]?.variables["PULUMI_STACK"]).toBe("dev");
    expect(jobs["prod-lists-deploy"]?.variables["PULUMI_STACK"]).toBe("prod");
  });

  it("refuses inputs that the component does not have", () => {
    const including = (inputs: string) => () =>
      readJobs(`include: [{ local: .gitlab/app-list.yml, inputs: ${inputs} }]`);
    expect(including("{ stack: dev, list: x }")).toThrow("no input list");
    expect(including("{ lists: x }")).toThrow("stack must be a string");
    expect(including("{ stack: dev, refresh: yes please }")).toThrow("refresh must be a boolean");
  });
});

describe("a report that fails", () => {
  it("is not hidden by one that succeeds after it", () => {
    for (const text of [actionText, componentText]) {
      for (const script of text.split(/^ *(?:- )?(?:name: |\|$)/mu)) {
        const kept = [...script.matchAll(/\|\| (\w+)=\$\?/gu)].map(([, name]) => name);
        expect(new Set(kept).size).toBe(kept.length);
      }
    }
  });
});
