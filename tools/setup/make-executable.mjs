import { chmodSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, relative } from "node:path";

/**
 * Lets a script be run as a command: the compiler writes files without that right, and node_modules/.bin leads to it.
 *
 * @param {string} path
 */
export function makeExecutable(path) {
  chmodSync(path, 0o755);
}

/**
 * Makes a command of a script, as npm does for the scripts that are there when it installs: these are built later.
 *
 * @param {string} script
 * @param {string} command  its path in node_modules/.bin
 */
export function linkCommand(script, command) {
  const target = relative(dirname(command), script);
  if (linkTarget(command) === target) return;
  mkdirSync(dirname(command), { recursive: true });
  rmSync(command, { force: true });
  symlinkSync(target, command);
}

/**
 * @param {string} link
 * @returns {string | undefined}
 */
function linkTarget(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
