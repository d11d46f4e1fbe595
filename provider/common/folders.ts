import { lstatSync, mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/**
 * Makes a folder, with those above it, if it does not exist. Not with mkdir's option `recursive`, which never ends in a file
 * system that refuses folders with ENOENT, such as /proc.
 *
 * @param mode the permissions of the folders that it makes. Default: those of the process.
 * @throws if a folder cannot be made.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const isFolder = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder()) throw error;
  }
}

/**
 * The user's folder for files that programs can make again.
 *
 * @throws for a user without a home folder, as in a container.
 */
export function cacheFolder({ XDG_CACHE_HOME: chosen = "" }: Readonly<NodeJS.ProcessEnv>): string {
  const folder = isAbsolute(chosen) ? chosen : join(homedir(), ".cache");
  // Any other user may have made a folder in the working directory.
  if (!isAbsolute(folder)) throw new Error("the user has no home folder");
  return folder;
}

/**
 * Opens the folder of this package, for this user alone: in the cache folder or, if that cannot be used, among the temporary
 * files. It is made if it does not exist.
 *
 * @returns its path.
 * @throws if it cannot be made, or if another user could read, change or replace it.
 */
export function openPrivateFolder(environment: Readonly<NodeJS.ProcessEnv>): string {
  // Several users can have the same folder of temporary files.
  const name = `pulumi-app-list-${process.getuid?.() ?? "user"}`;
  try {
    return openFolder(join(cacheFolder(environment), name));
  } catch {
    return openFolder(join(tmpdir(), name));
  }
}

function openFolder(folder: string): string {
  makeFolder(folder, 0o700);
  // The folder itself, and not the target of a link, which could change later.
  const [above, status, user] = [statSync(dirname(folder)), lstatSync(folder), process.getuid?.()];
  if (!status.isDirectory()) throw new Error(`${folder} is not a folder`);
  const isReplaceable = (above.mode & 0o1002) === 0o002 || (above.uid !== user && above.uid !== 0);
  const isOpen = status.uid !== user || (status.mode & 0o077) !== 0;
  // Windows keeps the folder of a user from others by itself.
  if (user !== undefined && (isReplaceable || isOpen)) throw new Error(`other users have access to ${folder}`);
  return folder;
}

/**
 * Lets Node keep compiled code in the private folder. Node's own choice would be the shared temporary folder, in which
 * another user can leave code that this process would run. With NODE_COMPILE_CACHE or NODE_DISABLE_COMPILE_CACHE, the user
 * decides: then Node ignores this folder.
 */
export function useCompileCache(): void {
  try {
    enableCompileCache(join(openPrivateFolder(process.env), "compiled"));
  } catch {
    // Without a cache, the start takes longer, and nothing else changes.
  }
}
