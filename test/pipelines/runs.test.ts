import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create, printPreview, refresh, same, stackStep } from "../report/preview";
import { pullRequest, runAction, runOnGithub, runWorkflow } from "./github";
import { gitlabEvents, listJobs, runOnGitlab } from "./gitlab";
import type { Values } from "./place";
import { makeProject, type Project } from "./project";

const held = { appBundles: ["com.a", "com.b"] };
const changes = printPreview([create("blocked", { appBundles: ["com.a"] })]);
const notVerified = printPreview([
  refresh("blocked", held),
  same("blocked", { ...held, facts: { notVerified: ["appBundles"] } }),
  stackStep,
]);
/** What Pulumi prints for a wrong passphrase. Its JSON is empty. */
const wrongPassphrase = { preview: "", stderr: "error: get stack secrets manager: incorrect passphrase\n" };
const refused = 'app list 4321 "blocked": the API refused to add 1 app bundle ("com.x").';
const failedUp = {
  preview: changes,
  up: `Diagnostics:
  app-list:index:AppListEntries (allowed):
    app list 4322 "allowed": added 2 app bundles ("com.c", "com.d").
  app-list:index:AppListEntries (blocked):
    error: ${refused}
Resources:
    + 1 created
    1 errored
`,
  upCode: 1,
};

/** A project in the folder `infra` of its repository. One of its list files has a likely mistake. */
async function makeProjectInFolder(): Promise<Project> {
  const inputs = { "stack-name": "dev", "work-dir": "infra", "lock-file": "infra/package-lock.json" };
  const project = await makeProject({
    ".gitlab-ci.yml": JSON.stringify({ include: [{ local: ".gitlab/app-list.yml", inputs }] }),
    "infra/package-lock.json": "{}",
    "infra/lists/apps.csv": "app_bundle\nn/a\n",
  });
  symlinkSync(join("..", "node_modules"), join(project.place.folder, "infra", "node_modules"));
  return project;
}

describe.each([
  ["GitHub", runOnGithub],
  ["GitLab", runOnGitlab],
] as const)("the pipelines of %s", (_, run) => {
  it("deploy the latest commit for a run of an older one, and name it; only a repair reads the lists, and cancels if it is asked to", async () => {
    const project = await makeProject();
    const older = project.git("rev-parse", "HEAD");
    const latest = project.commit({ "index.ts": "// A newer program\n" });
    for (const pipeline of ["deploy", "repair", "cancel and repair"] as const) {
      project.git("checkout", "--quiet", "--detach", older);
      const { code, text } = await run(project.place, pipeline);
      expect({ code, text }).toMatchObject({ code: 0 });
      expect(text).toContain(`commit ${latest.slice(0, 12)}`);
      const option = pipeline === "deploy" ? "" : " --refresh";
      expect(project.takeCalls().map((call) => call.split(",")[0])).toEqual([
        ...(pipeline.startsWith("cancel") ? [`cancel --yes --non-interactive of ${latest}`] : []),
        `preview --json --show-sames --non-interactive${option} of ${latest}`,
        `up --yes --skip-preview --non-interactive${option} of ${latest}`,
      ]);
    }
  });

  it("report why a preview failed that printed no JSON, at the end of the log and in the comment", async () => {
    const project = await makeProject();
    project.answer(wrongPassphrase);
    const { code, text } = await run(project.place, "preview");
    expect(code).toBe(1);
    expect(text).toContain("The preview failed with 1 error: get stack secrets manager: incorrect passphrase");
    expect(text).not.toMatch(/No such file|\[PREVIEW_UNREADABLE\]/u);
    expect(project.place.forge.changes()).toEqual(["comment created"]);
    expect(project.place.forge.bodies("comment")[0]).toContain(
      "<code>get stack secrets manager: incorrect passphrase</code>",
    );
    // The comment of the failure is updated.
    project.answer({});
    expect((await run(project.place, "preview")).code).toBe(0);
    expect(project.place.forge.changes()).toEqual(["comment updated"]);
    project.answer(wrongPassphrase);
    for (const pipeline of ["deploy", "drift"] as const) {
      project.takeCalls();
      expect({ pipeline, ...(await run(project.place, pipeline)) }).toMatchObject({ code: 1 });
      expect(project.takeCalls()).toHaveLength(1);
    }
    expect(project.place.forge.changes()).toEqual([]);
  });

  it("fail with the outcome of each list if pulumi up fails, and show it after a success, too", async () => {
    const project = await makeProject();
    project.answer(failedUp);
    const failed = await run(project.place, "deploy");
    expect(failed.code).toBe(1);
    for (const outcome of [refused, 'app list 4322 "allowed": added 2 app bundles'])
      expect(failed.text).toContain(outcome);
    project.answer({});
    expect((await run(project.place, "deploy")).text).toContain("    1 unchanged");
  });

  it("install the packages of Python and Go, but ask no registry for the bare name of this package", async () => {
    const project = await makeProject({ "requirements.txt": "sdks/app-list\n", "Pulumi.yaml": "name: dev\n" });
    expect((await run(project.place, "preview")).code).toBe(0);
    expect(project.takeCalls()[0]).toMatch(/^install --no-plugins of /u);
    project.commit({ "Pulumi.yaml": "name: dev\npackages:\n  app-list: app-list@0.1.0\n" });
    const { code, text } = await run(project.place, "preview");
    expect(text).toContain("Pulumi would ask a public registry");
    expect([code, project.takeCalls()]).toEqual([1, []]);
  });

  it("update their comment after more than a hundred comments of others, which may copy its first line", async () => {
    const project = await makeProject();
    const { forge } = project.place;
    // The commit of the branch, not the temporary one of a merge.
    await run(project.place, "preview", { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "a".repeat(40) });
    const [body = ""] = forge.bodies("comment");
    expect(body).toContain("a".repeat(12));
    for (const _ of [1, 2]) {
      await run(project.place, "preview");
      forge.addStrangers(99, body);
    }
    await run(project.place, "preview");
    expect(forge.changes()).toEqual(["comment created", "comment updated", "comment updated", "comment updated"]);
  });

  it("use the file of a passphrase, and otherwise even an empty passphrase", async () => {
    const project = await makeProject();
    const passphrases: readonly Values[] = [
      { PULUMI_CONFIG_PASSPHRASE: "" },
      { PULUMI_CONFIG_PASSPHRASE_FILE: "/run/passphrase" },
      { PULUMI_CONFIG_PASSPHRASE: "secret" },
    ];
    for (const variables of passphrases) {
      const environment = { ...project.place.environment, ...variables };
      await run({ ...project.place, environment }, "preview", variables);
    }
    const given = project.takeCalls().map((call) => call.split("passphrase: ")[1]);
    expect(given).toEqual(["", "unset", "secret"]);
  });
});

describe("a pipeline of GitLab", () => {
  it("has these jobs, by its event; only the default branch deploys", async () => {
    const { place } = await makeProject();
    const jobsOf = async (event: Values) => listJobs(place, event);
    const onBranch = { CI_COMMIT_BRANCH: "topic" };
    const deploy = "app-list-deploy on_success";
    const repairs = ["app-list-repair manual", "app-list-cancel-and-repair manual"];
    expect(await jobsOf(gitlabEvents["merge request"])).toEqual(["app-list-preview on_success"]);
    // A member can start the pipeline of a fork in the project whose variables are secrets.
    expect(await jobsOf({ ...gitlabEvents["merge request"], CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "13" })).toEqual([]);
    expect(await jobsOf(gitlabEvents.push)).toEqual([deploy, ...repairs]);
    expect(await jobsOf(gitlabEvents["nightly deployment"])).toEqual([deploy, ...repairs]);
    expect(await jobsOf(gitlabEvents["nightly drift"])).toEqual(["app-list-drift on_success", ...repairs]);
    for (const event of ["push", "nightly deployment", "nightly drift"] as const) {
      expect(await jobsOf({ ...gitlabEvents[event], ...onBranch })).toEqual([]);
    }
    expect(await jobsOf({ ...gitlabEvents["nightly drift"], APP_LISTS: "" })).toEqual(repairs);
  });

  it("fails before anything is deployed if it cannot get the latest commit", async () => {
    const project = await makeProject();
    rmSync(project.origin, { recursive: true });
    const { code } = await runOnGitlab(project.place, "deploy");
    expect([code, project.takeCalls()]).toEqual([1, []]);
  });

  it.each([
    ["is missing", "", "The variable GITLAB_TOKEN is not set for this branch."],
    ["is refused", "expired", '{"message":"401 Unauthorized"}'],
  ])("names the variable of its token if that %s, and prints the reason of the API", async (_, token, reason) => {
    const project = await makeProject();
    const { code, text } = await runOnGitlab(project.place, "preview", { GITLAB_TOKEN: token });
    expect(code).toBe(1);
    expect(text).toContain(reason);
    expect(text).toMatch(/the variable GITLAB_TOKEN/iu);
  });

  it("prints the changed lines of a fork, in the project of the fork, and runs no program", async () => {
    const project = await makeProject({ "lists/apps.txt": "com.a\n" });
    const base = project.git("rev-parse", "HEAD");
    project.commit({ "lists/apps.txt": "com.a\ncom.b\n" });
    const fork = {
      CI_PROJECT_ID: "13",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "13",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    };
    const { code, text } = await runOnGitlab(project.place, "preview", fork);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toContain("> +com.b");
    expect(project.takeCalls()).toEqual([]);
  });

  it("reports findings at their files if the project is in a folder of the repository", async () => {
    const { place } = await makeProjectInFolder();
    const { code, text } = await runOnGitlab(place, "preview");
    expect({ code, text }).toMatchObject({ code: 0 });
    const report = readFileSync(join(place.folder, "app-list-results", "code-quality.json"), "utf8");
    expect(report).toContain('"path": "infra/lists/apps.csv"');
  });

  it("ends early for a merge request that changes none of the paths", async () => {
    const project = await makeProject();
    const base = project.git("rev-parse", "HEAD");
    project.commit({ "apps.txt": "com.a\n" });
    for (const [paths, calls] of [
      ["other *.txt", 1],
      ["lists/**", 0],
    ] as const) {
      const variables = { PATHS: paths, CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
      expect(await runOnGitlab(project.place, "preview", variables)).toMatchObject({ code: 0 });
      expect(project.takeCalls()).toHaveLength(calls);
    }
  });
});

describe("a run of the action", () => {
  it("deploys the branch main only, whoever starts it", async () => {
    const { place, takeCalls } = await makeProject();
    await runWorkflow(place, "deploy", { "github.ref": "refs/heads/topic" }, {});
    expect(takeCalls()).toEqual([]);
  });

  it("prints the changed lines of a fork, and runs no program", async () => {
    const project = await makeProject({ "lists/apps.txt": "com.a\n" });
    project.commit({ "lists/apps.txt": "com.a\ncom.b\n" });
    const event = { ...pullRequest, "github.event.pull_request.head.repo.full_name": "stranger/lists" };
    const { code, text } = await runWorkflow(project.place, "preview", {}, event);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toContain("\n+com.b");
    expect(project.takeCalls()).toEqual([]);
  });

  it("marks a failure and a warning as annotations of one line, with the stack", async () => {
    const project = await makeProject();
    project.answer(failedUp);
    const { text } = await runOnGithub(project.place, "deploy");
    expect(text).toContain(`\n::error title=App lists, deploy of stack dev::pulumi up failed: ${refused}\n`);
    project.answer({ preview: notVerified });
    const checked = await runOnGithub(project.place, "drift");
    expect(checked.text).toContain(
      "::warning title=App lists, drift of stack dev::Drift is not known; 1 not verified\n",
    );
  });

  it("annotates findings at their files if the project is in a folder of the repository", async () => {
    const { place } = await makeProjectInFolder();
    const given = { command: "preview", "stack-name": "dev", "work-dir": "infra" };
    const { code, text } = await runAction(place, given, { event: { ...pullRequest, GITHUB_ACTIONS: "true" } });
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toMatch(/^::warning file=infra\/lists\/apps\.csv,line=2,/mu);
  });

  it("has no link to a report that was not uploaded", async () => {
    const project = await makeProject();
    const given = { command: "preview", "stack-name": "dev" };
    await runAction(project.place, given, { event: pullRequest, artifact: "" });
    expect(project.place.forge.bodies("comment")[0]).not.toContain("HTML report");
    await runAction(project.place, given, { event: pullRequest });
    expect(project.place.forge.bodies("comment")[0]).toContain("\n[HTML report](https://forge.example.com/");
  });
});
