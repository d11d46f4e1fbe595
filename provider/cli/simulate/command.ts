import { once } from "node:events";
import { Command } from "commander";
import { z } from "zod";
import { behaviourHelp, parseBehaviour } from "./behaviour-options";
import { describeRequest } from "./describe-request";
import { faultsSchema, faultSyntax, parseFaults } from "./fault-options";
import { howToUse } from "./how-to-use";
import { readJsonFile } from "./json-file";
import { fillLists, listSyntax, parseLists, usualList } from "./list-options";
import { formatCount } from "../../common/format";
import type { SimulatedList } from "../../simulator/app-list";
import type { JournalEntry } from "../../simulator/journal";
import { exitCodes } from "../exit-code";
import { printJsonLine } from "../print-json";
import type { MakeCommand } from "../program";
import { parseOptions, wholeNumber } from "../settings/parse-options";

const optionsSchema = z.object({
  port: wholeNumber(0, 65_535).default(0),
  list: z.array(z.string()).default([]),
  behaviour: z.array(z.string()).default([]),
  fault: z.array(z.string()).default([]),
  faults: z.string().exactOptional(),
  campaigns: z.string().exactOptional(),
  json: z.boolean().default(false),
});

const campaignsSchema = z.array(z.record(z.string(), z.unknown())).max(1_000_000);

/** `app-list simulate`: the service in memory, on a port of this machine. */
export const simulateCommand: MakeCommand = (terminal, end) =>
  new Command("simulate")
    .description("Runs a simulator of the service on this machine, with a log of its requests, until Ctrl-C.")
    .option("--port <number>", "the port on 127.0.0.1 (default: 0, a free one)")
    .option(`--list <list>`, `a list, filled from files: ${listSyntax}; can be repeated`, collect)
    .option("--behaviour <key=value>", "what the documentation leaves open; can be repeated", collect)
    .option("--fault <fault>", `what goes wrong: ${faultSyntax}; can be repeated`, collect)
    .option("--faults <file>", "a JSON file with an array of faults, as startSimulator takes them")
    .option("--campaigns <file>", "a JSON file with an array of campaigns (default: none)")
    .option("--json", "print the start and every request as a line of JSON")
    .addHelpText("after", help)
    .action(async (given: unknown) => {
      const options = parseOptions(optionsSchema, given);
      const { defaultBehaviour } = await import("../../simulator/behaviour.js");
      const { readListFiles } = await import("../../files/read-list-files.js");
      const { start } = await import("./start.js");
      const faultsOfFile =
        options.faults === undefined ? [] : readJsonFile(options.faults, faultsSchema, "an array of faults");
      const described = parseLists(options.list);
      const lists: readonly SimulatedList[] =
        described.length === 0 ? [usualList] : fillLists(described, readListFiles);
      let requests = 0;
      const simulator = await start({
        port: options.port,
        lists,
        behaviour: parseBehaviour(options.behaviour, defaultBehaviour),
        faults: [...parseFaults(options.fault), ...faultsOfFile],
        campaigns:
          options.campaigns === undefined
            ? []
            : readJsonFile(options.campaigns, campaignsSchema, "an array of campaigns"),
        onRequest: (request) => {
          requests += 1;
          terminal.write(report(request, new Date(), options.json));
          // A simulator that runs for days must not remember all of them.
          simulator.clearJournal();
        },
      });
      terminal.write(
        options.json
          ? printJsonLine({ event: "started", url: simulator.url, lists, account: simulator.account })
          : howToUse(simulator.url, simulator.account, lists),
      );
      try {
        if (!terminal.stop.aborted) await once(terminal.stop, "abort");
      } finally {
        await simulator.close();
      }
      if (options.json) terminal.write(printJsonLine({ event: "stopped", requests }));
      else
        terminal.writeMessage(`Stopped after ${formatCount(requests)} ${requests === 1 ? "request" : "requests"}.\n`);
      end(exitCodes.done);
    });

function report(request: JournalEntry, moment: Date, json: boolean): string {
  return json
    ? printJsonLine({ event: "request", time: moment.toISOString(), ...request })
    : `${describeRequest(request, moment)}\n`;
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

const help = `
Lists: files are .txt, .csv or .xlsx, or patterns of them. Entries whose file does not say their kind are app bundles;
a prefix says otherwise: --list 4321=blocked:apps.csv,placement-ids=ids.txt,websites=sites.txt
Without --list there is one empty list, ${usualList.id}.

Behaviour:
${behaviourHelp()}

Faults: ${faultSyntax}
  action  token, campaigns, add, remove, read, other or any; #2 is the second such request; without it, every one
  before  the request has no effect; after: it has its effect, and only the answer suffers
  answer  reset, hang, cut (half of the answer), or a status such as 503
  such as --fault add#1:after:reset --fault remove@4321:before:503`;
