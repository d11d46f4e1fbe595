import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorkflow } from "../pipelines/run/github";
import { hasFile, makeRepository } from "../pipelines/run/pipelines";
import { defaultAccount } from "../../provider/simulator/index";
import { githubFiles } from "../pipelines/files";
import { succeeded } from "../harness/project";

const spreadsheet = "lists/blocked.csv";
const poker = "com.vegasnights.poker,,,gambling,\n";
const bingo = "com.goldfever.bingo,,,gambling,\n";

describe.each(["github", "gitlab"] as const)("the pipelines for %s", (forgeName) => {
  it("bring the lists up on a merge, and write a pull request's change as one comment", async () => {
    const repository = await makeRepository();
    const { simulator, forge, commit } = repository;
    const pipelines = repository.pipelines[forgeName];
    expect(await pipelines.deploy()).toMatchObject({ outcome: "success", jobs: ["deploy"] });
    expect(hasFile(repository, "report.html")).toBe(true);
    expect(hasFile(repository, join(".cache", "compile"))).toBe(true);
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    simulator.clearJournal();

    // A stranger who copies the first line of a report does not get their comment overwritten.
    const stranger = { id: 5, login: "stranger" };
    const copied = "<!-- pulumi-app-list report: lists-from-files/dev -->";
    forge.comments.push({ id: 1, author: stranger, title: "", text: copied, isOpen: true });
    commit(spreadsheet, poker, bingo);
    const first = await pipelines.pullRequest("branch");
    expect(first).toMatchObject({ outcome: "success", jobs: ["preview"] });
    expect(forge.comments).toHaveLength(2);
    expect(forge.comments[1]?.text).toMatch(/^<!-- pulumi-app-list report: .*lists-from-files\/dev -->/u);
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(forge.comments[1]?.text).toMatch(/^- com\.vegasnights\.poker/mu);

    commit(spreadsheet, "com.goldfever.bingo", "com.goldfever.keno");
    expect((await pipelines.pullRequest("branch")).outcome).toBe("success");
    expect(forge.comments).toHaveLength(2);
    expect(forge.comments[0]?.text).toBe(copied);
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(forge.comments[1]?.text).not.toContain("com.goldfever.bingo");
    expect(simulator.journal).toEqual([]);

    commit(spreadsheet, "com.goldfever.keno", "com.goldfever.keno  twice");
    const broken = await pipelines.pullRequest("branch");
    expect(broken).toMatchObject({ outcome: "failure", jobs: ["preview"] });
    expect(broken.text).toContain("lists/blocked.csv:3");
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(simulator.journal).toEqual([]);
  });

  it("compare a fork with the base branch, without secrets, the service or a comment", async () => {
    const { pipelines, simulator, forge, commit, project } = await makeRepository();
    commit(spreadsheet, poker, bingo);
    const run = await pipelines[forgeName].pullRequest("fork");
    expect(run).toMatchObject({ outcome: "success", jobs: ["compare"] });
    expect(run.text).toContain("compared with the base branch");
    expect(run.text).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(run.text).toMatch(/^- com\.vegasnights\.poker/mu);
    expect(run.text).not.toMatch(/^\+ com\.luckyreels\.slots/mu);
    expect(forge.comments).toEqual([]);
    expect(simulator.journal).toEqual([]);
    // The stack itself was not touched.
    expect(succeeded(await project.preview()).text).toContain("3 to create");
  });

  it("fail where too much would be removed, and deploy that once a person has approved it", async () => {
    const { pipelines, simulator, forge, commit } = await makeRepository();
    const { pullRequest, deploy } = pipelines[forgeName];
    const entries = Array.from({ length: 20 }, (_, index) => `com.reskin.puzzle${index},,,copies,\n`).join("");
    commit(spreadsheet, poker, poker + entries);
    expect((await deploy()).outcome).toBe("success");
    const before = simulator.list(4321)?.appBundles;
    commit(spreadsheet, entries, "");
    expect((await pullRequest("branch")).outcome).toBe("failure");
    const [, digest] = /APP_LIST_APPROVE=([0-9a-f]{16})/u.exec(forge.comments[0]?.text ?? "") ?? [];
    expect((await deploy()).outcome).toBe("failure");
    expect(simulator.list(4321)?.appBundles).toEqual(before);
    expect((await deploy(digest)).outcome).toBe("success");
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
  });

  it("keep one issue for as long as a list has drifted, and say what could not be looked at", async () => {
    const { pipelines, simulator, forge } = await makeRepository();
    const { deploy, lookForDrift } = pipelines[forgeName];
    expect((await deploy()).outcome).toBe("success");
    expect((await lookForDrift()).outcome).toBe("success");
    expect(forge.issues).toEqual([]);

    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    expect((await lookForDrift()).outcome).toBe("success");
    expect(forge.issues).toMatchObject([{ id: 1, isOpen: true, title: "App lists are not as the program says" }]);
    expect(forge.issues[0]?.text).toContain("com.luckyreels.slots");
    simulator.edit(4322, { remove: { appBundles: ["com.harbourpost.reader"] } });
    await lookForDrift();
    expect(forge.issues).toHaveLength(1);
    expect(forge.issues[0]?.text).toContain("com.harbourpost.reader");

    simulator.edit(4321, { add: { appBundles: ["com.luckyreels.slots"] } });
    simulator.edit(4322, { add: { appBundles: ["com.harbourpost.reader"] } });
    expect((await lookForDrift()).outcome).toBe("success");
    expect(forge.issues).toMatchObject([{ id: 1, isOpen: false }]);

    simulator.setBehaviour({ removeAbsent: "error" });
    const unverified = await lookForDrift();
    expect(unverified.outcome).toBe("warning");
    expect(unverified.text).toContain("drift is not known");
    // A status with which no request is sent again.
    simulator.addFault({ on: {}, effect: "before", answer: { kind: "status", status: 501 } });
    expect((await lookForDrift()).outcome).toBe("failure");
    expect(forge.issues).toHaveLength(1);
  });
});

describe.each(["github", "gitlab"] as const)("credentials in the file of the stack, for %s", (forgeName) => {
  it("are used as they are today, and not as they were at the last update", async () => {
    const { pipelines, project } = await makeRepository("stack");
    const { deploy, lookForDrift } = pipelines[forgeName];
    expect((await deploy()).outcome).toBe("success");
    project.configure({ secret: { apiSecret: "not the secret" } });
    expect((await lookForDrift()).outcome).toBe("failure");
    project.configure({ secret: { apiSecret: defaultAccount.apiSecret } });
    expect((await lookForDrift()).outcome).toBe("success");
  });
});

describe("the workflows of GitHub", () => {
  it("use these actions and no others, each by its commit", () => {
    const uses = githubFiles.flatMap(({ name }) =>
      Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? [])),
    );
    expect(new Set(uses)).toEqual(
      new Set([
        "actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae",
        "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
        "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020",
        "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
        "pulumi/actions@8e5e406f4007fca908480587cb9893c07090f58d",
      ]),
    );
  });

  it("may write nothing but comments and issues", () => {
    const written = githubFiles.flatMap(({ name }) => {
      const { permissions, jobs } = readWorkflow(name);
      const all = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})];
      return all.flatMap((each) => Object.entries(each).flatMap(([what, right]) => (right === "write" ? [what] : [])));
    });
    expect(written.toSorted()).toEqual(["issues", "pull-requests"]);
  });
});
