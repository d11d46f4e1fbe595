import { describe, expect, it } from "vitest";
import { actionText, componentText, githubFiles, readAction, readJobs, readWorkflow, type Step } from "./files";

const { steps } = readAction().runs;

/** The names of steps of the action. */
function stepsWith(isMeant: (step: Step) => boolean): readonly string[] {
  return steps.filter(isMeant).map(({ name, uses }) => name ?? uses?.split("@")[0] ?? "");
}

describe("the workflows for GitHub", () => {
  it("deploy the main branch only, also if started manually, and one at a time", () => {
    expect(readWorkflow("deploy.yaml").jobs["deploy"]?.if).toBe("github.ref == 'refs/heads/main'");
    const text = githubFiles.find(({ name }) => name === "deploy.yaml")?.text;
    expect(text).toContain("  push: { branches: [main] }");
    expect(text).toContain("concurrency: { group: app-lists-deploy, cancel-in-progress: false }");
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
      for (const job of Object.values(readWorkflow(name).jobs)) {
        expect(job.steps[0]?.with["persist-credentials"]).toBe(false);
      }
    }
  });
});

describe("the action", () => {
  const secrets = /inputs\.(?:pulumi-access-token|backend-url|passphrase|username|password|api-key|api-secret)\b/u;
  const uses = (pattern: RegExp) => stepsWith((step) => pattern.test(JSON.stringify(step)));

  it("runs its steps in this order, under these conditions", () => {
    const conditions = steps.map((step) => [step.name ?? step.uses?.split("@")[0] ?? "", step.if ?? ""]);
    expect(conditions).toEqual([
      ["Choose the command", ""],
      ["actions/setup-node", ""],
      ["Install", ""],
      ["Validate", "contains('preview validate', steps.choose.outputs.command)"],
      ["pulumi/actions", "steps.choose.outputs.command != 'validate'"],
      ["Pulumi", "steps.choose.outputs.command != 'validate'"],
      ["actions/upload-artifact", "always() && steps.pulumi.outputs.report"],
      ["Comment or issue", "${{ !cancelled() && steps.pulumi.outputs.report && steps.choose.outputs.publish }}"],
    ]);
  });

  it("gives the secrets to the step that needs them only", () => {
    expect(uses(secrets)).toEqual(["Pulumi"]);
    expect(uses(/github\.token/u)).toEqual(["Comment or issue"]);
    expect(uses(/secrets\.[A-Z]|toJSON/u)).toEqual([]);
  });

  it("puts no package before the commands of the runner", () => {
    expect(uses(/GITHUB_PATH|GITHUB_ENV/u)).toEqual([]);
    expect(actionText).not.toContain('.bin:$PATH"');
    expect(componentText).not.toContain('.bin:$PATH"');
  });

  it("keeps the downloaded packages for the same lock file", () => {
    const node = steps.find(({ uses }) => uses?.startsWith("actions/setup-node@") === true);
    expect(node?.with).toEqual({
      "node-version": "${{ inputs.node-version }}",
      cache: "npm",
      "cache-dependency-path": "${{ inputs.working-directory }}/package-lock.json",
    });
  });

  it("lets Pulumi neither check the types again, nor use the credentials of the last update", () => {
    const running = steps.filter(({ run = "" }) => /^ *(?:\S+ )?pulumi /mu.test(run));
    expect(running.map(({ name }) => name)).toEqual(["Pulumi"]);
    expect(running[0]?.env).toMatchObject({ PULUMI_RUN_PROGRAM: "true", PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
  });
});

describe("the pipeline for GitLab", () => {
  const jobs = readJobs();

  it("has three jobs, under these conditions: none for a fork in the project whose variables are secrets", () => {
    const rules = Object.entries(jobs).map(([name, job]) => [name, job.rules]);
    expect(Object.fromEntries(rules)).toEqual({
      "app-list-preview": [
        {
          if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_PROJECT_ID == $CI_MERGE_REQUEST_SOURCE_PROJECT_ID',
        },
      ],
      "app-list-deploy": [
        { if: '$CI_PIPELINE_SOURCE == "schedule" && $APP_LISTS == "deploy"' },
        { if: '$CI_PIPELINE_SOURCE == "schedule"', when: "never" },
        { if: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" },
      ],
      "app-list-drift": [{ if: '$CI_PIPELINE_SOURCE == "schedule" && $APP_LISTS == "drift"' }],
    });
  });

  it("runs one deployment at a time, and cancels none", () => {
    expect(jobs["app-list-deploy"]).toMatchObject({ resource_group: "app-list", interruptible: false });
  });

  it("keeps the downloaded packages for the same lock file, and warns if drift is not verified", () => {
    for (const { cache, before_script: before } of Object.values(jobs)) {
      expect(cache).toEqual({ key: { files: ["package-lock.json"] }, paths: [".npm"] });
      expect(before).toContain('npm ci --ignore-scripts --no-audit --cache "$CI_PROJECT_DIR/.npm"');
    }
    expect(jobs["app-list-drift"]?.allow_failure).toEqual({ exit_codes: 3 });
    expect(jobs["app-list-deploy"]?.allow_failure).toBeUndefined();
  });

  it("lets Pulumi neither check the types again, nor use the credentials of the last update", () => {
    for (const { variables } of Object.values(jobs)) {
      expect(variables).toMatchObject({ PULUMI_RUN_PROGRAM: "true", PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
    }
  });

  it("can have the jobs of several stacks", () => {
    const ofProd = readJobs({ stack: "prod", "job-prefix": "prod-lists" });
    expect(Object.keys(ofProd)).toEqual(["prod-lists-preview", "prod-lists-deploy", "prod-lists-drift"]);
    expect(ofProd["prod-lists-deploy"]?.variables["PULUMI_STACK"]).toBe("prod");
    expect(jobs["app-list-deploy"]?.variables["PULUMI_STACK"]).toBe("dev");
  });
});
