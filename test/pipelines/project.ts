import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../tools/paths.mjs";
import { temporaryFolder } from "../harness/shared-files";
import { printPreview, refresh, same } from "../report/preview";
import { componentText, gitlabFiles } from "./files";
import { makePlace, type Values } from "./place";

/** What the stand-in for `pulumi` prints, and how it ends. */
interface Answers {
  readonly preview: string;
  /** What a preview prints to stderr. */
  readonly stderr: string;
  readonly up: string;
  readonly upCode: number;
}

const unchanged: Answers = {
  preview: printPreview([refresh("blocked", { appBundles: ["com.a"] }), same("blocked", { appBundles: ["com.a"] })]),
  stderr: "",
  up: "Resources:\n    1 unchanged\n",
  upCode: 0,
};

/** The words of each call, with the commit, the approvals, and whether there is a passphrase. */
const pulumi = `answers="$(dirname "$0")/../answers"
echo "$* of $(git rev-parse HEAD), approved: $APP_LIST_APPROVE, passphrase: \${PULUMI_CONFIG_PASSPHRASE-unset}" >> "$answers/calls"
case $1 in
  preview) cat "$answers/preview"; cat "$answers/stderr" >&2 ;;
  up) cat "$answers/up"; exit "$(cat "$answers/upCode")" ;;
esac`;

/**
 * Makes a repository with the component and a stand-in for `pulumi`. Its clone `checkout` is where pipelines run.
 *
 * @param files paths and texts, which are committed at first.
 */
export async function makeProject(files: Values = {}) {
  const surroundings = temporaryFolder();
  const [origin, checkout] = [join(surroundings, "origin"), join(surroundings, "checkout")];
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:PULUMI|APP_LIST|GITHUB|GITLAB|CI)_/u.test(name),
  );
  const place = await makePlace(checkout, Object.fromEntries(inherited), { pulumi });
  const answers = join(dirname(place.temporary), "answers");
  mkdirSync(answers);
  const git = (...words: readonly string[]): string =>
    execFileSync("git", [...words], { cwd: checkout, env: place.environment, encoding: "utf8", stdio: "pipe" }).trim();
  const answer = (given: Partial<Answers>): void => {
    for (const [name, content] of Object.entries({ ...unchanged, ...given })) {
      writeFileSync(join(answers, name), String(content));
    }
  };
  /** Commits files, pushes the commit, and checks it out. Returns its hash. */
  const commit = (changed: Values): string => {
    git("checkout", "--quiet", "-B", "main");
    for (const [path, content] of Object.entries(changed)) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      writeFileSync(join(checkout, path), content);
    }
    git("add", "--all");
    git("commit", "--quiet", "--message", "A change");
    git("push", "--quiet", "origin", "main");
    return git("rev-parse", "HEAD");
  };
  mkdirSync(checkout);
  git("init", "--quiet", "--bare", origin);
  git("clone", "--quiet", origin, ".");
  answer({});
  commit({
    ".gitlab/app-list.yml": componentText,
    ".gitlab-ci.yml": gitlabFiles[0]?.text ?? "",
    ".gitignore": "node_modules/\n.gitlab-ci-local/\napp-list-results/\n",
    "package-lock.json": "{}",
    "lists/apps.txt": "com.a\n",
    ...files,
  });
  mkdirSync(join(checkout, "node_modules", ".bin"), { recursive: true });
  const command = join(root, "provider", "dist", "bundles", "app-list.js");
  symlinkSync(command, join(checkout, "node_modules", ".bin", "app-list"));
  return {
    place,
    origin,
    answer,
    commit,
    git,
    /** The calls of `pulumi` since the last call. */
    takeCalls: (): readonly string[] => {
      const path = join(answers, "calls");
      const calls = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
      rmSync(path, { force: true });
      return calls;
    },
  };
}

export type Project = Awaited<ReturnType<typeof makeProject>>;
