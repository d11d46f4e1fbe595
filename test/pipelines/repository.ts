import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { defaultAccount, startSimulator, type SimulatedList } from "../../provider/simulator/index";
import { run } from "../../tools/commands.mjs";
import { root } from "../../tools/paths.mjs";
import { engineFolder } from "../../tools/pulumi/engine-folder.ts";
import { pulumiEnvironment } from "../../tools/pulumi/environment.ts";
import { environmentFor } from "../cli/terminal";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { compiledOnce, withoutTypeChecks } from "../harness/project";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { passphrase } from "../harness/stack-file";
import { pullRequest, runWorkflow } from "./github";
import { gitlabEvents, runGitlab } from "./gitlab";
import { makePlace, type Place, type Values } from "./place";

const page = readPage("docs/how-to/pipelines.md");

/** The pipelines of a forge. */
type Pipeline = "preview" | "deploy" | "repair" | "drift";

/** The workflows of the examples, with the secrets of a repository, and a variable for the base URL. */
async function runOnGithub(
  place: Place,
  pipeline: Pipeline,
  { APP_LIST_BASE_URL = "", ...secrets }: Values,
  head: string,
) {
  const workflows = { preview: "pull-request", deploy: "deploy", repair: "deploy", drift: "nightly-drift" };
  const ofSecrets = Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value] as const);
  return runWorkflow(place, `${workflows[pipeline]}.yaml`, {
    event: pipeline === "preview" ? { ...pullRequest, "github.event.pull_request.head.sha": head } : {},
    values: {
      ...Object.fromEntries(ofSecrets),
      "vars.APP_LIST_BASE_URL": APP_LIST_BASE_URL,
      ...(pipeline === "repair" && { "inputs.repair": "true" }),
    },
  });
}

/** The pipelines of the component, with the variables of a project. */
async function runOnGitlab(place: Place, pipeline: Pipeline, variables: Values) {
  if (pipeline === "repair") return runGitlab(place, { event: gitlabEvents.push, variables, job: "app-list-repair" });
  const events = {
    preview: gitlabEvents["merge request"],
    deploy: gitlabEvents["nightly deployment"],
    drift: gitlabEvents["nightly drift"],
  };
  return runGitlab(place, { event: events[pipeline], variables });
}

const forges = { github: { name: "GitHub", run: runOnGithub }, gitlab: { name: "GitLab", run: runOnGitlab } };

/**
 * Makes a repository with the commands of the page, a registry of npm, the simulator, and a stand-in for the forge. The pipelines run in another clone of it, with secrets, and with an empty cache of npm.
 */
export async function makeRepository(forge: keyof typeof forges, lists: readonly SimulatedList[]) {
  const simulator = await startSimulator({ lists });
  const release = await serveRelease();
  onTestFinished(async () => {
    release.close();
    await simulator.close();
  });
  const surroundings = temporaryFolder();
  const [folder, checkout] = [join(surroundings, "lists"), join(surroundings, "checkout")];
  const [home, state] = [join(surroundings, "home"), join(surroundings, "state")];
  for (const each of [home, state]) mkdirSync(each);
  symlinkSync(root, join(surroundings, "pulumi-app-list"));
  const tarball = [...release.files.keys()].find((name) => name.startsWith("pulumi-app-list")) ?? "";
  writeFileSync(join(surroundings, tarball), release.files.get(tarball) ?? "");

  // As on a runner, nothing of the stack is known but the secrets of the pipeline.
  const cache = join(surroundings, "npm-cache");
  const places = { engine: await engineFolder(), home, state, temporary: surroundings, passphrase };
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
    "PATH-OF-THE-TARBALL": `../${tarball}`,
  };
  const env = { ...place.environment, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE };
  const execute = async (where: string, script: string): Promise<string> => {
    // What a person answers to `read`.
    const input = `exec <<< "${password} ${apiKey} ${apiSecret}"`;
    const ended = await run("bash", ["-eo", "pipefail", "-c", `${input}\n${script}`], { cwd: where, env });
    if (ended.kind !== "exited" || ended.status !== 0) throw new Error(`${script}\n${ended.output}`);
    return ended.output.trim();
  };
  const follow = async (...headings: readonly string[]): Promise<void> => {
    const blocks = headings.flatMap((heading) => codeBlocksOf({ ...page, text: sectionOf(page, heading).text }));
    const script = blocks.map(({ code }) => code).join("");
    await execute(
      folder,
      Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), script),
    );
    await execute(checkout, "git fetch -q; git reset -q --hard origin/main; git clean -ffdxq -e node_modules");
  };
  await execute(
    surroundings,
    "git init -q --bare -b main origin; git clone -q origin lists; git clone -q origin checkout",
  );
  await follow("Before you start", `Set up ${forges[forge].name}`, "Push");
  rmSync(cache, { recursive: true });
  /** The hash of the commit that is checked out. */
  const head = async (): Promise<string> => execute(checkout, "git rev-parse HEAD");
  return {
    simulator,
    place,
    /** The paths of the files of that commit. */
    files: (await execute(checkout, "git ls-files")).split("\n"),
    head,
    /** Replaces a text in a file, or makes a file, and checks the commit out where the pipelines run. */
    commit: async (path: string, before: string, after: string): Promise<void> => {
      const file = join(folder, path);
      const content = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (!content.includes(before)) throw new Error(`${path} has no ${before}.`);
      writeFileSync(file, content.replace(before, after));
      await follow("Push");
    },
    run: async (pipeline: Pipeline) => forges[forge].run(place, pipeline, secrets, await head()),
    /** The report in Markdown, as it is published. */
    report: (): string => {
      const results = forge === "github" ? join(place.temporary, "app-list") : join(checkout, "app-list-results");
      return readFileSync(join(results, "report.md"), "utf8");
    },
  };
}
