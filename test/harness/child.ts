import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { root } from "../../tools/paths.mjs";

/** Another process of a run. */
export interface Child {
  /** The next line that it prints. */
  line(): Promise<string>;
  /** Ends it with a signal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a process with the modules of the package.
 *
 * @param script the body of an async function. It has `load`, a function that imports a module such as `resource/run`,
 * and `args`.
 * @param words the arguments of the process.
 */
export function startChild(
  script: string,
  args: Readonly<Record<string, unknown>>,
  ...words: readonly string[]
): Child {
  const text = `
    const load = (name) => import(${JSON.stringify(join(root, "provider"))} + "/" + name + ".ts");
    const args = ${JSON.stringify(args)};
    (async () => {${script}})().catch((error) => { console.log(String(error)); process.exitCode = 1; });
  `;
  return startNode("--import", join(import.meta.dirname, "sources.mjs"), "-e", text, ...words);
}

/** Starts Node, until the test ends. */
export function startNode(...nodeArguments: readonly string[]): Child {
  const started = spawn(process.execPath, nodeArguments, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => end(started, "SIGKILL"));
  const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
  return {
    line: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("The process has ended.");
      return value;
    },
    end: (signal) => end(started, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
