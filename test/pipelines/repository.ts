import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultAccount, type JournalEntry, type SimulatedList } from "../../provider/simulator/index";
import { run } from "../../tools/commands.mjs";
import { root } from "../../tools/paths.mjs";
import { ensureEngine } from "../../tools/engine/ensure-engine.mjs";
import { pulumiEnvironment } from "../../tools/pulumi/environment.ts";
import { environmentFor } from "../cli/terminal";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { readSteps, scriptOf } from "../docs/run-steps";
import { compiledOnce, withoutTypeChecks } from "../harness/project";
import { descendantsOf, killAtOnce } from "../harness/process-tree";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { passphrase } from "../harness/stack-file";
import { simulatorForTest } from "../simulator/simulators";
import { runOnGithub } from "./github";
import { runOnGitlab } from "./gitlab";
import { makePlace, type Pipeline } from "./place";

const page = readPage("docs/how-to/pipelines.md");
const readme = readPage("README.md");

/** The pipelines of each forge. */
export const forges = { GitHub: runOnGithub, GitLab: runOnGitlab };

/**
 * Makes a repository with the commands of the page, a registry of npm, the simulator, and a stand-in for the forge. The
 * pipelines run in another clone of it, with secrets, and with an empty cache of npm.
 *
 * @param project the one that the page makes, or that of the README, which exists already
 */
export async function makeRepository(
  forge: keyof typeof forges,
  lists: readonly SimulatedList[],
  project: "page" | "README" = "page",
) {
  const held = Promise.withResolvers<void>();
  const onRequest = ({ fault }: JournalEntry): void => {
    if (fault?.kind === "hang") held.resolve();
  };
  const simulator = await simulatorForTest({ lists, onRequest });
  const release = await serveRelease();
  const surroundings = temporaryFolder();
  const [folder, checkout] = [join(surroundings, "lists"), join(surroundings, "checkout")];
  const [home, state] = [join(surroundings, "home"), join(surroundings, "state")];
  for (const each of [home, state]) mkdirSync(each);
  symlinkSync(root, join(surroundings, "pulumi-app-list"));

  // As on a runner, nothing of the stack is known but the secrets of the pipeline.
  const cache = join(surroundings, "npm-cache");
  const places = { engine: await ensureEngine(), home, state, temporary: surroundings, passphrase };
  const ofNpm = { ...release.environment, npm_config_cache: cache };
  const ofTests = { ...withoutTypeChecks, NO_COLOR: "1", ...compiledOnce, GOGC: "400" };
  const all: NodeJS.ProcessEnv = { ...pulumiEnvironment(places), ...ofNpm, ...ofTests };
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "", ...environment } = all;
  const place = await makePlace(checkout, environment);
  const secrets = { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, ...environmentFor(simulator) };

  const { username, password, apiKey, apiSecret } = defaultAccount;
  const values = {
    "https://api.example.com": simulator.url,
    "ad.ops@example.com": username,
    "PATH-OF-THE-TARBALL": release.tarball,
  };
  const env = { ...place.environment, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE };
  const execute = async (where: string, script: string): Promise<string> => {
    // What a person answers to `read`.
    const input = `exec <<< "${password} ${apiKey} ${apiSecret}"`;
    const ended = await run("bash", ["-eo", "pipefail", "-c", `${input}\n${script}`], { cwd: where, env });
    if (ended.kind !== "exited" || ended.status !== 0) throw new Error(`${script}\n${ended.output}`);
    return ended.output.trim();
  };
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const follow = async (...headings: readonly string[]): Promise<void> => {
    const blocks = headings.flatMap((heading) => codeBlocksOf({ ...page, text: sectionOf(page, heading) }));
    await execute(folder, scriptOf(blocks.map(({ code }) => code).join(""), { values, isInstalled: true }));
    await execute(checkout, "git fetch -q; git reset -q --hard origin/main; git clean -ffdxq -e node_modules");
  };
  await execute(
    surroundings,
    "git init -q --bare -b main origin; git clone -q origin lists; git clone -q origin checkout",
  );
  if (project === "README") {
    for (const { file, code } of readSteps(sectionOf(readme, "A list as code")))
      if (file !== undefined) write(file, code);
    const [install = ""] = readSteps(sectionOf(readme, "Try it without an account")).map(({ code }) => code);
    await execute(folder, scriptOf(`${install}pulumi stack init dev\n`, { values, isInstalled: true }));
    await follow(`Set up ${forge}`, "Push");
  } else await follow("Before you start", `Set up ${forge}`, "Push");
  rmSync(cache, { recursive: true });
  return {
    simulator,
    place,
    /** The paths of the files of that commit. */
    files: (await execute(checkout, "git ls-files")).split("\n"),
    /** Replaces a text in a file, or makes a file, and checks the commit out where the pipelines run. */
    commit: async (path: string, before: string, after: string): Promise<void> => {
      const file = join(folder, path);
      const content = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (!content.includes(before)) throw new Error(`${path} has no ${before}.`);
      writeFileSync(file, content.replace(before, after));
      await follow("Push");
    },
    /** Kills a deployment during its first request, with all processes that it has started. */
    killDeployment: async (): Promise<void> => {
      simulator.addFault({ on: { nth: 1 }, effect: "before", answer: { kind: "hang" } });
      const words = ["up", "--stack", "dev", "--yes", "--skip-preview", "--refresh", "--non-interactive"];
      const { promise: started, resolve: onStart } = Promise.withResolvers<number>();
      const ended = run("pulumi", words, { cwd: checkout, env: { ...env, ...secrets }, onStart });
      await Promise.race([held.promise, ended]);
      simulator.clearFaults();
      const engine = await started;
      [engine, ...descendantsOf(engine).map(({ id }) => id)].forEach(killAtOnce);
      await ended;
    },
    run: async (pipeline: Pipeline) => forges[forge](place, pipeline, secrets),
    /** The report in Markdown, as it is published. */
    report: (): string => {
      const results = forge === "GitHub" ? join(place.temporary, "app-list") : join(checkout, "app-list-results");
      return readFileSync(join(results, "report.md"), "utf8");
    },
  };
}
