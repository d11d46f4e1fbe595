import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgeToken } from "../pipelines/run/forge";
import { quotationOf, quote, withoutTime } from "../pipelines/quotation";
import { hasFile, makeRepository, type PipelineRun } from "../pipelines/run/pipelines";
import { defaultAccount } from "../../provider/simulator/index";
import { codeBlocksOf, readPage } from "../docs/markdown";
import { expectShown, wrap } from "../docs/shown-output";
import { succeeded } from "../harness/project";

const page = "docs/how-to/pipelines.md";
const spreadsheet = "lists/blocked.csv";
const poker = "com.vegasnights.poker,,,gambling,\n";
const bingo = "com.goldfever.bingo,,,gambling,\n";

/** The inputs that give the account to the action. On GitLab, the variables of the project are in the environment. */
const accountInputs = {
  github: {
    username: "${{ secrets.APP_LIST_USERNAME }}",
    password: "${{ secrets.APP_LIST_PASSWORD }}",
    "api-key": "${{ secrets.APP_LIST_API_KEY }}",
    "api-secret": "${{ secrets.APP_LIST_API_SECRET }}",
  },
  gitlab: {},
};

describe.each(["github", "gitlab"] as const)("the pipelines for %s", (forgeName) => {
  const jobName = (command: string): string => (forgeName === "gitlab" ? `app-list-${command}` : command);

  it("deploy on a merge, and keep one comment with the changes of a pull request", async () => {
    const repository = await makeRepository();
    const { simulator, forge, commit } = repository;
    const pipelines = repository.pipelines[forgeName];
    expect(await pipelines.deploy()).toMatchObject({ outcome: "success", jobs: [jobName("deploy")] });
    expect(hasFile(repository, join(".cache", "compile"))).toBe(true);
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    simulator.clearJournal();

    // The pipeline does not overwrite the comment of a stranger who copies the first line of a report.
    const stranger = { id: 5, login: "stranger" };
    const copied = "<!-- pulumi-app-list report: lists-from-files/dev -->";
    forge.comments.push({ id: 1, author: stranger, title: "", text: copied, isOpen: true });
    commit(spreadsheet, poker, bingo);
    const first = await pipelines.pullRequest("branch");
    expect(first).toMatchObject({ outcome: "success", jobs: [jobName("preview")] });
    expect(forge.comments).toHaveLength(2);
    expect(forge.comments[1]?.text).toMatch(/^<!-- pulumi-app-list report: .*lists-from-files\/dev -->/u);
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(forge.comments[1]?.text).toMatch(/^- com\.vegasnights\.poker/mu);
    expect(forge.comments[1]?.text).toContain(repository.head().slice(0, 12));
    expect(forge.comments[1]?.text).toContain("\n[HTML report](https://forge.example.com/");
    if (forgeName === "github") {
      const printed = quote(forge.comments[1]?.text ?? "");
      expectShown({ page, shown: quotationOf(page), printed, comparable: withoutTime });
    }

    commit(spreadsheet, "com.goldfever.bingo", "com.goldfever.keno");
    expect((await pipelines.pullRequest("branch")).outcome).toBe("success");
    expect(forge.comments).toHaveLength(2);
    expect(forge.comments[0]?.text).toBe(copied);
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(forge.comments[1]?.text).not.toContain("com.goldfever.bingo");
    expect(simulator.journal).toEqual([]);
    const deployed = await pipelines.deploy();
    expect(deployed.outcome).toBe("success");
    if (forgeName === "github") {
      const [shown = ""] = codeBlocksOf(readPage(page)).flatMap(({ language, code }) =>
        language === "text" ? [code] : [],
      );
      const [printed = ""] = /^Diagnostics:\n[^]*?(?=^Outputs:|^Resources:)/mu.exec(deployed.text) ?? [];
      expectShown({ page, shown, printed: `${wrap(printed.trim())}\n` });
    }
    simulator.clearJournal();

    commit(spreadsheet, "com.goldfever.keno", "com.goldfever.keno  twice");
    const broken = await pipelines.pullRequest("branch");
    expect(broken).toMatchObject({ outcome: "failure", jobs: [jobName("preview")] });
    expect(broken.text).toContain("lists/blocked.csv:3");
    expect(forge.comments[1]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(simulator.journal).toEqual([]);
  });

  it("report drift in a pull request and fix it in a deployment, with refresh: true", async () => {
    const { pipelines, simulator, forge, commit } = await makeRepository();
    const { deploy, pullRequest } = pipelines[forgeName];
    expect((await deploy()).outcome).toBe("success");
    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    commit(spreadsheet, poker, bingo);
    simulator.clearJournal();
    expect((await pullRequest("branch")).outcome).toBe("success");
    expect(forge.comments[0]?.text).not.toContain("com.luckyreels.slots");
    expect(simulator.journal).toEqual([]);
    expect((await pullRequest("branch", { refresh: true, ...accountInputs[forgeName] })).outcome).toBe("success");
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.text).toContain("com.luckyreels.slots");
    expect(simulator.list(4321)?.appBundles).not.toContain("com.luckyreels.slots");
    expect((await deploy(undefined, { refresh: true })).outcome).toBe("success");
    expect(simulator.list(4321)?.appBundles).toContain("com.luckyreels.slots");
    expect(simulator.list(4321)?.appBundles).toContain("com.goldfever.bingo");
  });

  it("compare a fork with the base branch, without secrets, requests or a comment", async () => {
    const { pipelines, simulator, forge, commit, project } = await makeRepository();
    commit(spreadsheet, poker, bingo);
    const run = await pipelines[forgeName].pullRequest("fork");
    expect(run).toMatchObject({ outcome: "success", jobs: [forgeName === "gitlab" ? "app-list-compare" : "preview"] });
    expect(run.text).toContain("Compared with the base branch, without secrets.");
    expect(run.text).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(run.text).toMatch(/^- com\.vegasnights\.poker/mu);
    expect(run.text).not.toMatch(/^\+ com\.luckyreels\.slots/mu);
    expect(forge.comments).toEqual([]);
    expect(simulator.journal).toEqual([]);
    // The stack has not changed.
    expect(succeeded(await project.preview()).text).toContain("3 to create");
  });

  it("fail for a removal that is too large, and deploy it with an approval", async () => {
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

  it("keep one issue open while a list has drifted, and warn if drift is not verified", async () => {
    const { pipelines, simulator, forge } = await makeRepository();
    const { deploy, checkDrift } = pipelines[forgeName];
    expect((await deploy()).outcome).toBe("success");
    expect((await checkDrift()).outcome).toBe("success");
    expect(forge.issues).toEqual([]);

    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    expect((await checkDrift()).outcome).toBe("success");
    expect(forge.issues).toMatchObject([{ id: 1, isOpen: true, title: "App lists differ from the program" }]);
    expect(forge.issues[0]?.text).toContain("com.luckyreels.slots");
    if (forgeName === "github") {
      const printed = quote(forge.issues[0]?.text ?? "");
      expectShown({ page, shown: quotationOf(page, 1), printed, comparable: withoutTime });
    }
    simulator.edit(4322, { remove: { appBundles: ["com.harbourpost.reader"] } });
    await checkDrift();
    expect(forge.issues).toHaveLength(1);
    expect(forge.issues[0]?.text).toContain("com.harbourpost.reader");

    simulator.edit(4321, { add: { appBundles: ["com.luckyreels.slots"] } });
    simulator.edit(4322, { add: { appBundles: ["com.harbourpost.reader"] } });
    expect((await checkDrift()).outcome).toBe("success");
    expect(forge.issues).toMatchObject([{ id: 1, isOpen: false }]);

    simulator.setBehaviour({ removeAbsent: "error" });
    const unverified = await checkDrift();
    expect(unverified.outcome).toBe("warning");
    expect(unverified.text).toContain("Drift is not verified");
    // The provider does not retry after this status.
    simulator.addFault({ on: {}, effect: "before", answer: { kind: "status", status: 501 } });
    expect((await checkDrift()).outcome).toBe("failure");
    expect(forge.issues).toHaveLength(1);
  });
});

describe.each(["github", "gitlab"] as const)("credentials in the file of the stack, for %s", (forgeName) => {
  it("are the current ones, not those of the last update", async () => {
    const { pipelines, project } = await makeRepository("stack");
    const { deploy, checkDrift } = pipelines[forgeName];
    expect((await deploy()).outcome).toBe("success");
    project.configure({ secret: { apiSecret: "not the secret" } });
    expect((await checkDrift()).outcome).toBe("failure");
    project.configure({ secret: { apiSecret: defaultAccount.apiSecret } });
    expect((await checkDrift()).outcome).toBe("success");
  });
});

describe("the action for GitHub", () => {
  it("gives the secrets to no other steps than those that run Pulumi with them", async () => {
    const { pipelines } = await makeRepository();
    const secrets = [defaultAccount.password, defaultAccount.apiSecret, "acceptance", /^file:/u];
    const stepsWith = ({ steps }: PipelineRun, secret: string | RegExp): readonly string[] =>
      steps.flatMap(({ name, environment }) => {
        const isSecret = (value: string): boolean =>
          typeof secret === "string" ? value === secret : secret.test(value);
        return Object.values(environment).some(isSecret) ? [name] : [];
      });
    const deployed = await pipelines.github.deploy();
    for (const secret of secrets) expect(stepsWith(deployed, secret)).toEqual(["Preview", "Deploy"]);
    const checked = await pipelines.github.checkDrift();
    for (const secret of secrets) expect(stepsWith(checked, secret)).toEqual(["Preview"]);
    expect(stepsWith(checked, forgeToken)).toEqual(["Keep the issue"]);
  });
});
