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
  files: Readonly<Record<string, string>> = {},
  options: SimulatorOptions = {},
) {
  const simulator = await startSimulator({ lists, ...options });
  onTestFinished(() => simulator.close());
  const folder = folderWith(files);
  const run = async (commandLine: string, more: TestTerminalOptions = {}): Promise<Ended> => {
    const terminal = testTerminal({ environment: environmentFor(simulator), ...more });
    const words = commandLine.split(" ").map((word) => word.replace("FOLDER", folder));
    const code = await runProgram(words, terminal);
    const withoutFolder = (text: string) => text.replaceAll(`${folder}/`, "");
    return { code, output: withoutFolder(terminal.output()), messages: withoutFolder(terminal.messages()) };
  };
  return { simulator, folder, run };
}
