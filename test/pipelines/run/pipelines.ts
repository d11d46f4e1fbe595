import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../../tools/paths.mjs";
import { codeBlocksOf, readPage, sectionOf } from "../../docs/markdown";
import { configurationOf, copyExample } from "../../harness/example";
import { succeeded, type Project } from "../../harness/project";
import { settingsFor } from "../../harness/simulator-settings";
import { defaultAccount, startSimulator, type Simulator } from "../../../provider/simulator/index";
import { type Forge, forgeToken, startForge } from "./forge";
import { type JobRun, readWorkflow, runWorkflow, type StepRun } from "./github";
import { runPipeline } from "./gitlab";
import { makeCommands } from "./shell";

/** How a run of a pipeline ended. */
export interface PipelineRun {
  /** The names of the jobs that ran. */
  readonly jobs: readonly string[];
  readonly outcome: "success" | "warning" | "failure";
  /** Its output, and its summaries. */
  readonly text: string;
  /** On GitHub, the steps that ran. */
  readonly steps: readonly StepRun[];
}

type Inputs = Readonly<Record<string, string | boolean>>;

/** The pipelines of one forge. */
interface Pipelines {
  readonly name: string;
  /**
   * Runs the pipeline of a pull request, or merge request, for the commit that is checked out.
   *
   * @param inputs of the action or component, besides those of the example
   */
  pullRequest(origin: "branch" | "fork", inputs?: Inputs): Promise<PipelineRun>;
  deploy(approve?: string, inputs?: Inputs): Promise<PipelineRun>;
  checkDrift(): Promise<PipelineRun>;
}

/** A repository with lists in files, the simulator, and a stand-in for the forge. */
export interface Repository {
  readonly project: Project;
  readonly simulator: Simulator;
  readonly forge: Forge;
  /** The hash of the commit that is checked out. */
  head(): string;
  /** Replaces a text in a file, and commits it. */
  commit(path: string, before: string, after: string): void;
  readonly pipelines: { readonly github: Pipelines; readonly gitlab: Pipelines };
}

const passphrase = { PULUMI_CONFIG_PASSPHRASE: "acceptance" };

const credentials = {
  APP_LIST_USERNAME: defaultAccount.username,
  APP_LIST_PASSWORD: defaultAccount.password,
  APP_LIST_API_KEY: defaultAccount.apiKey,
  APP_LIST_API_SECRET: defaultAccount.apiSecret,
};

/**
 * Makes a repository of the example lists-from-files, and adds the pipelines as docs/how-to/pipelines.md describes.
 *
 * @param where the credentials of the account are: secrets of the pipelines, or encrypted in the file of the stack
 */
export async function makeRepository(where: "secrets" | "stack" = "secrets"): Promise<Repository> {
  const simulator = await startSimulator({
    lists: [
      { id: 4321, name: "blocked", appBundles: ["com.dashboard.manual"] },
      { id: 4322, name: "allowed" },
    ],
  });
  onTestFinished(() => simulator.close());
  const forge = await startForge();
  onTestFinished(() => forge.close());
  const { plain, secret } = settingsFor(simulator);
  const settings = where === "stack" ? { plain, secret } : { plain: { baseUrl: simulator.url } };
  const project = await copyExample("lists-from-files", settings);
  onTestFinished(() => project.remove());
  succeeded(await project.pulumi(...configurationOf("lists-from-files")));
  const { folder } = project;
  const surroundings = dirname(folder);
  const temporary = join(surroundings, "runner");
  mkdirSync(temporary);
  const commands = makeCommands(surroundings);

  // As on a runner, nothing of the stack is known but the secrets of the pipeline.
  const { PULUMI_BACKEND_URL: backend = "", PULUMI_CONFIG_PASSPHRASE: _, ...inherited } = project.commandEnvironment();
  const environment: NodeJS.ProcessEnv = {
    ...inherited,
    PATH: [commands.forge, inherited["PATH"] ?? ""].join(delimiter),
    TEST_COMMANDS: commands.installed,
    FORGE_URL: forge.url,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    CI: "true",
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ad Ops", "-c", "user.email=ad.ops@example.com", ...args], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    }).trim();
  symlinkSync(root, join(surroundings, "pulumi-app-list"));
  for (const forgeName of ["GitHub", "GitLab"]) {
    execFileSync("bash", ["-e"], { cwd: folder, input: copyCommands(forgeName) });
  }
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Lists from files");

  const allSecrets = { PULUMI_BACKEND_URL: backend, ...passphrase, ...(where === "secrets" && credentials) };
  return {
    project,
    simulator,
    forge,
    head: () => git("rev-parse", "HEAD"),
    commit: (path, before, after) => {
      const content = readFileSync(join(folder, path), "utf8");
      if (!content.includes(before)) throw new Error(`${path} has no ${before}.`);
      project.write(path, content.replace(before, after));
      git("commit", "--quiet", "--all", "--message", "Change a list");
    },
    pipelines: {
      github: onGithub({ folder, temporary, environment }, allSecrets, () => git("rev-parse", "HEAD")),
      gitlab: onGitlab(folder, environment, allSecrets, forge, git),
    },
  };
}

/** The commands of the page that copy the pipelines of a forge. */
function copyCommands(forgeName: string): string {
  const page = readPage("docs/how-to/pipelines.md");
  const [block] = codeBlocksOf({ ...page, text: sectionOf(page, `Set up ${forgeName}`).text });
  if (block?.language !== "sh") throw new Error(`The page has no commands for ${forgeName}.`);
  return block.code;
}

type Secrets = Readonly<Record<string, string>>;

function onGithub(
  runner: { readonly folder: string; readonly temporary: string; readonly environment: NodeJS.ProcessEnv },
  allSecrets: Secrets,
  head: () => string,
): Pipelines {
  const run = async (
    file: string,
    known: Secrets,
    values: Readonly<Record<string, string>>,
    inputs: Inputs = {},
  ): Promise<PipelineRun> => {
    const named = Object.fromEntries(Object.entries(known).map(([name, value]) => [`secrets.${name}`, value]));
    const environment = { ...runner.environment, GITHUB_REPOSITORY: "ad-ops/lists" };
    const runs = await runWorkflow(readWorkflow(file, inputs), {
      ...runner,
      environment,
      values: { ...named, "github.sha": head(), ...values },
    });
    const jobs: readonly JobRun[] = Object.values(runs);
    const text = jobs.map((job) => job.text + job.summary).join("\n");
    const isWarning = text.includes("::warning");
    const outcome = jobs.every(({ isSuccess }) => isSuccess) ? (isWarning ? "warning" : "success") : "failure";
    return { jobs: Object.keys(runs), outcome, text, steps: jobs.flatMap(({ steps }) => steps) };
  };
  const values = {
    "runner.os": "Linux",
    "runner.temp": runner.temporary,
    "github.token": forgeToken,
    "github.workspace": runner.folder,
    "github.repository": "ad-ops/lists",
    "github.actor": "ana",
    "github.ref": "refs/heads/main",
    "github.event_name": "push",
  };
  return {
    name: "GitHub",
    pullRequest: (origin, inputs) => {
      const ofRequest = {
        ...values,
        "github.event_name": "pull_request",
        "github.ref": "refs/pull/7/merge",
        "github.event.pull_request.number": "7",
        "github.sha": "f".repeat(40),
        "github.event.pull_request.head.sha": head(),
        "github.event.pull_request.head.repo.full_name": origin === "fork" ? "stranger/lists" : "ad-ops/lists",
      };
      return run("pull-request.yaml", origin === "fork" ? {} : allSecrets, ofRequest, inputs);
    },
    deploy: (approve, inputs) =>
      run(
        "deploy.yaml",
        allSecrets,
        { ...values, ...(approve !== undefined && { "inputs.approve": approve }) },
        inputs,
      ),
    checkDrift: () => run("nightly-drift.yaml", allSecrets, values),
  };
}

function onGitlab(
  folder: string,
  environment: NodeJS.ProcessEnv,
  allSecrets: Secrets,
  forge: Forge,
  git: (...args: readonly string[]) => string,
): Pipelines {
  const run = async (
    known: Secrets,
    variables: Readonly<Record<string, string>>,
    inputs: Inputs = {},
  ): Promise<PipelineRun> => {
    const given = {
      CI_API_V4_URL: forge.url,
      CI_JOB_URL: "https://forge.example.com/jobs/1",
      CI_COMMIT_SHA: git("rev-parse", "HEAD"),
      CI_PROJECT_ID: "12",
      CI_DEFAULT_BRANCH: "main",
      ...known,
      ...variables,
    };
    const runs = await runPipeline(folder, environment, given, inputs);
    const outcomes = new Set(Object.values(runs).map(({ outcome }) => outcome));
    const outcome = (["failure", "warning"] as const).find((each) => outcomes.has(each)) ?? "success";
    const text = Object.values(runs).map((job) => job.text);
    return { jobs: Object.keys(runs), outcome, text: text.join("\n"), steps: [] };
  };
  const known = { ...allSecrets, GITLAB_TOKEN: forgeToken };
  return {
    name: "GitLab",
    pullRequest: (origin, inputs) => {
      const ofRequest = {
        CI_PROJECT_ID: origin === "fork" ? "99" : "12",
        CI_PIPELINE_SOURCE: "merge_request_event",
        CI_MERGE_REQUEST_PROJECT_ID: "12",
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: origin === "fork" ? "99" : "12",
        CI_MERGE_REQUEST_IID: "7",
        CI_MERGE_REQUEST_DIFF_BASE_SHA: git("rev-parse", "HEAD^1"),
      };
      return run(origin === "fork" ? {} : known, ofRequest, inputs);
    },
    deploy: (approve, inputs) => {
      const ofPush = { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" };
      return run(known, { ...ofPush, ...(approve !== undefined && { APP_LIST_APPROVE: approve }) }, inputs);
    },
    checkDrift: () => run(known, { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", APP_LISTS: "drift" }),
  };
}

/** Whether there is a file, by its path from the folder of the project. */
export function hasFile({ project }: Repository, path: string): boolean {
  return existsSync(join(project.folder, path));
}
