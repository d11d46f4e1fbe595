import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "../../tools/commands.mjs";

/** How a script ended, and its output on both streams in order of arrival. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A shell whose variables and folder are kept from one script to the next, as in a terminal. */
export type Session = ReturnType<typeof openSession>;

/**
 * Opens a shell in a folder.
 *
 * @param onStart gets the ID of the process of each script, which leads a group.
 */
export function openSession(folder: string, environment: NodeJS.ProcessEnv, onStart?: (id: number) => void) {
  const memory = mkdtempSync(join(tmpdir(), "session-"));
  const variables = join(memory, "variables");
  const place = join(memory, "folder");
  const before = `[ ! -f '${variables}' ] || { . '${variables}'; cd "$(cat '${place}')"; }`;
  const after = `trap "export -p > '${variables}'; pwd > '${place}'" EXIT`;
  const running: number[] = [];
  const start = (lines: readonly string[], options: Parameters<typeof run>[2] = {}) => {
    const script = ["-e", "-o", "pipefail", "-c", [before, ...lines].join("\n")];
    return run("bash", script, { cwd: folder, env: environment, ...options });
  };
  return {
    /** Runs a script to its end, without input. */
    run: async (script: string): Promise<Ended> => {
      const ended = await start([after, script], onStart && { onStart });
      return {
        code: ended.kind === "exited" ? ended.status : 1,
        output: stripVTControlCharacters(ended.output),
      };
    },
    /**
     * Starts a script that runs on, and returns its output as soon as the output matches a pattern. It ends with the
     * session.
     *
     * @throws Error when the script ends before.
     */
    start: async (script: string, pattern: RegExp): Promise<string> => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      let printed = "";
      const onOutput = (text: string): void => {
        printed += text;
        if (pattern.test(printed)) resolve(printed);
      };
      const ended = start([script], { onStart: (id) => running.push(id), onOutput });
      void ended.then(({ output }) => reject(new Error(`The command ended early:\n${script}\n${output}`)));
      return promise;
    },
    /** Ends what runs on, and forgets the variables. */
    close: (): void => {
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
