import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The name of this process: its ID and the time of its start, because systems use the IDs of ended processes again. */
export function nameThisProcess(): string {
  return `${process.pid}-${startOf(process.pid) ?? "0"}`;
}

/** Whether the process with a name runs on this machine. */
export function isRunning(name: string): boolean {
  const [id = "", start = "0"] = name.split("-");
  try {
    process.kill(Number(id), 0);
  } catch (error) {
    // A process of another user cannot be signaled, but runs.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  // If the system does not show the start, the ID has to suffice.
  return start === "0" || startOf(Number(id)) === start;
}

/** What process IDs refer to: a machine or a container. Containers can share a folder of temporary files. */
export function nameMachine(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** When a process started, as Linux shows it; undefined on other systems, and if it has ended. */
function startOf(id: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The name of the program, in parentheses, can contain anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // An ended process whose parent has not noticed it yet.
    return state === "Z" || state === "X" ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
