import { lstatSync, mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/**
 * Makes a folder and its parents if they do not exist. mkdir's option `recursive` is not used: it never returns in a
 * file system that reports ENOENT for a new folder, such as /proc.
 *
 * @param mode the permissions of new folders. Default: the usual ones of the process.
 * @throws if a folder cannot be made.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const isFolder = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made the folder in the meantime.
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
  // A relative path would depend on the working directory, in which another user may have made the folder.
  if (!isAbsolute(folder)) throw new Error("the user has no home folder");
  return folder;
}

/**
 * Opens the private folder of this package and user. It is in the cache folder or, if that cannot be used, in the
 * folder for temporary files. It is made if it does not exist.
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
  // lstat, not stat: the target of a link could change later.
  const [above, status, user] = [statSync(dirname(folder)), lstatSync(folder), process.getuid?.()];
  if (!status.isDirectory()) throw new Error(`${folder} is not a folder`);
  const isReplaceable = (above.mode & 0o1002) === 0o002 || (above.uid !== user && above.uid !== 0);
  const isOpen = status.uid !== user || (status.mode & 0o077) !== 0;
  // On Windows, other users have no access to a user's folders by default.
  if (user !== undefined && (isReplaceable || isOpen)) throw new Error(`other users have access to ${folder}`);
  return folder;
}

/**
 * Lets Node keep compiled code in the private folder. By default, Node uses the shared temporary folder: another user
 * can put code there that this process would run. If NODE_COMPILE_CACHE or NODE_DISABLE_COMPILE_CACHE is set, Node
 * ignores this folder.
 */
export function useCompileCache(): void {
  try {
    enableCompileCache(join(openPrivateFolder(process.env), "compiled"));
  } catch {
    // Without a cache, the start takes longer. Nothing else is different.
  }
}
