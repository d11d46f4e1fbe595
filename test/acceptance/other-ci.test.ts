import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { run } from "../../tools/commands.mjs";
import type { JournalEntry } from "../../provider/simulator/index";
import { startServer } from "../api/server";
import { environmentFor } from "../cli/terminal";
import { withoutTypeChecks } from "../harness/project";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { runAndKill } from "../laws/kills/survive";
import { gitIn } from "./git";
import { openPage, runPage } from "./page-run";

const list = "lists/vendor.txt";

const apps = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `com.vendor.app${index}`);

/** A list file with app bundles of a vendor. */
const lines = (count: number): string =>
  apps(count)
    .map((app) => `${app}  # fraud\n`)
    .join("");

/** The sheet of the vendor. */
const csv = (count: number): string =>
  `Bundle ID,Reason,Country\r\n${apps(count)
    .map((app) => `${app},fraud,DE\r\n`)
    .join("")}`;

/**
 * A checkout of a repository with the scripts of a page, and what a CI gives them. They run in `sh`, as on the page.
 *
 * @param scripts  the headings of the scripts on the page, by their names in the folder ci
 */
async function makeCheckout(path: string, scripts: Readonly<Record<string, string>>) {
  const release = await serveRelease();
  const surroundings = temporaryFolder();
  const lists = [{ id: 4322, name: "vendor" }];
  const held = Promise.withResolvers<void>();
  const onRequest = ({ fault }: JournalEntry): void => {
    if (fault?.kind === "hang") held.resolve();
  };
  const options = { program: "", parent: surroundings, isConfigured: false, lists, onRequest } as const;
  const { project, simulator, block } = await openPage(path, { ...options, language: "typescript" });
  const git = gitIn(project);
  for (const [name, heading] of Object.entries(scripts)) project.write(`ci/${name}.sh`, block(heading, "sh"));
  const source = runPage("docs/how-to/follow-a-source.md", project).block("Follow an outside source", "ts");
  project.write("index.ts", source);
  project.write(list, lines(10));
  project.write(".gitignore", "/node_modules/\n/*.json\n!/package*.json\n/report.html\n/state/\n/home/\n/temporary/\n");
  const tarball = `pulumi-app-list-${version}.tgz`;
  mkdirSync(join(project.folder, "vendor"));
  writeFileSync(join(project.folder, "vendor", tarball), release.files.get(tarball) ?? "");
  const origin = join(surroundings, "origin");
  Object.assign(project.environment, release.environment, withoutTypeChecks, environmentFor(simulator), {
    PULUMI_STACK: "dev",
    PULUMI_RUN_PROGRAM: "true",
    HOME: surroundings,
  });
  /** Runs a line of the page as `sh` does, in the checkout or beside it. */
  const sh = async (line: string, folder = project.folder) => {
    const ended = await run("sh", ["-c", line], { cwd: folder, env: project.commandEnvironment() });
    if (ended.kind !== "exited") throw new Error(`${line} was ${ended.kind}.`);
    return { code: ended.status, output: ended.output };
  };
  const commit = async (file: string, content: string): Promise<void> => {
    project.write(file, content);
    expect(await sh("git add . && git commit --quiet -m Change && git push --quiet origin HEAD:main")).toMatchObject({
      code: 0,
    });
  };
  expect(await sh(`npm install ./vendor/${tarball} @pulumi/pulumi`)).toMatchObject({ code: 0 });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", origin]);
  git("remote", "add", "origin", origin);
  await commit("Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
  const inList = (): number => simulator.list(4322)?.appBundles.length ?? 0;
  return { project, simulator, isHeld: held.promise, surroundings, sh, commit, inList, block };
}

it("docs/how-to/other-ci.md has scripts that preview, deploy, stop for a mistake and for a limit, repair after a kill, and find drift", async () => {
  const path = "docs/how-to/other-ci.md";
  const scripts = { preview: "Preview", deploy: "Deploy", repair: "Repair", drift: "Check for drift" };
  const { project, simulator, isHeld, surroundings, sh, commit, inList, block } = await makeCheckout(path, scripts);
  const report = (): string => readFileSync(join(project.folder, "report.html"), "utf8");
  expect(await sh("sh ci/preview.sh")).toMatchObject({ code: 0 });
  expect(report()).toContain("com.vendor.app9");
  expect(inList()).toBe(0);
  expect(await sh("sh ci/deploy.sh")).toMatchObject({ code: 0 });
  expect(inList()).toBe(10);

  await commit(list, `${lines(10)}com.two words\n`);
  for (const name of ["preview", "deploy"]) {
    const { code, output } = await sh(`sh ci/${name}.sh`);
    expect([name, code === 0, output.includes(`${list}:11`)]).toEqual([name, false, true]);
  }
  await commit(list, lines(5));
  const stopped = await sh("sh ci/preview.sh");
  expect(stopped).toMatchObject({ code: 1 });
  expect((await sh("sh ci/deploy.sh")).code).not.toBe(0);
  expect(inList()).toBe(10);
  const [, digest = ""] = /\b([0-9a-f]{16})\b/u.exec(stopped.output) ?? [];
  await commit("app-list-approvals", `# Sold.\n${digest}  # ana\n`);
  expect(await sh("sh ci/preview.sh")).toMatchObject({ code: 0 });
  expect(await sh("sh ci/deploy.sh")).toMatchObject({ code: 0 });
  expect(inList()).toBe(5);

  // A deployment is killed in the middle of an addition, and its lock is left.
  await commit(list, lines(6));
  const killed = { kill: "everything", operation: "update", nth: 3, effect: "after" } as const;
  await runAndKill({ project, simulator, isHeld, orphans: [] }, killed);
  expect((await sh("sh ci/deploy.sh")).output).toContain("locked");
  expect(await sh("sh ci/repair.sh")).toMatchObject({ code: 0 });
  expect(inList()).toBe(6);

  expect(await sh("sh ci/drift.sh")).toMatchObject({ code: 0 });
  // The line of cron mails nothing without drift, and the report with it, after a newer commit was pushed elsewhere.
  writeFileSync(join(surroundings, "app-lists.env"), "export SOURCED=1\n");
  const cron = block("What differs", "sh").replace("cd app-lists", `cd '${project.folder}'`);
  expect(await sh(cron, surroundings)).toEqual({ code: 0, output: "" });
  simulator.edit(4322, { remove: { appBundles: ["com.vendor.app1"] } });
  expect((await sh("sh ci/drift.sh")).code).toBe(2);
  expect((await sh(cron.replace(/npm ci .*&&/u, ""), surroundings)).output).toContain("com.vendor.app1");
  simulator.setBehavior({ removeAbsent: "error" });
  expect((await sh("sh ci/drift.sh")).code).toBe(3);
});

it("docs/how-to/follow-a-source.md has a script that proposes a changed source once, and nothing else", async () => {
  const path = "docs/how-to/follow-a-source.md";
  const heading = "Follow an outside source";
  const { project, sh, commit, block, simulator } = await makeCheckout(path, { follow: heading });
  const answer = { status: 200, body: csv(11) };
  const { baseUrl } = await startServer((_, response) => void response.writeHead(answer.status).end(answer.body));
  const line = block(heading, "sh", 1).replace("https://vendor.example.com", baseUrl);
  const proposed = async (): Promise<string> => (await sh("git ls-remote origin vendor-list")).output.slice(0, 40);
  const follow = async (status: number, body: string): Promise<boolean> => {
    Object.assign(answer, { status, body });
    const { code, output } = await sh(line);
    expect(code === 0 || output !== "").toBe(true);
    return code === 0;
  };
  for (const [status, body] of [
    [200, csv(0)],
    [200, csv(6)],
    [200, ""],
    [200, "<!doctype html>\n<html><body>Please log in</body></html>\n"],
    [500, csv(11)],
  ] as const)
    expect([body, await follow(status, body), await proposed()]).toEqual([body, false, ""]);
  expect([await follow(200, csv(10)), await proposed()]).toEqual([true, ""]);

  expect(await follow(200, csv(11))).toBe(true);
  const first = await proposed();
  expect((await sh(`git show ${first}:${list}`)).output).toBe(lines(11));
  expect((await sh(`git log -1 --format=%s ${first}`)).output).toBe("Follow the vendor: 11 entries, 10 before\n");
  // The next night, with what a run that was killed has left, nothing is proposed twice.
  project.write(list, "half");
  expect([await follow(200, csv(11)), await proposed()]).toEqual([true, first]);
  expect(await follow(200, csv(12))).toBe(true);
  const second = await proposed();
  expect(second).not.toBe(first);
  // After the merge, there is nothing to propose.
  expect(await sh(`git push --quiet origin ${second}:main`)).toMatchObject({ code: 0 });
  expect([await follow(200, csv(12)), await proposed()]).toEqual([true, second]);

  // The resource of the page takes it, with its limits.
  expect(await sh("pulumi up --yes --skip-preview")).toMatchObject({ code: 0 });
  expect(simulator.list(4322)?.appBundles).toHaveLength(12);
  await commit(list, lines(8));
  expect((await sh("pulumi preview")).output).toContain("[CHANGE_LIMIT]");
});
