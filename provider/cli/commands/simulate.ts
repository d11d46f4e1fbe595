import * as z from "zod";
import { environmentName, type RawSettings } from "../../api/keys";
import { integer, settingKeys } from "../../api/settings-table";
import { quote, quoteList } from "../../common/quote";
import { isSentinel } from "../../list/entry";
import { byKind, formatKindCount, kinds, type Kind } from "../../list/kinds";
import type { SimulatedList } from "../../simulator/app-list";
import { defaultAccount, startSimulator } from "../../simulator/index";
import type { JournalEntry } from "../../simulator/journal";
import { defineCommand, option, OptionsError } from "../command";
import { readEntryLines } from "../file-lines";

const listSyntax = "<id>=<name>[:<file>]";

const listPattern = /^([1-9]\d{0,14})=([^:]+)(?::(.+))?$/su;

/** The value of `--list`: a list, and optionally its file or a pattern of files. */
const listOption = z
  .string()
  .regex(listPattern, { error: `must have the form ${listSyntax}` })
  .transform((text) => {
    const [, id, name = "", file] = listPattern.exec(text) ?? [];
    return { id: Number(id), name, file };
  });

const port = integer(0, 65_535, "must be an integer from 0 to 65535");

/** The list of a simulator without `--list`. */
const defaultList = { id: 4321, name: "simulated", file: undefined };

export const simulateCommand = defineCommand({
  name: "simulate",
  description: "Runs a simulator of the API on this machine and logs its requests, until Ctrl-C.",
  examples: "app-list simulate --port 8080\napp-list simulate --list 4321=blocked:apps.csv",
  options: {
    port: option("--port <number>", "the port on 127.0.0.1 (default: 0, a free port)", port),
    list: option("--list <list...>", `lists, each filled from a file or pattern: ${listSyntax}`, z.array(listOption)),
  },
  help: `
Files are .txt, .csv or .tsv. A pattern in quotes names several, such as "4321=blocked:lists/**". Without --list there is one empty list, ${defaultList.id}. Other behavior of the API,
faults and campaigns need the library: startSimulator of pulumi-app-list/simulator.`,
  run: async ({ port = 0, list = [defaultList] }, terminal) => {
    const lists = list.map(({ id, name, file }): SimulatedList => {
      const lines = readEntryLines(file === undefined ? [] : [file], undefined, terminal);
      const entries = (kind: Kind) => lines.flatMap((line) => (line.kind === kind ? [line.entry] : []));
      return { id, name, ...byKind((kind) => [...new Set(entries(kind))]) };
    });
    const simulator = await startSimulator({
      port,
      lists,
      onRequest: (request) => {
        terminal.write(`${formatLogLine(request, terminal.now())}\n`);
        // A simulator that runs for days must not keep all requests in memory.
        simulator.clearJournal();
      },
    }).catch((cause: unknown) => {
      throw new OptionsError([cause instanceof Error ? cause.message : String(cause)]);
    });
    // The simulator keeps the process running. Without a handler, process 1 of a container ignores these signals.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void simulator.close());
    return { outcome: "done", lines: describeUse(simulator.url, lists) };
  },
});

/** The URL and the lists of a simulator, and the commands that point a shell at it. */
function describeUse(url: string, lists: readonly SimulatedList[]): readonly string[] {
  const values: RawSettings = { baseUrl: url, ...defaultAccount };
  return [
    `The simulator runs at ${url}, with an account of its own, in memory, until Ctrl-C.`,
    ...lists.map((list) => {
      const counts = kinds.map((kind) => formatKindCount(kind, list[kind]?.length ?? 0));
      return `  list ${list.id} ${quote(list.name)}: ${counts.join(", ")}`;
    }),
    "",
    "To use it in a shell:",
    ...settingKeys.flatMap((key) =>
      values[key] === undefined ? [] : [`  export ${environmentName(key)}=${values[key]}`],
    ),
    "",
  ];
}

/** A request and its response in one line. */
export function formatLogLine({ method, path, action, entries = {}, status }: JournalEntry, arrived: Date): string {
  const changes = kinds.flatMap((kind) => {
    const some = entries[kind] ?? [];
    if (some.length === 0) return [];
    if (action === "remove" && some.every(isSentinel)) return ["probe: removes no entry"];
    return [`${action === "add" ? "+" : "−"}${formatKindCount(kind, some.length)} ${quoteList(some)}`];
  });
  const parts = [
    arrived.toISOString().slice(11, 19),
    `${method.padEnd(5)} ${/^[\x21-\x7e]{1,200}$/u.test(path) ? path : quote(path)}`,
    changes.join("; "),
    status === undefined ? "no response" : String(status),
  ];
  return parts.filter(Boolean).join("  ");
}
