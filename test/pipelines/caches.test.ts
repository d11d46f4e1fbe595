import { describe, expect, it } from "vitest";
import { githubFiles } from "./files";
import { readWorkflow } from "./run/github";
import { readPipeline } from "./run/gitlab";

const mergeRequest = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_DEFAULT_BRANCH: "main",
  CI_PROJECT_ID: "12",
  CI_MERGE_REQUEST_PROJECT_ID: "12",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "12",
};
const forkRequest = { ...mergeRequest, CI_PROJECT_ID: "99", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "99" };

const workflows = githubFiles.map(({ name }) => readWorkflow(name));
const githubJobs = workflows.flatMap(({ jobs }) => Object.values(jobs));

/** The variables that decide about speed. */
const names = ["PULUMI_NODEJS_TRANSPILE_ONLY", "npm_config_cache", "NODE_COMPILE_CACHE"] as const;

describe("the caches of the pipelines", () => {
  it("are the same folders with the same settings on GitHub and on GitLab, each inside the folder that is kept", () => {
    const { variables, defaults } = readPipeline(mergeRequest);
    const pick = (values: Readonly<Record<string, string>>, workspace: string) =>
      names.map((name) => values[name]?.replace(workspace, "."));
    expect(pick(variables, "$CI_PROJECT_DIR")).toEqual(["true", "./.cache/npm", "./.cache/compile"]);
    expect(defaults.cache.paths).toEqual([".cache"]);
    for (const { env } of workflows) {
      expect(pick(env, "${{ github.workspace }}")).toEqual(pick(variables, "$CI_PROJECT_DIR"));
    }
  });

  it("are restored before the packages are installed, in every job of GitHub", () => {
    for (const { steps } of githubJobs) {
      const cache = steps.findIndex(({ uses }) => uses?.startsWith("actions/cache@"));
      expect(steps[cache]?.with?.["path"]).toBe(".cache");
      expect(cache).toBeGreaterThan(steps.findIndex(({ id }) => id === "node"));
      expect(cache).toBeLessThan(steps.findIndex(({ name }) => name === "Install"));
    }
  });

  it("are made anew for other packages and for another version of Node", () => {
    expect(readPipeline(mergeRequest).defaults.cache.key.files).toEqual(["package-lock.json", ".gitlab-ci.yml"]);
    for (const { steps } of githubJobs) {
      const key = steps.find(({ uses }) => uses?.startsWith("actions/cache@"))?.with?.["key"];
      expect(key).toContain("${{ steps.node.outputs.node-version }}");
      expect(key).toContain("${{ hashFiles('**/package-lock.json') }}");
      expect(steps.find(({ id }) => id === "node")?.uses).toMatch(/^actions\/setup-node@/u);
    }
  });
});

describe("the types of the program", () => {
  const commands = ["npm ci --ignore-scripts --no-audit", "app-list validate", "tsc --noEmit"];
  // A job has one of them.
  const programs = ["pulumi preview", "node compare-with-base.mjs"];

  it("are checked in each pull request, after the lists and before the program runs", () => {
    const { jobs } = readWorkflow("pull-request.yaml");
    const gitlabJobs = [mergeRequest, forkRequest].flatMap((given) => {
      const { defaults, jobs: included } = readPipeline(given);
      return included.map(([, { script }]) => [...defaults.before_script, ...script].join("\n"));
    });
    const scripts = [
      ...Object.values(jobs).map(({ steps }) => steps.map(({ run = "" }) => run).join("\n")),
      ...gitlabJobs,
    ];
    expect(scripts).toHaveLength(4);
    for (const script of scripts) {
      const places = [...commands, ...programs].map((command) => script.indexOf(command)).filter((place) => place >= 0);
      expect(places).toHaveLength(4);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    }
  });
});
