import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { forges, makeProject, marker } from "./project";
import { pullRequest, runAction } from "./run";

/** Runs the action, and returns the outputs of its first step, or the error that it prints. */
async function choose(command: string, event: Readonly<Record<string, string>>): Promise<string> {
  const { place } = makeProject();
  const { code, text, outputs } = await runAction(place, { command, "stack-name": "dev" }, event);
  const chosen = Object.entries(outputs).flatMap(([name, value]) =>
    name.startsWith("steps.choose.outputs.") && value !== ""
      ? [`${name.replace("steps.choose.outputs.", "")}=${value}`]
      : [],
  );
  return code === 0 ? chosen.join(" ") : text.trim();
}

const repository = "github.event.pull_request.head.repo.full_name";
const fork = { ...pullRequest, [repository]: "stranger/lists" };
const { [repository]: _, ...deletedFork } = pullRequest;
const dependabot = { ...pullRequest, GITHUB_ACTOR: "dependabot[bot]" };
const unknown = 'The input "command" must be preview, validate, deploy or drift.';
const noSecrets = "A pull request of a fork or of Dependabot has no secrets for";

describe("the command of the action", () => {
  it("is the input, for a push and for a pull request of a branch", async () => {
    expect(await choose("deploy", {})).toBe("command=deploy");
    expect(await choose("preview", {})).toBe("command=preview");
    expect(await choose("preview", pullRequest)).toBe("command=preview publish=comment");
    expect(await choose("validate", pullRequest)).toBe("command=validate");
    expect(await choose("drift", {})).toBe("command=drift refresh=--refresh publish=issue");
  });

  it("is validate instead of preview for a fork, for Dependabot, and for a deleted fork", async () => {
    for (const event of [fork, dependabot, deletedFork]) {
      for (const command of ["preview", "validate"]) expect(await choose(command, event)).toBe("command=validate");
    }
  });

  const ofTarget = { ...fork, GITHUB_EVENT_NAME: "pull_request_target" };

  it.each([
    ["an unknown command", "destroy", {}, unknown],
    ["a command with another line", "preview\nx=y", {}, unknown],
    ["a deployment of a fork", "deploy", fork, `${noSecrets} deploy.`],
    ["pull_request_target", "preview", ofTarget, "pull_request_target gives secrets to forks. Use pull_request."],
  ])("is refused for %s", async (_, command, event, problem) => {
    expect(await choose(command, event)).toBe(`::error title=App lists::${problem}`);
  });
});

/** The commands of a pipeline without the folder of its report. */
function shorten(commands: readonly string[]): readonly string[] {
  return commands.map((line) =>
    line.replaceAll(/report \S.*\/preview.json(?: --commit \w+)?|--output .*\//gu, "report"),
  );
}

const withPassword = "run program: true, transpile only: true, URL: , password: the-password, approve: ''";
const reports = [
  "app-list report --format markdown reportreport.md",
  "app-list report --format html reportreport.html",
];

describe.each(forges)("the scripts of $name", ({ pipelinesOf, passwordOfPreview }) => {
  it("preview: validate the files, check the types, preview with the base URL, and report", async () => {
    const { place, commands } = makeProject();
    const ended = await pipelinesOf(place).previewPullRequest({ "base-url": "https://api.example.com" });
    expect(ended).toMatchObject({ code: 0 });
    expect(shorten(commands())).toEqual([
      "app-list validate lists/**/*.{csv,tsv,txt,xlsx}",
      "tsc --noEmit",
      "pulumi preview --json --non-interactive",
      withPassword.replace("URL: ", "URL: https://api.example.com").replace("the-password", passwordOfPreview),
      ...reports,
    ]);
    rmSync(join(place.folder, "tsconfig.json"));
    expect((await pipelinesOf(place).previewPullRequest()).text).toContain("There is no tsconfig.json.");
    expect(commands().filter((line) => line.startsWith("tsc"))).toEqual([]);
  });

  it("deploy: preview, report, and update with the approvals, without types or another preview", async () => {
    const { place, commands } = makeProject();
    const [first, second] = ["0123456789abcdef", "fedcba9876543210"];
    const others = [`# ${first}1`, "0123456789ABCDEF", "0123456789abcdef0", `${"1".repeat(16)} # x`, "$(id)", "x=y"];
    const approvals = [...others, `${first}\r`, "", ` ${"2".repeat(16)}`, `,${"3".repeat(16)}`, second].join("\n");
    writeFileSync(join(place.folder, "app-list-approvals"), approvals);
    expect(await pipelinesOf(place).deploy()).toMatchObject({ code: 0 });
    const shown = withPassword.replace("''", `'${first},${second},'`);
    expect(shorten(commands())).toEqual([
      "pulumi preview --json --non-interactive",
      shown,
      ...reports,
      "pulumi up --yes --skip-preview --non-interactive",
      shown,
    ]);
  });

  const refused = ["1", "2", "3", "4", "5", "6", "7"].map((digit) => digit.repeat(16));

  it.each([
    [3, 3],
    [6, 5],
  ])("preview again with the digests of %i refused removals, %i times, for the report alone", async (most, times) => {
    const approved = "0123456789abcdef";
    // The report of the stand-in does not fail, so pulumi up runs.
    const { place, commands } = makeProject({ markdown: 2, html: 2, refused: refused.slice(0, most) });
    writeFileSync(join(place.folder, "app-list-approvals"), approved);
    const { previewPullRequest, deploy } = pipelinesOf(place);
    for (const run of [previewPullRequest, deploy]) {
      expect(await run()).toMatchObject({ code: 0 });
      const lines = commands();
      const approvals = lines.flatMap(
        (line) => /approve: '(.*)'$/u.exec(line)?.[1]?.match(/[0-9a-f]{16}/gu)?.length ?? [],
      );
      const ofPreviews = Array.from({ length: times + 1 }, (_, index) => index + 1);
      expect(approvals).toEqual([...ofPreviews, ...(run === deploy ? [1] : [])]);
      const written = lines.filter((line) => line.startsWith("app-list report"));
      for (const line of written) expect(line).toMatch(/ \S.*preview\.json --approved \S.*approved\.json /u);
      expect(written).toHaveLength(2);
    }
    const lines = refused.slice(0, most).map((digest) => `\n    ${digest}`);
    expect(place.readForge().comments[0]?.text).toContain(`add to app-list-approvals:\n${lines.join("")}\n`);
  });

  it.each([
    ["lists/**", true],
    ["other lists/**/*.txt", true],
    [" lists ", true],
    ["lists/*.txt", false],
    ["other index.ts", false],
    ["", true],
  ])("preview a change of lists/old/apps.txt if the input paths is %j: %j", async (paths, isMeant) => {
    const { place, commands, commit } = makeProject();
    mkdirSync(join(place.folder, "lists", "old"), { recursive: true });
    writeFileSync(join(place.folder, "lists", "old", "apps.txt"), "com.vegasnights.poker\n");
    writeFileSync(join(place.folder, "index.ts"), "");
    const base = commit();
    rmSync(join(place.folder, "lists", "old"), { recursive: true });
    const head = commit();
    const { previewPullRequest } = pipelinesOf(place, () => head);
    const { code, text } = await previewPullRequest({ paths }, base);
    expect(code).toBe(0);
    expect(commands().length > 0).toBe(isMeant);
    expect(text.includes("request changes none of these paths:")).toBe(!isMeant);
    if (isMeant) return;
    // Without the base, the changes are not known.
    expect(await pipelinesOf(place).previewPullRequest({ paths }, "b".repeat(40))).toMatchObject({ code: 0 });
    expect(commands()).not.toEqual([]);
  });

  it.each(["requirements.txt", "pyproject.toml", "go.mod"])(
    "install the packages of a program with %s",
    async (name) => {
      const { place, commands } = makeProject();
      writeFileSync(join(place.folder, name), "");
      await pipelinesOf(place).previewPullRequest();
      expect(commands()).toContain("pulumi install --no-plugins");
    },
  );

  it("refresh the lists with the account, for drift and with refresh: true", async () => {
    const { place, commands } = makeProject();
    const { previewPullRequest, checkDrift, deploy } = pipelinesOf(place);
    for (const run of [previewPullRequest, checkDrift, deploy]) await run(run === checkDrift ? {} : { refresh: true });
    const lines = commands().filter((line) => !/^(?:app-list|tsc) /u.test(line));
    const preview = ["pulumi preview --json --non-interactive --refresh", withPassword];
    const up = ["pulumi up --yes --skip-preview --non-interactive --refresh", withPassword];
    expect(lines).toEqual([...preview, ...preview, ...preview, ...up]);
  });

  it.each([
    { ofReports: [0, 0], code: 0 },
    { ofReports: [2, 2], code: 0 },
    { ofReports: [3, 3], code: 0 },
    { ofReports: [1, 1], code: 1 },
    { ofReports: [2, 1], code: 1 },
    // Out of memory.
    { ofReports: [134, 134], code: 1 },
    { ofReports: [2, 137], code: 1 },
  ])("deploy only what was reported, and stop if a report fails or is killed: $ofReports", async (expected) => {
    const { ofReports, code } = expected;
    const [markdown, html] = ofReports;
    const { place, commands } = makeProject({ markdown, html });
    expect(await pipelinesOf(place).deploy()).toMatchObject({ code });
    expect(commands().filter((line) => line.startsWith("pulumi up"))).toHaveLength(code === 0 ? 1 : 0);
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
    await runAction({ ...place, environment }, { command: "drift", "stack-name": "dev" });
    expect(commands()).toContain(withPassword.replace("the-password", "of the job"));
  });
});

type Author = ReturnType<ReturnType<typeof makeProject>["place"]["readForge"]>["user"];

const title = "App lists differ from the program";
const message = (id: number, author: Author, text: string, title = "") => ({ id, author, title, text, isOpen: true });
const copied = message(1, { id: 5, login: "stranger" }, `${marker}\ncopied`);
const old = `${marker}\nold`;
const report: unknown = expect.stringMatching(/^<!-- .*dev -->\n\n\[HTML report\]\(https:\/\/forge\.example\.com\//u);

describe.each(forges)("the comment of $name", ({ pipelinesOf }) => {
  it("is one for each stack, and not that of a stranger who copies its first line", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    const { user } = place.readForge();
    const own = message(2, user, old);
    const ofOther = message(3, user, "<!-- pulumi-app-list report: lists/prod -->");
    place.writeForge({ comments: [copied] });
    await pipelinesOf(place).previewPullRequest();
    expect(place.readForge().comments).toEqual([copied, { ...own, text: report }]);
    place.writeForge({ comments: [copied, ofOther, own] });
    await pipelinesOf(place).previewPullRequest();
    expect(place.readForge().comments).toEqual([copied, ofOther, { ...own, text: report }]);
  });
});

describe.each(forges)("the issue of $name", ({ pipelinesOf }) => {
  it.each([
    { code: 0, ended: [0], text: "" },
    // For GitHub, a warning is an annotation.
    { code: 3, ended: [0, 3], text: "Drift is not verified: the API did not show all lists." },
    { code: 1, ended: [1], text: "" },
  ])("is not opened, and one that is open is kept unless there is no drift: code $code", async (expected) => {
    const { code, ended, text } = expected;
    const { place } = makeProject({ markdown: code, html: code });
    const run = await pipelinesOf(place).checkDrift();
    expect(ended).toContain(run.code);
    expect(run.text).toContain(text);
    const { user, issues } = place.readForge();
    expect(issues).toEqual([]);
    const own = message(2, user, old, title);
    place.writeForge({ issues: [copied, own] });
    await pipelinesOf(place).checkDrift();
    expect(place.readForge().issues).toEqual([copied, { ...own, isOpen: code !== 0 }]);
  });

  it("is opened, updated and opened again while the lists differ", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    const { checkDrift } = pipelinesOf(place);
    expect(await checkDrift()).toMatchObject({ code: 0 });
    const { user, issues } = place.readForge();
    const issue = message(1, user, old, title);
    expect(issues).toEqual([{ ...issue, text: report }]);
    place.writeForge({ issues: [issue] });
    await checkDrift();
    expect(place.readForge().issues).toEqual(issues);
    const closed = { ...issue, isOpen: false };
    place.writeForge({ issues: [closed] });
    await checkDrift();
    expect(place.readForge().issues).toEqual([closed, { ...issue, id: 2, text: report }]);
  });
});

it.each(forges)("$name writes neither if the inputs are false", async ({ pipelinesOf }) => {
  const { place } = makeProject({ markdown: 2, html: 2 });
  expect(await pipelinesOf(place).previewPullRequest({ "comment-on-pr": false })).toMatchObject({ code: 0 });
  expect(await pipelinesOf(place).checkDrift({ issue: false })).toMatchObject({ code: 0 });
  expect(place.readForge()).toMatchObject({ comments: [], issues: [] });
});
