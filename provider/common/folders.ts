import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
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
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made the folder in the meantime.
    if (!existsSync(path)) throw error;
  }
}

/**
 * Opens the private folder of this package and user. It is in the cache folder or, if that cannot be used, in the
 * folder for temporary files. It is made if it does not exist.
 *
 * @returns its path.
 * @throws if it cannot be made, or if another user could read, change or replace it.
 */
export function openPrivateFolder({ XDG_CACHE_HOME: chosen = "" }: Readonly<NodeJS.ProcessEnv>): string {
  // Several users can have the same folder of temporary files.
  const name = `pulumi-app-list-${process.getuid?.() ?? "user"}`;
  try {
    const cache = isAbsolute(chosen) ? chosen : join(homedir(), ".cache");
    // HOME can be empty. Another user may have made a folder in the working directory.
    if (isAbsolute(cache)) return openFolder(join(cache, name));
  } catch {
    // In a container, a user can have no home folder.
  }
  return openFolder(join(tmpdir(), name));
}

function openFolder(folder: string): string {
  makeFolder(folder, 0o700);
  // lstat, not stat: the target of a link could change later.
  const [status, user] = [lstatSync(folder), process.getuid?.()];
  if (!status.isDirectory()) throw new Error(`${folder} is not a folder`);
  // Without links, which others could change as well.
  const path = realpathSync(folder);
  const isOpen = status.uid !== user || (status.mode & 0o077) !== 0;
  // On Windows, other users have no access to a user's folders by default.
  if (user !== undefined && (isOpen || isReplaceable(dirname(path), user)))
    throw new Error(`other users have access to ${folder}`);
  return path;
}

/** Whether another user could rename what is in a folder, or in one above it. The group of a user has the user's ID. */
function isReplaceable(folder: string, user: number): boolean {
  const { mode, uid, gid } = statSync(folder);
  const isOfOthers = uid !== user && uid !== 0;
  const isWritable = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== user && gid !== 0);
  // With the sticky bit, only owners rename.
  if (isOfOthers || (isWritable && (mode & 0o1000) === 0)) return true;
  return folder !== dirname(folder) && isReplaceable(dirname(folder), user);
}
