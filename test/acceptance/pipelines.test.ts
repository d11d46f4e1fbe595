import { describe, expect, it } from "vitest";
import { readPage } from "../docs/markdown";
import { makeRepository } from "../pipelines/repository";
import { expectShown } from "../docs/shown-output";

const page = "docs/how-to/pipelines.md";
const spreadsheet = "lists/blocked.csv";
const poker = "com.vegasnights.poker,,,gambling,\n";
const bingo = "com.goldfever.bingo,,,gambling,\n";
const workflows = ["deploy", "nightly-drift", "pull-request"].map((name) => `.github/workflows/${name}.yaml`);
/** The files that the page commits for each forge, beside those of the example. */
const copies = {
  github: [".github/actions/app-list/action.yml", ...workflows],
  gitlab: [".gitlab-ci.yml", ".gitlab/app-list.yml"],
};

/** Compares a comment with the quotation of the page: without the first line, the time and the commit. */
function expectQuotation(text = ""): void {
  const [, ...lines] = text.trim().split("\n");
  const printed = `${lines.join("\n").trimStart()}\n`.replaceAll(/^(?=.*\n)/gmu, "> ").replaceAll(/ $/gmu, "");
  const shown = readPage(page).text.match(/(?:^>.*\n)+/mu)?.[0] ?? "";
  const comparable = (quotation: string): string =>
    quotation.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC|`[0-9a-f]{7,40}`/gu, "");
  expectShown({ page, shown, printed, comparable });
}

describe.each(["github", "gitlab"] as const)("the scripts for %s", (forgeName) => {
  /** A repository as the page makes it, whose lists were deployed. The functions run pipelines that end with a code. */
  const open = async () => {
    const repository = await makeRepository(forgeName);
    const { pipelines, place, simulator } = repository;
    const { deploy, previewPullRequest, checkDrift } = pipelines;
    const endsWith = async (code: number, ended: ReturnType<typeof deploy>): Promise<string> => {
      const { text, ...rest } = await ended;
      expect({ ...rest, text }).toMatchObject({ code });
      return text;
    };
    await endsWith(0, previewPullRequest());
    expect(place.readForge().comments[0]?.text).toMatch(/^\+ com\.vegasnights\.poker/mu);
    expect(simulator.journal).toEqual([]);
    await endsWith(0, deploy());
    simulator.clearJournal();
    return { ...repository, deploy, previewPullRequest, checkDrift, endsWith, forge: () => place.readForge() };
  };

  it("follow the page from an empty repository to deployments, and keep one comment for a pull request", async () => {
    const { simulator, files, commit, head, deploy, previewPullRequest, endsWith, forge } = await open();
    const committed = [
      ...copies[forgeName],
      ".gitignore",
      "Pulumi.dev.yaml",
      "Pulumi.yaml",
      "README.md",
      "index.ts",
      "lists/allowed-apps/news.txt",
      "lists/allowed-apps/weather.txt",
      "lists/blocked.csv",
      "package-lock.json",
      "package.json",
      "tsconfig.json",
    ];
    expect(new Set(files)).toEqual(new Set(committed));
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

    // Removals that are too large fail with all entries, and are deployed with approvals.
    const reskins = (kind: string): readonly string[] =>
      Array.from({ length: 20 }, (_, index) => `com.reskin.${kind}${index + 10}`);
    const [blocked, allowed] = [reskins("puzzle"), reskins("news")];
    const rows = blocked.map((entry) => `${entry},,,copies,\n`).join("");
    commit(spreadsheet, "com.goldfever.keno  twice,,,gambling,\n", rows);
    commit("lists/allowed-apps/reskins.txt", "", allowed.join("\n"));
    await endsWith(0, deploy());
    simulator.clearJournal();
    commit(spreadsheet, rows, "");
    commit("lists/allowed-apps/reskins.txt", allowed.join("\n"), "# none");
    await endsWith(1, previewPullRequest());
    const refused = forge().comments[0]?.text ?? "";
    const removed = Array.from(refused.matchAll(/^- (\S+)/gmu), ([, entry]) => entry);
    expect(new Set(removed)).toEqual(new Set([...blocked, ...allowed]));
    await endsWith(1, deploy());
    expect(simulator.journal).toEqual([]);
    const digests = refused.match(/^ {4}[0-9a-f]{16}$/gmu)?.map((line) => line.trim()) ?? [];
    expect(digests).toHaveLength(2);
    commit("app-list-approvals", "", `# Sold to another team.\n${digests.join("\n")}\n`);
    await endsWith(0, previewPullRequest());
    expect(simulator.journal).toEqual([]);
    await endsWith(0, deploy());
    expect([4321, 4322].map((id) => simulator.list(id)?.appBundles.length)).toEqual([4 + 1, 5]);
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
