import { onTestFinished } from "vitest";
import { startSimulator, type SimulatedList, type SimulatorOptions } from "../../provider/simulator/index";
import { folderWith } from "../files/folder";
import { runProgram } from "./run-program";
import { environmentFor, testTerminal, type TestTerminalOptions } from "./terminal";

/** How a command ended; its output and messages without the path of the folder. */
interface Ended {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

/** A simulator with lists, and a folder with files. FOLDER in the words of a command is that folder. */
export async function listsAndFiles(
  lists: readonly SimulatedList[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: SimulatorOptions = {},
) {
  const simulator = await startSimulator({ lists, ...options });
  onTestFinished(() => simulator.close());
  const folder = folderWith(files);
  /** Runs a command; the variables of `environment` are set in addition to those of the simulator's account. */
  const run = async (commandLine: string, { environment, ...more }: TestTerminalOptions = {}): Promise<Ended> => {
    const terminal = testTerminal({ ...more, environment: { ...environmentFor(simulator), ...environment } });
    const words = commandLine.split(" ").map((word) => word.replace("FOLDER", folder));
    const code = await runProgram(words, terminal);
    const withoutFolder = (text: string) => text.replaceAll(`${folder}/`, "");
    return { code, output: withoutFolder(terminal.output()), messages: withoutFolder(terminal.messages()) };
  };
  const runJson = async (commandLine: string, more?: TestTerminalOptions): Promise<unknown> =>
    JSON.parse((await run(`${commandLine} --json`, more)).output);
  const requests = () => simulator.journal.map(({ action }) => action);
  return { simulator, folder, run, runJson, requests };
}

/** Characters that a terminal would interpret. */
export const controls = /[^\P{Cc}\n]|\p{Cf}/u;
