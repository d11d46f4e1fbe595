import { once } from "node:events";
import * as z from "zod";
import { readConfig, SimulatorNotStartedError } from "./config";
import { defaultList, fillLists, listOption, listSyntax } from "./list-option";
import { formatInstructions, formatLogLine } from "./output";
import { plural } from "../../common/format";
import type { Simulator, SimulatorOptions } from "../../simulator/index";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { integer, option, text } from "../options";

const options = z.object({
  port: option("<number>", "the port on 127.0.0.1 (default: 0, a free port)", integer(0, 65_535)),
  list: option("<list...>", `lists, filled from files: ${listSyntax}`, z.array(listOption)),
  config: option("<file>", "a JSON file with behaviour, faults, campaigns and accounts", text),
});

const help = `
Lists: files are .txt, .csv, .tsv or .xlsx, or patterns. The kind of an entry is that of its column, else of the file's
prefix, else app bundle: --list 4321=blocked:apps.csv,placement-ids=ids.txt,websites=sites.txt
Without --list there is one empty list, ${defaultList.id}.

Configuration: the file has members of the options of startSimulator, with arrays in place of sets. For example:
  {
    "behaviour": { "websites": "hidden", "maxEntriesPerRequest": 100, "refused": ["com.example.app"] },
    "faults": [{ "on": { "action": "add", "nth": 1 }, "effect": "after", "answer": { "kind": "reset" } }],
    "campaigns": [{ "id": 71, "name": "Spring" }],
    "accounts": [{ "username": "a@example.com", "password": "p", "apiKey": "k", "apiSecret": "s" }]
  }`;

/** `app-list simulate`: serves the API from memory on a port of this machine. */
export const simulateCommand = defineCommand({
  name: "simulate",
  description: "Runs a simulator of the API on this machine and logs its requests, until Ctrl-C.",
  options,
  help,
  exitCodes: {},
  run: async ({ options: { port = 0, list, config }, terminal }) => {
    const lists = list === undefined ? [defaultList] : await fillLists(list, terminal);
    let requests = 0;
    const simulator = await start({
      ...(config === undefined ? {} : readConfig(config)),
      port,
      lists,
      onRequest: (request) => {
        requests += 1;
        terminal.write(`${formatLogLine(request, new Date())}\n`);
        // A simulator that runs for days must not keep all requests in memory.
        simulator.clearJournal();
      },
    });
    terminal.write(formatInstructions(simulator.url, simulator.account, lists));
    try {
      if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    } finally {
      await simulator.close();
    }
    terminal.writeMessage(`Stopped after ${plural(requests, "request")}.\n`);
    return exitCodes.done;
  },
});

async function start(options: SimulatorOptions): Promise<Simulator> {
  const { startSimulator } = await import("../../simulator/index.js");
  try {
    return await startSimulator(options);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new SimulatorNotStartedError(cause.message, { cause });
  }
}
