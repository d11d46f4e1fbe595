import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Simulator } from "pulumi-app-list/simulator";
import { packPackage } from "../../tools/matrix/pack-package.ts";
import { mustRun } from "../../tools/matrix/must-run.ts";
import { root } from "../../tools/paths.mjs";

/** The lists of the simulator that the example manages. */
export const lists = [
  { id: 4321, name: "blocked" },
  { id: 4322, name: "allowed" },
] as const;

/** A repository as people make it: a copy of an example, with a lock file and the file of the stack. */
export interface ListsRepository {
  readonly folder: string;
  /** Commits a change of 37 entries, or takes it back. */
  commitChange(): Promise<void>;
}

/**
 * Makes the repository, and the stack in its backend. It needs the registry, for the lock file.
 *
 * @param environment of Pulumi commands, with the stack's backend and passphrase
 */
export async function makeListsRepository(
  folder: string,
  { simulator, entryCount, environment }: Options,
): Promise<ListsRepository> {
  mkdirSync(folder);
  const run = (...command: readonly [string, ...string[]]): Promise<string> =>
    mustRun(command, { folder, environment });
  cpSync(join(root, "examples", "lists-from-files"), folder, { recursive: true });
  const tarball = basename((await packPackage(folder)).path);
  writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
  // A lock file names the address of each package, whatever the settings of this machine's npm are.
  const install = ["npm", "install", "--package-lock-only", "--omit-lockfile-registry-resolved=false"] as const;
  await run(...install, `./${tarball}`);

  let isChanged = false;
  const writeEntries = (): void => {
    const step = Math.ceil(entryCount / 18);
    const entries = Array.from({ length: entryCount }, (_, index) => {
      const ending = isChanged && index % step === 7 ? "changed" : "app";
      return `com.publisher${String(index).padStart(6, "0")}.${ending}  # gambling\n`;
    });
    if (isChanged) entries.push("com.publisher.extra  # gambling\n");
    writeFileSync(join(folder, "lists", "allowed-apps", "news.txt"), entries.join(""));
  };
  writeEntries();
  await run("pulumi", "stack", "init", "dev");
  const settings = [`blockListId=${lists[0].id}`, `allowListId=${lists[1].id}`, `app-list:baseUrl=${simulator.url}`];
  await run("pulumi", "config", "set-all", ...settings.flatMap((setting) => ["--plaintext", setting]));
  const git = (...rest: readonly string[]): Promise<string> =>
    run("git", "-c", "user.name=Ad Ops", "-c", "user.email=ad.ops@example.com", ...rest);
  await git("init", "--quiet", "--initial-branch", "main");
  await git("add", "--all", "--force", "--", ":!node_modules");
  await git("commit", "--quiet", "--message", "Lists from files");
  return {
    folder,
    commitChange: async () => {
      isChanged = !isChanged;
      writeEntries();
      await git("commit", "--quiet", "--all", "--message", "Change the list");
    },
  };
}

interface Options {
  readonly simulator: Simulator;
  readonly entryCount: number;
  readonly environment: NodeJS.ProcessEnv;
}
