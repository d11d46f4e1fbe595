import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/** A process, as Linux shows it. */
export interface RunningProcess {
  readonly id: number;
  /** Its command line, with spaces between the arguments. */
  readonly command: string;
}

/** The processes that a process has started, and those that these have started, in no order. Linux only. */
export function descendantsOf(id: number): readonly RunningProcess[] {
  const all = readdirSync("/proc").flatMap((name) => (/^[0-9]+$/u.test(name) ? readProcess(Number(name)) : []));
  const below = (parent: number): readonly RunningProcess[] =>
    all.filter((each) => each.parent === parent).flatMap(({ id, command }) => [{ id, command }, ...below(id)]);
  return below(id);
}

/** Kills a process at once. */
export function killAtOnce(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/**
 * Waits until a process has ended that is no child of this one.
 *
 * @throws Error if it does not end within 30 seconds.
 */
export async function endOfProcess(id: number): Promise<void> {
  await promisify(execFile)("tail", [`--pid=${id}`, "-f", "/dev/null"], { timeout: 30_000 });
}

/** A process with its parent; undefined if it has ended meanwhile. */
function readProcess(id: number): readonly (RunningProcess & { readonly parent: number })[] {
  try {
    // The name, in parentheses, may have spaces and parentheses; after it come the state and the parent.
    const [, parent] = /^.*\) \S (\d+) /su.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return parent === undefined ? [] : [{ id, command, parent: Number(parent) }];
  } catch {
    return [];
  }
}
