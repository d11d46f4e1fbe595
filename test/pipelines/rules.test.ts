import { describe, expect, it } from "vitest";
import { githubFiles, gitlabFiles } from "./files";
import { jobsOf as jobsOfWorkflow, readWorkflow } from "./run/github";
import { jobsOf as jobsOfPipeline } from "./run/gitlab";

describe("the workflows of GitHub", () => {
  const repository = { "github.repository": "ad-ops/lists" };
  const pullRequest = (from: string, actor: string) =>
    jobsOfWorkflow(readWorkflow("pull-request.yaml"), {
      ...repository,
      "github.event.pull_request.head.repo.full_name": from,
      "github.actor": actor,
    });

  it("preview a pull request where there are secrets, and compare it where there are none", () => {
    expect(pullRequest("ad-ops/lists", "ana")).toEqual(["preview"]);
    expect(pullRequest("stranger/lists", "stranger")).toEqual(["compare"]);
    expect(pullRequest("ad-ops/lists", "dependabot[bot]")).toEqual(["compare"]);
  });

  it("deploy nothing but the main branch, also by hand", () => {
    const deploy = (ref: string) => jobsOfWorkflow(readWorkflow("deploy.yaml"), { ...repository, "github.ref": ref });
    expect(deploy("refs/heads/main")).toEqual(["deploy"]);
    expect(deploy("refs/heads/other")).toEqual([]);
    expect(deploy("refs/tags/main")).toEqual([]);
  });
});

describe("the pipeline of GitLab", () => {
  const mergeRequest = (project: string, source: string) =>
    jobsOfPipeline({
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_PROJECT_ID: project,
      CI_MERGE_REQUEST_PROJECT_ID: "12",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source,
      CI_DEFAULT_BRANCH: "main",
    });

  it("previews a merge request of a branch, and compares one of a fork, in the fork's own project", () => {
    expect(mergeRequest("12", "12")).toEqual(["preview"]);
    expect(mergeRequest("99", "99")).toEqual(["compare"]);
  });

  it("has no job of a fork in the project whose variables are secrets", () => {
    expect(mergeRequest("12", "99")).toEqual([]);
  });

  it("deploys the default branch and on a schedule, and looks for drift on another", () => {
    const branch = { CI_PROJECT_ID: "12", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
    expect(jobsOfPipeline({ ...branch, CI_PIPELINE_SOURCE: "push" })).toEqual(["deploy"]);
    expect(jobsOfPipeline({ ...branch, CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "other" })).toEqual([]);
    const schedule = { ...branch, CI_PIPELINE_SOURCE: "schedule" };
    expect(jobsOfPipeline({ ...schedule, APP_LISTS: "drift" })).toEqual(["drift"]);
    expect(jobsOfPipeline({ ...schedule, APP_LISTS: "deploy" })).toEqual(["deploy"]);
  });
});

describe("a report that fails", () => {
  it("is not covered up by one that succeeds after it", () => {
    for (const { text } of [...githubFiles, ...gitlabFiles]) {
      for (const script of text.split(/^ *(?:- )?(?:name: |\|$)/mu)) {
        const kept = [...script.matchAll(/\|\| (\w+)=\$\?/gu)].map(([, name]) => name);
        expect(new Set(kept).size).toBe(kept.length);
      }
    }
  });
});
