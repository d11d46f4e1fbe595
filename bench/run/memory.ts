import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { descendantsOf } from "../../test/harness/process-tree.ts";

/** How often the processes are read, in milliseconds. */
const interval = 50;

/** What a process is to a command, by its command line; undefined if it is a helper that ends at once. */
function roleOf(command: string): string | undefined {
  const [program = "", script = ""] = command.split(" ").map((word) => basename(word));
  if (command.includes("/cmd/dynamic-provider")) return "provider";
  if (command.includes("/cmd/run")) return "program";
  if (program === "pulumi") return "engine";
  if (program.startsWith("pulumi-language-")) return "language host";
  return script === "pulumi-resource-app-list" ? "plugin" : undefined;
}

/**
 * Reads the most memory of a process and of those that it starts, until it is stopped. Linux only.
 *
 * @returns a function that stops, and returns the megabytes by role.
 */
export function watchMemory(id: number): () => ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  const read = (): void => {
    for (const { id: each, command } of [
      { id, command: readProcessFile(id, "cmdline").replaceAll("\0", " ") },
      ...descendantsOf(id),
    ]) {
      const megabytes = mostMemoryOf(each);
      const role = roleOf(command);
      if (role !== undefined && megabytes > (most.get(role) ?? 0)) most.set(role, megabytes);
    }
  };
  const timer = setInterval(read, interval);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function mostMemoryOf(id: number): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/mu.exec(readProcessFile(id, "status")) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

/** A file of a process; empty if the process has ended, or this is not Linux. */
function readProcessFile(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, "utf8");
  } catch {
    return "";
  }
}
