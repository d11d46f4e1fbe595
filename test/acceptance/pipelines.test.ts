import { describe, expect, it, onTestFinished } from "vitest";
import { readPage } from "../docs/markdown";
import { makeRepository } from "../pipelines/repository";
import { defaultAccount, startSimulator } from "../../provider/simulator/index";
import { expectShown } from "../docs/shown-output";

const page = "docs/how-to/pipelines.md";
const spreadsheet = "lists/blocked.csv";
const poker = "com.vegasnights.poker,,,gambling,\n";
const bingo = "com.goldfever.bingo,,,gambling,\n";

/** Compares a comment, or an issue, with a quotation of the page: without the first line, the time and the commit. */
function expectQuotation(text = "", number = 0): void {
  const [, ...lines] = text.trim().split("\n");
  const printed = `${lines.join("\n").trimStart()}\n`.replaceAll(/^(?=.*\n)/gmu, "> ").replaceAll(/ $/gmu, "");
  const shown = readPage(page).text.match(/(?:^>.*\n)+/gmu)?.[number] ?? "";
  const comparable = (quotation: string): string =>
    quotation.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC|`[0-9a-f]{7,40}`/gu, "");
  expectShown({ page, shown, printed, comparable });
}

describe.each(["github", "gitlab"] as const)("the scripts for %s", (forgeName) => {
  it("deploy on a merge, and keep one comment with the changes of a pull request", async () => {
    const { pipelines, simulator, place, commit, head } = await makeRepository();
    const { deploy, previewPullRequest } = pipelines[forgeName];
    expect(await deploy()).toMatchObject({ code: 0 });
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    simulator.clearJournal();

    commit(spreadsheet, poker, bingo);
    expect(await previewPullRequest()).toMatchObject({ code: 0 });
    const [comment] = place.readForge().comments;
    expect(comment?.text).toMatch(/^<!-- pulumi-app-list report: .*lists-from-files\/dev -->/u);
    expect(comment?.text).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(comment?.text).toMatch(/^- com\.vegasnights\.poker/mu);
    expect(comment?.text).toContain(head().slice(0, 12));
    expect(comment?.text).toContain("\n[HTML report](https://forge.example.com/");
    if (forgeName === "github") expectQuotation(comment?.text);

    commit(spreadsheet, "com.goldfever.bingo", "com.goldfever.keno");
    expect((await previewPullRequest()).code).toBe(0);
    expect(place.readForge().comments).toHaveLength(1);
    expect(place.readForge().comments[0]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(place.readForge().comments[0]?.text).not.toContain("com.goldfever.bingo");
    expect(simulator.journal).toEqual([]);
    const { code, text } = await deploy();
    expect(code).toBe(0);
    expect(text).toContain("+1 −1 app bundles");
    simulator.clearJournal();

    commit(spreadsheet, "com.goldfever.keno", "com.goldfever.keno  twice");
    const broken = await previewPullRequest();
    expect(broken.code).not.toBe(0);
    expect(broken.text).toContain("lists/blocked.csv:3");
    expect(place.readForge().comments[0]?.text).toMatch(/^\+ com\.goldfever\.keno/mu);
    expect(simulator.journal).toEqual([]);
  });

  it("fail for a removal that is too large, and deploy it with an approval", async () => {
    const { pipelines, simulator, place, commit } = await makeRepository();
    const { previewPullRequest, deploy } = pipelines[forgeName];
    const entries = Array.from({ length: 20 }, (_, index) => `com.reskin.puzzle${index},,,copies,\n`).join("");
    commit(spreadsheet, poker, poker + entries);
    expect((await deploy()).code).toBe(0);
    const before = simulator.list(4321)?.appBundles;
    commit(spreadsheet, entries, "");
    expect((await previewPullRequest()).code).not.toBe(0);
    const [, digest = ""] = /APP_LIST_APPROVE=([0-9a-f]{16})/u.exec(place.readForge().comments[0]?.text ?? "") ?? [];
    expect((await deploy()).code).not.toBe(0);
    expect(simulator.list(4321)?.appBundles).toEqual(before);
    expect((await deploy({ approve: digest })).code).toBe(0);
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
  });

  it("keep one issue open while a list has drifted, which refresh: true reports and fixes, and warn if drift is not verified", async () => {
    const { pipelines, simulator, place, commit } = await makeRepository();
    const { deploy, previewPullRequest, checkDrift } = pipelines[forgeName];
    expect((await deploy()).code).toBe(0);
    expect((await checkDrift()).code).toBe(0);
    expect(place.readForge().issues).toEqual([]);

    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    expect((await checkDrift()).code).toBe(0);
    const [issue] = place.readForge().issues;
    expect(issue).toMatchObject({ id: 1, isOpen: true, title: "App lists differ from the program" });
    expect(issue?.text).toContain("com.luckyreels.slots");
    if (forgeName === "github") expectQuotation(issue?.text, 1);
    simulator.edit(4322, { remove: { appBundles: ["com.harbourpost.reader"] } });
    await checkDrift();
    expect(place.readForge().issues).toHaveLength(1);
    expect(place.readForge().issues[0]?.text).toContain("com.harbourpost.reader");

    commit(spreadsheet, poker, bingo);
    simulator.clearJournal();
    expect((await previewPullRequest()).code).toBe(0);
    expect(place.readForge().comments[0]?.text).not.toContain("com.luckyreels.slots");
    expect(simulator.journal).toEqual([]);
    expect((await previewPullRequest({ refresh: true })).code).toBe(0);
    expect(place.readForge().comments).toHaveLength(1);
    expect(place.readForge().comments[0]?.text).toContain("com.luckyreels.slots");
    expect(simulator.list(4321)?.appBundles).not.toContain("com.luckyreels.slots");
    expect((await deploy({ refresh: true })).code).toBe(0);
    expect(simulator.list(4321)?.appBundles).toEqual(
      expect.arrayContaining(["com.luckyreels.slots", "com.goldfever.bingo"]),
    );
    expect((await checkDrift()).code).toBe(0);
    expect(place.readForge().issues).toMatchObject([{ id: 1, isOpen: false }]);

    simulator.setBehaviour({ removeAbsent: "error" });
    const unverified = await checkDrift();
    expect(unverified.code).toBe(forgeName === "github" ? 0 : 3);
    expect(unverified.text).toContain("Drift is not verified");
    // The provider does not retry after this status.
    simulator.addFault({ on: {}, effect: "before", answer: { kind: "status", status: 501 } });
    expect((await checkDrift()).code).toBe(1);
    expect(place.readForge().issues).toHaveLength(1);
  });

  it("refresh with the current credentials in the file of the stack, not with those of the last update", async () => {
    const { pipelines, simulator, place, project } = await makeRepository("stack");
    const { deploy, previewPullRequest, checkDrift } = pipelines[forgeName];
    expect((await deploy()).code).toBe(0);
    const lists = [4321, 4322].flatMap((id) => simulator.list(id) ?? []);
    await simulator.close();
    const rotated = { ...defaultAccount, apiKey: "rotated-key", apiSecret: "rotated-secret" };
    const port = Number(new URL(simulator.url).port);
    const after = await startSimulator({ lists, accounts: [rotated], port });
    onTestFinished(() => after.close());
    expect((await checkDrift()).code).toBe(1);
    project.configure({ secret: { apiKey: rotated.apiKey, apiSecret: rotated.apiSecret } });
    expect((await checkDrift()).code).toBe(0);
    expect((await previewPullRequest({ refresh: true })).code).toBe(0);
    expect(place.readForge().comments[0]?.text).not.toContain("Drift is not known");
    after.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    expect((await deploy({ refresh: true })).code).toBe(0);
    expect(after.list(4321)?.appBundles).toContain("com.luckyreels.slots");
  });
});
