import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../tools/paths.mjs";
import { configurationOf, copyExample } from "../harness/example";
import { succeeded, type Project } from "../harness/project";
import { defaultAccount, startSimulator, type Simulator } from "../../provider/simulator/index";
import { onGithub, onGitlab, type Pipelines } from "./pipelines";
import { makePlace, type Place } from "./run";

/** A repository of the example lists-from-files, with the simulator, and stand-ins for the commands of the forges. */
interface Repository {
  readonly project: Project;
  readonly simulator: Simulator;
  readonly place: Place;
  /** The hash of the commit that is checked out. */
  head(): string;
  /** Replaces a text in a file, and commits it. */
  commit(path: string, before: string, after: string): void;
  readonly pipelines: { readonly github: Pipelines; readonly gitlab: Pipelines };
}

const credentials = {
  APP_LIST_USERNAME: defaultAccount.username,
  APP_LIST_PASSWORD: defaultAccount.password,
  APP_LIST_API_KEY: defaultAccount.apiKey,
  APP_LIST_API_SECRET: defaultAccount.apiSecret,
};

/** Makes a repository. The credentials of the account are secrets of the pipelines. */
export async function makeRepository(): Promise<Repository> {
  const simulator = await startSimulator({
    lists: [
      { id: 4321, name: "blocked", appBundles: ["com.dashboard.manual"] },
      { id: 4322, name: "allowed" },
    ],
  });
  onTestFinished(() => simulator.close());
  const project = await copyExample("lists-from-files", { plain: { baseUrl: simulator.url } });
  onTestFinished(() => project.remove());
  succeeded(await project.pulumi(...configurationOf("lists-from-files")));

  // As on a runner, nothing of the stack is known but the secrets of the pipeline.
  const {
    PULUMI_BACKEND_URL: backend = "",
    PULUMI_CONFIG_PASSPHRASE: passphrase = "",
    ...environment
  } = project.commandEnvironment();
  const command = join(root, "provider", "dist", "bundles", "app-list.js");
  // The checks of this repository check the types of the examples.
  const place = makePlace(project.folder, environment, { "app-list": `exec node '${command}' "$@"`, tsc: "true" });
  const secrets = {
    PULUMI_BACKEND_URL: backend,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    ...credentials,
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ad Ops", "-c", "user.email=ad.ops@example.com", ...args], {
      cwd: project.folder,
      env: { ...environment, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
      encoding: "utf8",
    }).trim();
  const head = (): string => git("rev-parse", "HEAD");
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Lists from files");
  return {
    project,
    simulator,
    place,
    head,
    commit: (path, before, after) => {
      const content = readFileSync(join(project.folder, path), "utf8");
      if (!content.includes(before)) throw new Error(`${path} has no ${before}.`);
      project.write(path, content.replace(before, after));
      git("commit", "--quiet", "--all", "--message", "Change a list");
    },
    pipelines: {
      github: onGithub(place, secrets, head),
      gitlab: onGitlab(place, secrets, head),
    },
  };
}
