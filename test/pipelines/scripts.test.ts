import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { forges, makeProject } from "./project";
import { runAction } from "./run";

/** The commands of a pipeline without the folder of its report. */
function shorten(commands: readonly string[]): readonly string[] {
  return commands.map((line) =>
    line.replaceAll(/report \S.*\/preview.json(?: --commit \w+)?|--output .*\//gu, "report"),
  );
}

const withPassword = "run program: true, password: the-password, approve: ''";
const reports = [
  "app-list report --format markdown reportreport.md",
  "app-list report --format html reportreport.html",
];
/** The codes with which the reports end, and the code that follows from both. */
const codes = [
  [0, 0, 0],
  [2, 2, 2],
  [3, 3, 3],
  [1, 1, 1],
  [2, 1, 1],
  // Out of memory.
  [134, 134, 1],
  [2, 137, 1],
] as const;

describe.each(forges)("the scripts of $name", ({ pipelinesOf, passwordOfPreview }) => {
  it("preview: validate the files, check the types, preview, and report", async () => {
    const { place, commands } = makeProject();
    expect(await pipelinesOf(place).previewPullRequest()).toMatchObject({ code: 0 });
    expect(shorten(commands())).toEqual([
      "app-list validate lists/**/*.{csv,tsv,txt,xlsx}",
      "tsc --noEmit",
      "pulumi preview --json --non-interactive",
      withPassword.replace("the-password", passwordOfPreview),
      ...reports,
    ]);
    rmSync(join(place.folder, "tsconfig.json"));
    expect((await pipelinesOf(place).previewPullRequest()).text).toContain("There is no tsconfig.json.");
    expect(commands().filter((line) => line.startsWith("tsc"))).toEqual([]);
  });

  it("deploy: preview, report, and update with the approval, without types or another preview", async () => {
    const { place, commands } = makeProject();
    expect(await pipelinesOf(place).deploy({ approve: "0123456789abcdef" })).toMatchObject({ code: 0 });
    const shown = withPassword.replace("''", "'0123456789abcdef'");
    expect(shorten(commands())).toEqual([
      "pulumi preview --json --non-interactive",
      shown,
      ...reports,
      "pulumi up --yes --skip-preview --non-interactive",
      shown,
    ]);
  });

  it("pass PULUMI_RUN_PROGRAM=true to each command that refreshes", async () => {
    const { place, commands } = makeProject();
    await pipelinesOf(place).previewPullRequest({ refresh: true });
    await pipelinesOf(place).checkDrift();
    await pipelinesOf(place).deploy({ refresh: true });
    const lines = commands().filter((line) => !/^(?:app-list|tsc) /u.test(line));
    const previews = Array.from({ length: 3 }, () => [
      "pulumi preview --json --non-interactive --refresh",
      withPassword,
    ]);
    const up = ["pulumi up --yes --skip-preview --non-interactive --refresh", withPassword];
    expect(lines).toEqual([...previews.flat(), ...up]);
  });

  it.each(codes)("deploy only what was reported, and stop if a report fails or is killed: %i, %i", async (...all) => {
    const [markdown, html, code] = all;
    const { place, commands } = makeProject({ markdown, html });
    expect((await pipelinesOf(place).deploy()).code).toBe(code === 1 ? 1 : 0);
    expect(commands().filter((line) => line.startsWith("pulumi up"))).toHaveLength(code === 1 ? 0 : 1);
  });

  it.each([2, 137])("preview: succeed with changes, fail for an error, and comment in both cases: %i", async (html) => {
    const { place } = makeProject({ markdown: 2, html });
    expect((await pipelinesOf(place).previewPullRequest()).code).toBe(html === 2 ? 0 : 1);
    expect(place.readForge().comments).toHaveLength(1);
  });

  it("remove the report of another stack", async () => {
    const { place } = makeProject();
    const { results, deploy } = pipelinesOf(place);
    mkdirSync(results);
    writeFileSync(join(results, "stale.md"), "of another stack\n");
    await deploy();
    expect(readdirSync(results).toSorted()).toEqual(["preview.json", "report.html", "report.md"]);
  });

  it("fork: validate, and show the changes of the files, without a secret, Pulumi or a comment", async () => {
    const { place, commands, commit } = makeProject();
    const list = join(place.folder, "lists", "blocked.csv");
    mkdirSync(dirname(list));
    writeFileSync(list, "com.vegasnights.poker\n");
    const base = commit();
    writeFileSync(list, "com.goldfever.bingo\n");
    writeFileSync(join(place.folder, "index.ts"), "export const changed = true;\n");
    commit();
    const { code, text } = await pipelinesOf(place).previewFork(base);
    expect(code).toBe(0);
    expect(text).toMatch(/^-com\.vegasnights\.poker$/mu);
    expect(text).toMatch(/^\+com\.goldfever\.bingo$/mu);
    expect(text).not.toContain("index.ts");
    expect(commands()).toEqual(["app-list validate lists/**/*.{csv,tsv,txt,xlsx}", "tsc --noEmit"]);
    expect(place.readForge()).toMatchObject({ comments: [], issues: [] });
  });
});

describe("the action for GitHub", () => {
  it("warns if the checkout has no base branch to compare a fork with", async () => {
    const [github] = forges;
    const { place, commit } = makeProject();
    const { code, text } = (await github?.pipelinesOf(place).previewFork(commit())) ?? {};
    expect(code).toBe(0);
    expect(text).toContain('::warning title=App lists::The base branch is missing. Set "fetch-depth: 2"');
  });

  it("takes secrets that are no inputs from the variables of the job", async () => {
    const { place, commands } = makeProject();
    const environment = { ...place.environment, APP_LIST_PASSWORD: "of the job" };
    await runAction({ ...place, environment }, { command: "drift", stack: "dev" });
    expect(commands()).toContain("run program: true, password: of the job, approve: ''");
  });
});
