import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { onGithub, onGitlab } from "./pipelines";
import { makePlace, writeCommand, type Place } from "./run";

/** How the stand-ins of a project behave. */
interface Behaviour {
  /** The codes with which `app-list report` ends, by format; default: 0. */
  readonly markdown?: number;
  readonly html?: number;
  /** The digests of the changes that `pulumi preview` refuses, one after the other, unless they are approved. */
  readonly refused?: readonly string[];
}

/** The first line of the reports of the stand-in. */
export const marker = "<!-- pulumi-app-list report: lists/dev -->";

/** Makes a project, whose path has a space, with stand-ins for `pulumi`, `app-list` and `tsc` that only note their runs. */
export function makeProject({ markdown = 0, html = 0, refused = [] }: Behaviour = {}) {
  const parent = mkdtempSync(join(tmpdir(), "pipelines "));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  const log = join(parent, "log");
  const note = `echo "$(basename "$0") $*" >> '${log}'`;
  const switches = "run program: $PULUMI_RUN_PROGRAM, transpile only: $PULUMI_NODEJS_TRANSPILE_ONLY";
  const settings = "URL: $APP_LIST_BASE_URL, password: $APP_LIST_PASSWORD";
  const shown = `"${switches}, ${settings}, approve: '$(echo $APP_LIST_APPROVE)'"`;
  const refuse = `for digest in ${refused.join(" ")}; do
    [[ $1 == up || $APP_LIST_APPROVE == *$digest* ]] || { echo "Run APP_LIST_APPROVE=$digest pulumi up"; exit 1; }
  done`;
  writeCommand(join(parent, "bin"), "pulumi", `${note}\necho ${shown} >> '${log}'\n${refuse}\necho '{}'`);
  const report = `echo '${marker}' > "\${*: -1}"\n[[ $* != *markdown* ]] || exit ${markdown}\nexit ${html}`;
  const place = makePlace(
    folder,
    { PATH: [join(parent, "bin"), process.env["PATH"] ?? ""].join(delimiter), HOME: parent },
    { "app-list": `${note}\n[[ $1 == report ]] || exit 0\n${report}`, tsc: note },
  );
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", env: place.environment }).trim();
  return {
    place,
    /** The commands since the last call, such as `pulumi up --yes`. */
    commands: (): readonly string[] => {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
      rmSync(log, { force: true });
      return lines;
    },
    /** Commits the files of the project. */
    commit: (): string => {
      if (!existsSync(join(folder, ".git"))) git("init", "--quiet");
      git("add", "--all");
      git("commit", "--quiet", "--message", "A change");
      return git("rev-parse", "HEAD");
    },
  };
}

const secrets = { APP_LIST_PASSWORD: "the-password" };

/** The pipelines of both forges, in a project that has one secret. On GitHub, a preview without refresh gets none. */
export const forges = [
  { name: "the action for GitHub", passwordOfPreview: "", on: onGithub },
  { name: "the component for GitLab", passwordOfPreview: secrets.APP_LIST_PASSWORD, on: onGitlab },
].map(({ on, ...forge }) => ({
  ...forge,
  pipelinesOf: (place: Place, head?: () => string) => on(place, secrets, head),
}));
