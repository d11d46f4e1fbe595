import type { SimulatedList, SimulatorOptions } from "../../provider/simulator/index";
import { folderWith } from "../files/folder";
import { simulatorForTest } from "../simulator/simulators";
import { runProgram, type Ended } from "./run-program";
import { environmentFor, type TestTerminalOptions } from "./terminal";

/**
 * A simulator with lists, and a folder with files. FOLDER in the words of a command is that folder; quotes join words.
 */
export async function listsAndFiles(
  lists: readonly SimulatedList[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: SimulatorOptions = {},
) {
  const simulator = await simulatorForTest({ lists, ...options });
  const folder = folderWith(files);
  /**
   * Runs a command; the variables of `environment` are set in addition to those of the simulator's account. Its output and
   * messages are without the path of the folder.
   */
  const run = async (commandLine: string, { environment, ...more }: TestTerminalOptions = {}): Promise<Ended> => {
    const words = Array.from(commandLine.matchAll(/"([^"]*)"|\S+/gu), ([word, quoted]) =>
      (quoted ?? word).replace("FOLDER", folder),
    );
    const given = { ...more, environment: { ...environmentFor(simulator), ...environment } };
    const { code, output, messages } = await runProgram(words, given);
    const withoutFolder = (text: string) => text.replaceAll(`${folder}/`, "");
    return { code, output: withoutFolder(output), messages: withoutFolder(messages) };
  };
  const runJson = async (commandLine: string, more?: TestTerminalOptions): Promise<unknown> =>
    JSON.parse((await run(`${commandLine} --json`, more)).output);
  const requests = () =>
    simulator.journal.map(({ action, perPage }) => (perPage === undefined ? action : `${action} by ${perPage}`));
  return { simulator, folder, run, runJson, requests };
}

/** Characters that a terminal would interpret. */
export const controls = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;
