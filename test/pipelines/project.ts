import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { makePlace, pullRequest, runAction, runJob, writeCommand, type Place } from "./run";

/** The codes with which `app-list report` ends, by format. */
export interface Codes {
  readonly markdown: number;
  readonly html: number;
}

/** A project with stand-ins for `pulumi`, `app-list` and `tsc`, which only note that they ran. */
export interface StandInProject {
  readonly place: Place;
  /** The commands since the last call, such as `pulumi up --yes`. */
  commands(): readonly string[];
  /** Commits the files of the project. */
  commit(): string;
}

/** The first line of the reports of the stand-in. */
export const marker = "<!-- pulumi-app-list report: lists/dev -->";

/** Makes a project whose path has a space, and in which `app-list report` ends with these codes. */
export function makeProject({ markdown, html }: Codes = { markdown: 0, html: 0 }): StandInProject {
  const parent = mkdtempSync(join(tmpdir(), "pipelines "));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  const log = join(parent, "log");
  const note = `echo "$(basename "$0") $*" >> '${log}'`;
  const shown = `"run program: $PULUMI_RUN_PROGRAM, password: $APP_LIST_PASSWORD, approve: '$APP_LIST_APPROVE'"`;
  writeCommand(join(parent, "bin"), "pulumi", `${note}\necho ${shown} >> '${log}'\necho '{}'`);
  const report = `echo '${marker}' > "\${*: -1}"\n[[ $* != *markdown* ]] || exit ${markdown}\nexit ${html}`;
  const place = makePlace(
    folder,
    { PATH: [join(parent, "bin"), process.env["PATH"] ?? ""].join(delimiter), HOME: parent },
    { "app-list": `${note}\n[[ $1 == report ]] || exit 0\n${report}`, tsc: note },
  );
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    }).trim();
  return {
    place,
    commands: () => {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
      rmSync(log, { force: true });
      return lines;
    },
    commit: () => {
      if (!existsSync(join(folder, ".git"))) git("init", "--quiet");
      git("add", "--all");
      git("commit", "--quiet", "--message", "A change");
      return git("rev-parse", "HEAD");
    },
  };
}

/** How a pipeline ended. */
interface Ended {
  readonly code: number;
  readonly text: string;
}

/** The pipelines of a forge, with the same tasks. */
export interface Forge {
  readonly name: string;
  /** The folder of its reports. */
  results(place: Place): string;
  preview(place: Place, inputs?: { readonly refresh?: boolean; readonly comment?: boolean }): Promise<Ended>;
  /** Runs the pipeline of a fork, whose base is the commit before, without secrets. */
  previewFork(place: Place, base: string): Promise<Ended>;
  deploy(place: Place, inputs?: { readonly refresh?: boolean; readonly approve?: string }): Promise<Ended>;
  drift(place: Place, inputs?: { readonly issue?: boolean }): Promise<Ended>;
}

/** The secrets of the account: inputs of the action, and variables of a project of GitLab. */
const password = "the-password";

/** The inputs of the action: texts. */
function texts(inputs: Readonly<Record<string, string | boolean>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
}

const github: Forge = {
  name: "the action for GitHub",
  results: ({ temporary }) => join(temporary, "app-list"),
  preview: (place, inputs = {}) =>
    runAction(place, { command: "preview", stack: "dev", ...texts(inputs), password }, pullRequest),
  previewFork: (place) =>
    runAction(
      place,
      { command: "preview", stack: "dev" },
      { ...pullRequest, "github.event.pull_request.head.repo.full_name": "stranger/lists" },
    ),
  deploy: (place, inputs = {}) => runAction(place, { command: "deploy", stack: "dev", ...texts(inputs), password }),
  drift: (place, inputs = {}) => runAction(place, { command: "drift", stack: "dev", ...texts(inputs), password }),
};

const secret = { APP_LIST_PASSWORD: password };

const gitlab: Forge = {
  name: "the component for GitLab",
  results: ({ folder }) => join(folder, "app-list-results"),
  preview: (place, inputs) => runJob(place, "app-list-preview", secret, { stack: "dev", ...inputs }),
  previewFork: (place, base) =>
    runJob(place, "app-list-preview", { CI_PROJECT_ID: "99", CI_MERGE_REQUEST_DIFF_BASE_SHA: base, GITLAB_TOKEN: "" }),
  deploy: (place, { approve = "", refresh = false } = {}) =>
    runJob(place, "app-list-deploy", { ...secret, APP_LIST_APPROVE: approve }, { stack: "dev", refresh }),
  drift: (place, inputs) => runJob(place, "app-list-drift", secret, { stack: "dev", ...inputs }),
};

/** The pipelines of both forges. */
export const forges: readonly Forge[] = [github, gitlab];
