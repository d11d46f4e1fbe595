import { describe, expect, it } from "vitest";
import { readPage } from "../docs/markdown";
import { makeRepository } from "../pipelines/repository";
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
  /** A repository whose list was deployed. The functions run pipelines that must end with a code. */
  const open = async () => {
    const repository = await makeRepository();
    const { pipelines, place } = repository;
    const { deploy, previewPullRequest, checkDrift } = pipelines[forgeName];
    const endsWith = async (code: number, ended: ReturnType<typeof deploy>): Promise<string> => {
      const { text, ...rest } = await ended;
      expect({ ...rest, text }).toMatchObject({ code });
      return text;
    };
    await endsWith(0, deploy());
    repository.simulator.clearJournal();
    return { ...repository, deploy, previewPullRequest, checkDrift, endsWith, forge: () => place.readForge() };
  };

  it("deploy on a merge, or with an approval, and keep one comment with the changes of a pull request", async () => {
    const { simulator, commit, head, deploy, previewPullRequest, endsWith, forge } = await open();
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    commit(spreadsheet, poker, bingo);
    await endsWith(0, previewPullRequest());
    const [comment] = forge().comments;
    for (const part of [
      /^<!-- pulumi-app-list report: .*lists-from-files\/dev -->/u,
      /^\+ com\.goldfever\.bingo/mu,
      /^- com\.vegasnights\.poker/mu,
      new RegExp(head().slice(0, 12), "u"),
      /\n\[HTML report\]\(https:\/\/forge\.example\.com\//u,
    ])
      expect(comment?.text).toMatch(part);
    if (forgeName === "github") expectQuotation(comment?.text);

    commit(spreadsheet, "com.goldfever.bingo", "com.goldfever.keno");
    await endsWith(0, previewPullRequest());
    const keno: unknown = expect.stringMatching(/^\+ com\.goldfever\.keno/mu);
    expect(forge().comments).toEqual([{ ...comment, text: keno }]);
    expect(forge().comments[0]?.text).not.toContain("com.goldfever.bingo");
    expect(simulator.journal).toEqual([]);
    expect(await endsWith(0, deploy())).toContain("+1 −1 app bundles");
    simulator.clearJournal();

    commit(spreadsheet, "com.goldfever.keno", "com.goldfever.keno  twice");
    expect(await endsWith(1, previewPullRequest())).toContain("lists/blocked.csv:3");
    expect(forge().comments).toEqual([{ ...comment, text: keno }]);
    expect(simulator.journal).toEqual([]);

    // A removal that is too large fails, and is deployed with an approval.
    const entries = Array.from({ length: 20 }, (_, index) => `com.reskin.puzzle${index},,,copies,\n`).join("");
    commit(spreadsheet, "com.goldfever.keno  twice,,,gambling,\n", entries);
    await endsWith(0, deploy());
    const before = simulator.list(4321)?.appBundles;
    commit(spreadsheet, entries, "");
    await endsWith(1, previewPullRequest());
    const [, approve = ""] = /APP_LIST_APPROVE=([0-9a-f]{16})/u.exec(forge().comments[0]?.text ?? "") ?? [];
    await endsWith(1, deploy());
    expect(simulator.list(4321)?.appBundles).toEqual(before);
    await endsWith(0, deploy({ approve }));
    expect(simulator.list(4321)?.appBundles).toHaveLength(4 + 1);
  });

  it("keep one issue open while a list has drifted, which refresh: true reports and fixes", async () => {
    const { simulator, commit, deploy, previewPullRequest, checkDrift, endsWith, forge } = await open();
    await endsWith(0, checkDrift());
    expect(forge().issues).toEqual([]);

    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    await endsWith(0, checkDrift());
    const [issue] = forge().issues;
    expect(issue).toMatchObject({ id: 1, isOpen: true, title: "App lists differ from the program" });
    expect(issue?.text).toContain("com.luckyreels.slots");
    if (forgeName === "github") expectQuotation(issue?.text, 1);
    simulator.edit(4322, { remove: { appBundles: ["com.harbourpost.reader"] } });
    await checkDrift();
    const both: unknown = expect.stringContaining("com.harbourpost.reader");
    expect(forge().issues).toEqual([{ ...issue, text: both }]);

    commit(spreadsheet, poker, bingo);
    simulator.clearJournal();
    await endsWith(0, previewPullRequest());
    expect(forge().comments[0]?.text).not.toContain("com.luckyreels.slots");
    expect(simulator.journal).toEqual([]);
    await endsWith(0, previewPullRequest({ refresh: true }));
    expect(forge().comments.map(({ text }) => text)).toEqual([expect.stringContaining("com.luckyreels.slots")]);
    expect(simulator.list(4321)?.appBundles).not.toContain("com.luckyreels.slots");
    await endsWith(0, deploy({ refresh: true }));
    const fixed: unknown = expect.arrayContaining(["com.luckyreels.slots", "com.goldfever.bingo"]);
    expect(simulator.list(4321)?.appBundles).toEqual(fixed);
    await endsWith(0, checkDrift());
    expect(forge().issues).toMatchObject([{ id: 1, isOpen: false }]);

    // Not verified is a warning.
    simulator.setBehaviour({ removeAbsent: "error" });
    expect(await endsWith(forgeName === "github" ? 0 : 3, checkDrift())).toContain("Drift is not verified");
    // The provider does not retry after this status.
    simulator.addFault({ on: {}, effect: "before", answer: { kind: "status", status: 501 } });
    await endsWith(1, checkDrift());
    expect(forge().issues).toHaveLength(1);
  });
});
