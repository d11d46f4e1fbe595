import { describe, expect, it } from "vitest";
import { readPage } from "../docs/markdown";
import { makeRepository } from "../pipelines/repository";
import { expectShown } from "../docs/shown-output";

const page = "docs/how-to/pipelines.md";
const spreadsheet = "lists/blocked.csv";
const poker = "com.vegasnights.poker,,,gambling,\n";
const bingo = "com.goldfever.bingo,,,gambling,\n";
const workflows = ["deploy", "nightly-drift", "pull-request"].map((name) => `.github/workflows/${name}.yaml`);
const ofExample = [
  "README.md",
  "index.ts",
  "lists/allowed-apps/news.txt",
  "lists/allowed-apps/weather.txt",
  spreadsheet,
];
const ofPulumi = [".gitignore", "Pulumi.dev.yaml", "Pulumi.yaml", "package-lock.json", "package.json", "tsconfig.json"];

/** The files that the page commits for each forge, and the calls that publish a report. */
const forges = [
  {
    name: "github",
    copies: [".github/actions/app-list/action.yml", ...workflows],
    newComment: "POST repos/ad-ops/lists/issues/7/comments -F body=@report.md",
    nextComment: "PATCH repos/ad-ops/lists/issues/comments/3 -F body=@report.md",
    newIssue: "POST repos/ad-ops/lists/issues -f title=App lists differ from the program -F body=@report.md",
    closedIssue: "PATCH repos/ad-ops/lists/issues/3 -f state=closed",
    ofUser: (body: string) => [
      [{ user: { login: "stranger" }, body, id: 2 }],
      [{ user: { login: "github-actions[bot]" }, body, id: 3 }],
    ],
    // A warning is an annotation.
    codeOfNotVerified: 0,
  },
  {
    name: "gitlab",
    copies: [".gitlab-ci.yml", ".gitlab/app-list.yml"],
    newComment: "POST --data-urlencode body@report.md https://forge.example.com/projects/12/merge_requests/7/notes",
    nextComment: "PUT --data-urlencode body@report.md https://forge.example.com/projects/12/merge_requests/7/notes/3",
    newIssue:
      "POST --data-urlencode description@report.md --data-urlencode title=App lists differ from the program https://forge.example.com/projects/12/issues",
    closedIssue: "PUT --data-urlencode state_event=close https://forge.example.com/projects/12/issues/3",
    ofUser: (body: string) => [
      { author: { id: 5 }, body, id: 2 },
      { author: { id: 41 }, body, id: 3 },
    ],
    codeOfNotVerified: 3,
  },
] as const;

/** Compares a comment with the quotation of the page: without the first line, the time and the commit. */
function expectQuotation(text: string): void {
  const [, ...lines] = text.trim().split("\n");
  const printed = `${lines.join("\n").trimStart()}\n`.replaceAll(/^(?=.*\n)/gmu, "> ").replaceAll(/ $/gmu, "");
  const shown = readPage(page).text.match(/(?:^>.*\n)+/mu)?.[0] ?? "";
  const comparable = (quotation: string): string =>
    quotation.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC|`[0-9a-f]{7,40}`/gu, "");
  expectShown({ page, shown, printed, comparable });
}

describe.each(forges)("the scripts for $name", (forge) => {
  it("follow the page from an empty repository to a deployment, stop for a mistake, and report drift", async () => {
    const { simulator, place, files, commit, head, report, ...repository } = await makeRepository(forge.name);
    const run = async (code: number, ...words: Parameters<typeof repository.run>): Promise<string> => {
      const { text, ...rest } = await repository.run(...words);
      expect({ ...rest, text }).toMatchObject({ code });
      return text;
    };
    expect(new Set(files)).toEqual(new Set([...forge.copies, ...ofExample, ...ofPulumi]));
    place.answer([]);
    await run(0, "preview");
    expect(report()).toMatch(/^\+ com\.vegasnights\.poker/mu);
    expect(place.changes()).toEqual([forge.newComment]);
    const published = forge.ofUser(report());
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    expect(simulator.list(4321)?.appBundles).toHaveLength(5 + 1);
    simulator.clearJournal();

    // The comment of the pipeline is updated, and not that of a stranger who copies its first line.
    commit(spreadsheet, poker, bingo);
    place.answer(published);
    await run(0, "preview");
    expect(place.changes()).toEqual([forge.nextComment]);
    for (const part of [
      /^\+ com\.goldfever\.bingo/mu,
      /^- com\.vegasnights\.poker/mu,
      new RegExp(head().slice(0, 12), "u"),
    ])
      expect(report()).toMatch(part);
    if (forge.name === "github") expectQuotation(report());
    commit(spreadsheet, "com.goldfever.bingo", "com.goldfever.keno  twice");
    expect(await run(1, "preview")).toContain("lists/blocked.csv:3");
    expect(await run(1, "deploy")).toContain("lists/blocked.csv:3");
    expect(place.changes()).toEqual([]);
    expect(simulator.journal).toEqual([]);

    // Removals that are over the limit are reported with all entries, and deployed with an approval.
    const allowed = Array.from({ length: 20 }, (_, index) => `com.reskin.news${index + 10}`);
    commit(spreadsheet, "com.goldfever.keno  twice", "com.goldfever.keno");
    commit("lists/allowed-apps/reskins.txt", "", allowed.join("\n"));
    expect(await run(1, "deploy")).toContain("would add 20 entries");
    commit("index.ts", 'allowed-apps/*.txt"),\n  additionLimit: "50%"', 'allowed-apps/*.txt"),\n  additionLimit: 20');
    await run(0, "deploy");
    simulator.clearJournal();
    commit("lists/allowed-apps/reskins.txt", allowed.join("\n"), "# none");
    await run(1, "preview");
    expect(new Set(Array.from(report().matchAll(/^- (\S+)/gmu), ([, entry]) => entry))).toEqual(new Set(allowed));
    await run(1, "deploy");
    const digests = Array.from(report().matchAll(/`([0-9a-f]{16})`/gu), ([, digest]) => digest);
    expect(report()).toContain("To approve exactly this change, add this line to app-list-approvals:");
    commit("app-list-approvals", "", `# Sold to another team.\n${digests.join("\n")}\r\n`);
    await run(0, "preview");
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    expect(simulator.list(4322)?.appBundles).toHaveLength(5);

    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    place.answer([]);
    place.changes();
    await run(0, "drift");
    expect(report()).toContain("com.luckyreels.slots");
    expect(place.changes()).toEqual([forge.newIssue]);
    await run(0, "deploy", { refresh: true });
    expect(simulator.list(4321)?.appBundles).toContain("com.luckyreels.slots");
    place.answer(published);
    await run(0, "drift");
    expect(place.changes()).toEqual([forge.closedIssue]);
    simulator.setBehavior({ removeAbsent: "error" });
    expect(await run(forge.codeOfNotVerified, "drift")).toContain("Drift is not verified");
    expect(place.changes()).toEqual([]);
  });
});
