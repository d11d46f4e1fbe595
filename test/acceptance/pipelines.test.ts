import { describe, expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { makeRepository } from "../pipelines/repository";

const allowedBundles = bundlesOf("com.daily.news", 5);
/** The lists before the first deployment, and the files in which `app-list pull` writes their entries. */
const lists = [
  {
    id: 4321,
    name: "blocked",
    appBundles: [...bundlesOf("com.reel.game", 7), "com.luckyreels.slots", "com.vegasnights.poker"],
  },
  { id: 4322, name: "allowed", appBundles: allowedBundles },
];
const [blocked, allowed] = ["lists/app-list-4321/app-bundles.txt", "lists/app-list-4322/app-bundles.txt"] as const;
const workflows = ["deploy", "nightly-drift", "pull-request"].map((name) => `.github/workflows/${name}.yaml`);
const ofPulumi = ["Pulumi.dev.yaml", "Pulumi.yaml", "index.ts", blocked, allowed];
const ofNode = [
  ".gitignore",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  `vendor/pulumi-app-list-${version}.tgz`,
];

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

function bundlesOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}`);
}

describe.each(forges)("the scripts for $name", { timeout: 1_200_000 }, (forge) => {
  it("follow the page from an empty repository to a deployment, stop for a mistake, and report drift", async () => {
    const { simulator, place, files, commit, head, report, ...repository } = await makeRepository(forge.name, lists);
    const run = async (code: number, ...words: Parameters<typeof repository.run>): Promise<string> => {
      const { text, ...rest } = await repository.run(...words);
      expect({ ...rest, text }).toMatchObject({ code });
      return text;
    };
    const inLists = () => lists.map(({ id }) => new Set(simulator.list(id)?.appBundles));
    expect(new Set(files)).toEqual(new Set([...forge.copies, ...ofPulumi, ...ofNode]));
    simulator.clearJournal();
    place.answer([]);
    await run(0, "preview");
    expect(report()).toMatch(/^\+ com\.vegasnights\.poker/mu);
    expect(place.changes()).toEqual([forge.newComment]);
    const published = forge.ofUser(report());
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    // It adopts the entries of the lists.
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "remove", "remove"]);
    expect(inLists()).toEqual(lists.map(({ appBundles }) => new Set(appBundles)));
    simulator.clearJournal();

    // The comment of the pipeline is updated, and not that of a stranger who copies its first line.
    await commit(blocked, "com.vegasnights.poker", "com.goldfever.bingo  # gambling");
    place.answer(published);
    await run(0, "preview");
    expect(place.changes()).toEqual([forge.nextComment]);
    const commitShown = new RegExp((await head()).slice(0, 12), "u");
    for (const part of [/^\+ com\.goldfever\.bingo/mu, /^- com\.vegasnights\.poker/mu, commitShown]) {
      expect(report()).toMatch(part);
    }
    await commit(blocked, "com.goldfever.bingo", "com.goldfever.keno  twice");
    expect(await run(1, "preview")).toContain(`${blocked}:9`);
    expect(await run(1, "deploy")).toContain(`${blocked}:9`);
    expect(place.changes()).toEqual([]);
    expect(simulator.journal).toEqual([]);

    // Removals that are over the limit are reported with all entries, and deployed with an approval.
    const added = bundlesOf("com.reskin.news", 20);
    const [before = ""] = allowedBundles;
    await commit(blocked, "com.goldfever.keno  twice", "com.goldfever.keno");
    await commit(allowed, before, `${added.join("\n")}\n${before}`);
    expect(await run(1, "deploy")).toContain("; over the limit of 50%</td>");
    const limited = `entriesFromFile("${allowed}"),\n  additionLimit: `;
    await commit("index.ts", `${limited}"50%"`, `${limited}20`);
    await run(0, "deploy");
    simulator.clearJournal();
    await commit(allowed, `${added.join("\n")}\n`, "");
    await run(1, "preview");
    expect(new Set(Array.from(report().matchAll(/^- (\S+)/gmu), ([, entry]) => entry))).toEqual(new Set(added));
    await run(1, "deploy");
    const digests = Array.from(report().matchAll(/`([0-9a-f]{16})`/gu), ([, digest]) => digest);
    expect(report()).toContain(", add this line to app-list-approvals:`");
    await commit("app-list-approvals", "", `# Sold to another team.\n${digests.join("\n")}\r\n`);
    await run(0, "preview");
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    expect(inLists()[1]).toEqual(new Set(allowedBundles));

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
