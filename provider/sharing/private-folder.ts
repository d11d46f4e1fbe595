import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nameMachine } from "./running-process";

/** 16 hexadecimal digits that identify a text and do not show it. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * The folder of the files that processes of this user share on this machine. It is made if it does not exist.
 *
 * @param parent a folder of temporary files. Default: that of the system.
 * @throws if it cannot be made, or if another user could read or change it.
 */
export function openPrivateFolder(parent = tmpdir()): string {
  const user = process.getuid?.();
  const path = join(parent, `pulumi-app-list-${user ?? "user"}-${digest(nameMachine())}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // Not of the target of a link: anyone can make a link in a folder of temporary files.
  const { uid, mode, isDirectory } = readStatus(path);
  if (!isDirectory) throw new Error(`${path} is not a folder`);
  if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) {
    throw new Error(`other users have access to ${path}`);
  }
  return path;
}

function readStatus(path: string) {
  const status = lstatSync(path);
  return { uid: status.uid, mode: status.mode, isDirectory: status.isDirectory() };
}
