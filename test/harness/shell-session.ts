import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How a script ended, and its output on both streams in order of arrival. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A shell whose variables and folder are kept from one script to the next, as in a terminal. */
export interface Session {
  /** Runs a script to its end, without input. */
  run(script: string): Promise<Ended>;
  /**
   * Starts a script that runs on, and returns its output as soon as the output matches a pattern. It ends with the session.
   *
   * @throws Error when the script ends before.
   */
  start(script: string, pattern: RegExp): Promise<string>;
  /** Ends what runs on, and forgets the variables. */
  close(): void;
}

/** Opens a shell in a folder. */
export function openSession(folder: string, environment: NodeJS.ProcessEnv): Session {
  const memory = mkdtempSync(join(tmpdir(), "session-"));
  const variables = join(memory, "variables");
  const place = join(memory, "folder");
  const before = `[ ! -f '${variables}' ] || { . '${variables}'; cd "$(cat '${place}')"; }`;
  const after = `export -p > '${variables}'; pwd > '${place}'`;
  const spawnScript = (script: string, end = "") => {
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", `${before}\n${end}\n${script}`], {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    // A command that reads nothing may end before its input is written.
    child.stdin.on("error", () => undefined);
    child.stdin.end();
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8");
    return child;
  };
  const running: number[] = [];
  return {
    run: async (script) => {
      const child = spawnScript(script, `trap "${after}" EXIT`);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (text: string) => {
          output += text;
        });
      }
      await once(child, "close");
      return { code: child.exitCode ?? 1, output: stripVTControlCharacters(output) };
    },
    start: async (script, pattern) => {
      const child = spawnScript(script);
      if (child.pid !== undefined) running.push(child.pid);
      let output = "";
      return await new Promise<string>((resolve, reject) => {
        child.stdout.on("data", (text: string) => {
          output += text;
          if (pattern.test(output)) resolve(output);
        });
        child.on("close", () => reject(new Error(`The command ended early:\n${script}\n${output}`)));
      });
    },
    close: () => {
      for (const leader of running) endGroup(leader);
      rmSync(memory, { recursive: true, force: true });
    },
  };
}

/** Ends the processes of a script. They lead a group of their own. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGTERM");
  } catch {
    // It has ended.
  }
}
