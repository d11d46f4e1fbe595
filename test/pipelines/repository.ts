import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { copyExample } from "../harness/example";
import { startSimulator } from "../../provider/simulator/index";
import { environmentFor } from "../cli/terminal";
import { readWorkflow } from "./files";
import { makePlace, pullRequest, runAction, runJob, valueOf, type Place } from "./run";

const page = readPage("docs/how-to/pipelines.md");
type Inputs = Readonly<Record<string, string | boolean>>;
type Values = Readonly<Record<string, string>>;

/** The pipelines of a forge, which end with a code. The inputs are added to those of the examples. */
type Pipeline = "preview" | "deploy" | "drift";

const workflows = { preview: "pull-request.yaml", deploy: "deploy.yaml", drift: "nightly-drift.yaml" };

/** The inputs of the action in a workflow of the examples. */
function inputsIn(workflow: string): Inputs {
  const steps = Object.values(readWorkflow(workflow).jobs).flatMap((job) => job.steps);
  return steps.find(({ uses }) => uses?.startsWith("./") === true)?.with ?? {};
}

/** The workflows of the examples, with the secrets of a repository. */
async function runOnGithub(place: Place, pipeline: Pipeline, secrets: Values, head: string, inputs: Inputs) {
  const known = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value]));
  const given = Object.entries({ ...inputsIn(workflows[pipeline]), ...inputs });
  const ofPullRequest = { ...pullRequest, "github.event.pull_request.head.sha": head, GITHUB_SHA: head };
  return runAction(
    place,
    Object.fromEntries(given.map(([name, value]) => [name, valueOf(String(value), known)])),
    pipeline === "preview" ? ofPullRequest : { "github.sha": head },
  );
}

/** The jobs of the component, with the secrets of a project. */
async function runOnGitlab(place: Place, pipeline: Pipeline, secrets: Values, head: string, inputs: Inputs) {
  const variables = { ...secrets, CI_COMMIT_SHA: head, CI_MERGE_REQUEST_DIFF_BASE_SHA: "" };
  return runJob(place, `app-list-${pipeline}`, variables, { "stack-name": "dev", ...inputs });
}

const forges = { github: { name: "GitHub", run: runOnGithub }, gitlab: { name: "GitLab", run: runOnGitlab } };

/**
 * Makes a repository with the commands of the page, the simulator, and stand-ins for the commands of the forges. The
 * pipelines run in another clone of it, with secrets.
 */
export async function makeRepository(forge: keyof typeof forges) {
  const simulator = await startSimulator({
    lists: [
      { id: 4321, name: "blocked", appBundles: ["com.dashboard.manual"] },
      { id: 4322, name: "allowed" },
    ],
  });
  onTestFinished(() => simulator.close());
  const project = await copyExample("lists-from-files");
  onTestFinished(() => project.remove());
  // The commands of the page make the project and its stack.
  const surroundings = dirname(project.folder);
  for (const folder of [project.folder, join(surroundings, "state"), join(surroundings, "home")]) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  }
  symlinkSync(root, join(surroundings, "pulumi-app-list"));

  // As on a runner, nothing of the stack is known but the secrets of the pipeline.
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "", ...environment } = project.commandEnvironment();
  const command = join(root, "provider", "dist", "bundles", "app-list.js");
  const checkout = join(surroundings, "checkout");
  // The checks of this repository check the types of the examples.
  const place = makePlace(checkout, environment, { "app-list": `exec node '${command}' "$@"`, tsc: "true" });
  const { APP_LIST_BASE_URL: _, ...credentials } = environmentFor(simulator);
  const secrets = { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, ...credentials };

  const env = { ...project.commandEnvironment(), ...place.environment };
  const execute = (folder: string, name: string, args: readonly string[], input = ""): string =>
    execFileSync(name, args, { cwd: folder, env, encoding: "utf8", input, stdio: "pipe" }).trim();
  const git = (folder: string, ...args: readonly string[]): string => execute(folder, "git", args);
  const follow = (...headings: readonly string[]): void => {
    const blocks = headings.flatMap((heading) => codeBlocksOf({ ...page, text: sectionOf(page, heading).text }));
    const commands = blocks.map(({ code }) => code.replaceAll("https://api.example.com", simulator.url));
    execute(project.folder, "bash", ["-eo", "pipefail"], commands.join(""));
    git(checkout, "fetch", "--quiet");
    git(checkout, "reset", "--quiet", "--hard", "origin/main");
    git(checkout, "clean", "-ffdxq");
  };
  git(surroundings, "init", "--quiet", "--bare", "--initial-branch", "main", "origin");
  for (const folder of [project.folder, checkout]) git(surroundings, "clone", "--quiet", "origin", folder);
  follow("Before you start", `Set up ${forges[forge].name}`, "Push");
  /** The hash of the commit that is checked out. */
  const head = (): string => git(checkout, "rev-parse", "HEAD");
  return {
    simulator,
    place,
    /** The paths of the files of that commit. */
    files: git(checkout, "ls-files").split("\n"),
    head,
    /** Replaces a text in a file, or makes a file, and checks the commit out where the pipelines run. */
    commit: (path: string, before: string, after: string): void => {
      const file = join(project.folder, path);
      const content = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (!content.includes(before)) throw new Error(`${path} has no ${before}.`);
      writeFileSync(file, content.replace(before, after));
      follow("Push");
    },
    run: async (pipeline: Pipeline, inputs: Inputs = {}) => forges[forge].run(place, pipeline, secrets, head(), inputs),
    /** The report in Markdown, as it is published. */
    report: (): string => {
      const folder = forge === "github" ? join(place.temporary, "app-list") : join(checkout, "app-list-results");
      return readFileSync(join(folder, "report.md"), "utf8");
    },
  };
}
