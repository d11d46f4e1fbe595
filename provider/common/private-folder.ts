import { existsSync, lstatSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { makeFolder } from "./make-folder";

/**
 * The user's folder for files that programs can make again.
 *
 * @param home returns the home folder of the user. It can fail for a user without one, as in a container.
 * @throws if there is no such folder.
 */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: () => string = homedir,
): string {
  const chosen = [environment["XDG_CACHE_HOME"], platform === "win32" ? environment["LOCALAPPDATA"] : undefined];
  const folder =
    chosen.find((path) => path !== undefined && isAbsolute(path)) ??
    (platform === "darwin" ? join(home(), "Library", "Caches") : join(home(), ".cache"));
  // Any other user may have made a folder in the working directory.
  if (!isAbsolute(folder)) throw new Error("the user has no home folder");
  return folder;
}

/**
 * Opens the folder of this package in a cache folder, for this user alone. It is made if it does not exist.
 *
 * @returns its path.
 * @throws if it cannot be made, or if another user could read or change it.
 */
export function openPrivateFolder(cache: string): string {
  const folder = join(cache, "pulumi-app-list");
  if (!existsSync(folder)) makeFolder(folder, 0o700);
  // Windows keeps the folder of a user from others by itself.
  const user = process.getuid?.();
  const { mode, uid } = statSync(cache);
  if (user !== undefined && ((mode & 0o1002) === 0o002 || (uid !== user && uid !== 0))) {
    throw new Error(`other users can replace the folders in ${cache}`);
  }
  // The folder itself, and not the target of a link, which could change later.
  const status = lstatSync(folder);
  if (!status.isDirectory()) throw new Error(`${folder} is not a folder`);
  if (user !== undefined && (status.uid !== user || (status.mode & 0o077) !== 0)) {
    throw new Error(`other users have access to ${folder}`);
  }
  return folder;
}
