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

/** The files that the page copies for each forge. */
const copies = {
  GitHub: [".github/actions/app-list/action.yml", ...workflows],
  GitLab: [".gitlab-ci.yml", ".gitlab/app-list.yml"],
} as const;

function bundlesOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}`);
}

describe.each(["GitHub", "GitLab"] as const)("the pipelines for %s", { timeout: 1_200_000 }, (forge) => {
  it("follow the page from an empty repository to a deployment, stop for a mistake, and report and repair drift", async () => {
    const { simulator, place, files, commit, report, ...repository } = await makeRepository(forge, lists);
    const run = async (code: number, pipeline: Parameters<typeof repository.run>[0], isWarning = false) => {
      const { text, ...rest } = await repository.run(pipeline);
      expect({ ...rest, text }).toMatchObject({ code, isWarning });
      return text;
    };
    const { changes, bodies, addStrangers } = place.forge;
    const inLists = () => lists.map(({ id }) => new Set(simulator.list(id)?.appBundles));
    expect(new Set(files)).toEqual(new Set([...copies[forge], ...ofPulumi, ...ofNode]));
    simulator.clearJournal();
    await run(0, "preview");
    expect(report()).toMatch(/^\+ com\.vegasnights\.poker/mu);
    expect(changes()).toEqual(["comment created"]);
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    // It adopts the entries of the lists.
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "remove", "remove"]);
    expect(inLists()).toEqual(lists.map(({ appBundles }) => new Set(appBundles)));
    simulator.clearJournal();

    // The comment of the pipeline is updated, and not that of a stranger who copies its first line.
    await commit(blocked, "com.vegasnights.poker", "com.goldfever.bingo  # gambling");
    addStrangers(1, bodies("comment")[0] ?? "");
    await run(0, "preview");
    expect(changes()).toEqual(["comment updated"]);
    for (const part of [/^\+ com\.goldfever\.bingo/mu, /^- com\.vegasnights\.poker/mu]) expect(report()).toMatch(part);
    await commit(blocked, "com.goldfever.bingo", "com.goldfever.keno  twice");
    expect(await run(1, "preview")).toContain(`${blocked}:9`);
    expect(await run(1, "deploy")).toContain(`${blocked}:9`);
    expect(changes()).toEqual([]);
    expect(simulator.journal).toEqual([]);

    // Removals that are over the limit are reported with all entries, and deployed with an approval.
    const added = bundlesOf("com.reskin.news", 20);
    const [before = ""] = allowedBundles;
    await commit(blocked, "com.goldfever.keno  twice", "com.goldfever.keno");
    await commit(allowed, before, `${added.join("\n")}\n${before}`);
    expect(await run(1, "deploy")).toContain("this change adds 20 app bundles.</code>");
    const limited = `entriesFromFile("${allowed}"),\n  additionLimit: `;
    await commit("index.ts", `${limited}"50%"`, `${limited}20`);
    await run(0, "deploy");
    simulator.clearJournal();
    await commit(allowed, `${added.join("\n")}\n`, "");
    await run(1, "preview");
    expect(new Set(Array.from(report().matchAll(/^- (\S+)/gmu), ([, entry]) => entry))).toEqual(new Set(added));
    await run(1, "deploy");
    const digests = Array.from(report().matchAll(/<code>([0-9a-f]{16}  # [^<]+)</gu), ([, digest]) => digest);
    expect(report()).toContain(
      "Intended: add this line to the file app-list-approvals beside Pulumi.yaml, in this pull request:\n",
    );
    await commit("app-list-approvals", "", `# Sold to another team.\n${digests.join("\n")}\r\n`);
    await run(0, "preview");
    expect(simulator.journal).toEqual([]);
    await run(0, "deploy");
    expect(inLists()[1]).toEqual(new Set(allowedBundles));

    // A deployment that does not change the list does not repair it. A repair does, with its plan in the report.
    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    changes();
    await run(0, "drift");
    expect(report()).toContain("**1 app bundle missing (drift)**");
    expect(changes()).toEqual(["issue created: App lists differ from the program (dev)"]);
    await run(0, "deploy");
    expect(simulator.list(4321)?.appBundles).not.toContain("com.luckyreels.slots");
    const repaired = await run(0, "repair");
    expect(report()).toContain("**1 app bundle missing (drift): added again**");
    expect(repaired).toContain('plan: +1 app bundle → 9 managed: +"com.luckyreels.slots"');
    expect(simulator.list(4321)?.appBundles).toContain("com.luckyreels.slots");

    // A deployment that is killed leaves its lock. A run that a person starts releases it.
    simulator.edit(4321, { remove: { appBundles: ["com.luckyreels.slots"] } });
    await repository.killDeployment();
    expect(await run(1, "deploy")).toContain("locked");
    await run(0, "cancel and repair");
    expect(simulator.list(4321)?.appBundles).toContain("com.luckyreels.slots");

    // A changed line in the file of the stack sends no credentials elsewhere. Its lists are not verified.
    await commit("Pulumi.dev.yaml", simulator.url, "https://other.example.com");
    expect(await run(1, "deploy")).toContain("the credentials of the environment are not used");
    expect(await run(0, "drift", true)).toContain("Drift is not known; 2 not verified");
    expect(changes()).toEqual([]);
    await commit("Pulumi.dev.yaml", "https://other.example.com", simulator.url);
    await run(0, "drift");
    expect(changes()).toEqual(["issue closed"]);
    simulator.setBehavior({ removeAbsent: "error" });
    expect(await run(0, "drift", true)).toContain("Drift is not known; 2 not verified");
    expect(changes()).toEqual([]);
  });

  it("preview and deploy the project of the README", async () => {
    const { simulator, files, report, run } = await makeRepository(forge, lists, "README");
    expect(files.filter((file) => file.includes("node_modules"))).toEqual([]);
    expect(await run("preview")).toMatchObject({ code: 0 });
    expect(report()).toMatch(/^\+ com\.goldfever\.bingo/mu);
    expect(await run("deploy")).toMatchObject({ code: 0 });
    expect(simulator.list(4321)?.appBundles).toContain("com.goldfever.bingo");
  });
});
