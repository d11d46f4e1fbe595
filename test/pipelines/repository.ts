import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { copyExample } from "../harness/example";
import { startSimulator } from "../../provider/simulator/index";
import { environmentFor } from "../cli/terminal";
import { onGithub, onGitlab } from "./pipelines";
import { makePlace } from "./run";

const page = readPage("docs/how-to/pipelines.md");
const forges = { github: { name: "GitHub", on: onGithub }, gitlab: { name: "GitLab", on: onGitlab } };

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
  const run = (folder: string, name: string, args: readonly string[], input = ""): string =>
    execFileSync(name, args, { cwd: folder, env, encoding: "utf8", input, stdio: "pipe" }).trim();
  const git = (folder: string, ...args: readonly string[]): string => run(folder, "git", args);
  const follow = (...headings: readonly string[]): void => {
    const blocks = headings.flatMap((heading) => codeBlocksOf({ ...page, text: sectionOf(page, heading).text }));
    const commands = blocks.map(({ code }) => code.replaceAll("https://api.example.com", simulator.url));
    run(project.folder, "bash", ["-eo", "pipefail"], commands.join(""));
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
    pipelines: forges[forge].on(place, secrets, head),
  };
}
