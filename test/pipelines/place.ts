import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { startForge } from "./forge";

export type Values = Readonly<Record<string, string>>;

/** How a pipeline ended, and its output. */
export interface Ran {
  readonly code: number;
  readonly text: string;
}

/** The pipelines of a forge. */
export type Pipeline = "preview" | "deploy" | "repair" | "cancel and repair" | "drift";

/** Runs a pipeline of a forge, with the secrets and variables of its project. */
export type RunPipeline = (
  place: Place,
  pipeline: Pipeline,
  variables?: Values,
) => Promise<Ran & { readonly isWarning: boolean }>;

/** Where pipelines run. */
export type Place = Awaited<ReturnType<typeof makePlace>>;

/** Makes a place for pipelines beside the folder of a project, with a forge, and a stand-in for its command `gh`. */
export async function makePlace(folder: string, environment: NodeJS.ProcessEnv, commands: Values = {}) {
  const forge = await startForge();
  const parent = mkdtempSync(join(dirname(folder), "runner "));
  const [temporary, bin, home] = [join(parent, "temporary"), join(parent, "commands"), join(parent, "home")];
  for (const each of [temporary, bin, home]) mkdirSync(each);
  const standIns = {
    gh: `printf '%s\\n' "$PWD" "$@" | curl --fail --silent --show-error --data-binary @- "${forge.url}/gh"`,
    // What a checkout has installed is the same in each of its runs. A pipeline runs no scripts of packages.
    npm: `[[ $1 != ci || $* == *--ignore-scripts* ]] || exit 1
[[ $1 == ci && -d node_modules ]] && exit; export PATH="\${PATH#*:}"; exec npm "$@"`,
    ...commands,
  };
  for (const [name, script] of Object.entries(standIns)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  // Git has an author, and no configuration of the machine.
  const gitConfig = join(parent, "gitconfig");
  writeFileSync(gitConfig, "[user]\nname = Ana\nemail = ana@example.com\n[init]\ndefaultBranch = main\n");
  const ofGit = { GIT_CONFIG_GLOBAL: gitConfig, GIT_CONFIG_SYSTEM: "/dev/null" };
  const PATH = [bin, environment["PATH"] ?? ""].join(delimiter);
  const variables: NodeJS.ProcessEnv = { ...environment, ...ofGit, PATH };
  return {
    folder,
    forge,
    /** The folder for temporary files. */
    temporary,
    /** An empty folder, in which gitlab-ci-local looks for its settings. */
    home,
    environment: variables,
  };
}
