import { lstatSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The user's folder for files that programs can make again. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  const chosen = [environment["XDG_CACHE_HOME"], platform === "win32" ? environment["LOCALAPPDATA"] : undefined];
  return (
    chosen.find((path) => path !== undefined && isAbsolute(path)) ??
    (platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache"))
  );
}

/**
 * Opens the folder of this package in a cache folder, for this user alone. It is made if it does not exist.
 *
 * @returns its path.
 * @throws if it cannot be made, or if another user could read or change it.
 */
export function openPrivateFolder(cache: string): string {
  const folder = join(cache, "pulumi-app-list");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows keeps the folder of a user from others by itself.
  const user = process.getuid?.();
  if (user !== undefined && (statSync(cache).mode & 0o1002) === 0o002) {
    throw new Error(`all users can replace the folders in ${cache}`);
  }
  // The folder itself, and not the target of a link, which could change later.
  const status = lstatSync(folder);
  if (!status.isDirectory()) throw new Error(`${folder} is not a folder`);
  if (user !== undefined && (status.uid !== user || (status.mode & 0o077) !== 0)) {
    throw new Error(`other users have access to ${folder}`);
  }
  return folder;
}
