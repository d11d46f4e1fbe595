import { once } from "node:events";
import * as z from "zod";
import { behaviourHelp, parseBehaviour } from "./behaviour-options";
import { faultsSchema, faultSyntax, parseFaults } from "./fault-options";
import type { SimulatorEvent } from "./events";
import { defaultList, fillLists, listSyntax, parseLists } from "./list-options";
import { formatInstructions, formatLogLine } from "./output";
import { readJsonFile } from "./read-json-file";
import { AppListError } from "../../common/error";
import { plural } from "../../common/format";
import type { Simulator, SimulatorOptions } from "../../simulator/index";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { formatJsonLine } from "../json";
import { flag, integer, option, text } from "../options";

/** The simulator cannot be started. */
class SimulatorNotStartedError extends AppListError {
  readonly code = "SIMULATOR_NOT_STARTED";
}

const texts = z.array(z.string());

const options = z.object({
  port: option("<number>", "the port on 127.0.0.1 (default: 0, a free port)", integer(0, 65_535)),
  list: option("<list...>", `lists, filled from files: ${listSyntax}`, texts),
  behaviour: option("<key=value...>", "behaviours that the API does not document", texts),
  fault: option("<fault...>", `faults to inject: ${faultSyntax}`, texts),
  faults: option("<file>", "a JSON file with an array of faults, as for startSimulator", text),
  campaigns: option("<file>", "a JSON file with an array of campaigns (default: none)", text),
  json: flag("print the start and every request as a line of JSON"),
});

const campaignsSchema = z.array(z.record(z.string(), z.unknown())).max(1_000_000);

const help = `
Lists: files are .txt, .csv, .tsv or .xlsx, or patterns. The kind of an entry is that of its column, else of the file's
prefix, else app bundle: --list 4321=blocked:apps.csv,placement-ids=ids.txt,websites=sites.txt
Without --list there is one empty list, ${defaultList.id}.

Behaviour:
${behaviourHelp()}

Faults: ${faultSyntax}
  action  token, campaigns, add, remove, read, other or any; #2 is the second such request (default: every one)
  before  the request has no effect; after: it has its effect, and only the response fails
  answer  reset, hang, cut (half of the response), drip (byte by byte), slow=70 (70 seconds later), or a status
          such as 503
  Example: --fault add#1:after:reset --fault remove@4321:before:503`;

/** `app-list simulate`: serves the API from memory on a port of this machine. */
export const simulateCommand = defineCommand({
  name: "simulate",
  description: "Runs a simulator of the API on this machine and logs its requests, until Ctrl-C.",
  options,
  help,
  exitCodes: {},
  run: async ({ options: { port = 0, json, ...given }, terminal }) => {
    const { defaultBehaviour } = await import("../../simulator/behaviour.js");
    const faults = given.faults === undefined ? [] : readJsonFile(given.faults, faultsSchema, "an array of faults");
    const campaigns =
      given.campaigns === undefined ? [] : readJsonFile(given.campaigns, campaignsSchema, "an array of campaigns");
    const lists = given.list === undefined ? [defaultList] : await fillLists(parseLists(given.list), terminal);
    const print = (event: SimulatorEvent, text: string): void => terminal.write(json ? formatJsonLine(event) : text);
    let requests = 0;
    const simulator = await start({
      port,
      lists,
      behaviour: parseBehaviour(given.behaviour ?? [], defaultBehaviour),
      faults: [...parseFaults(given.fault ?? []), ...faults],
      campaigns,
      onRequest: (request) => {
        requests += 1;
        const arrived = new Date();
        print({ event: "request", time: arrived.toISOString(), ...request }, `${formatLogLine(request, arrived)}\n`);
        // A simulator that runs for days must not keep all requests in memory.
        simulator.clearJournal();
      },
    });
    const { url, account } = simulator;
    const started = { event: "started", version: 1, url, lists, account: { ...account } } as const;
    print(started, formatInstructions(url, account, lists));
    try {
      if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    } finally {
      await simulator.close();
    }
    print({ event: "stopped", requests }, "");
    if (!json) terminal.writeMessage(`Stopped after ${plural(requests, "request")}.\n`);
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
