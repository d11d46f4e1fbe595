import { execFileSync } from "node:child_process";
import type { Project } from "../harness/project";

/** Runs Git in the folder of a project. */
export type Git = (...words: readonly string[]) => void;

/** Makes a repository of a project, with an author and without the configuration of this machine. */
export function gitIn(project: Project): Git {
  Object.assign(project.environment, { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" });
  for (const kind of ["AUTHOR", "COMMITTER"]) {
    Object.assign(project.environment, { [`GIT_${kind}_NAME`]: "Ana", [`GIT_${kind}_EMAIL`]: "ana@example.com" });
  }
  const git: Git = (...words) =>
    void execFileSync("git", words, { cwd: project.folder, env: project.commandEnvironment(), stdio: "pipe" });
  git("init", "--quiet", "--initial-branch", "main");
  return git;
}

/** Commits the list files. */
export function commitList(git: Git, message: string): void {
  git("add", "lists");
  git("commit", "--quiet", "--message", message);
}
