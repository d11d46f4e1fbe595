import { once } from "node:events";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { environmentName, settingsWithSecrets, type RawSettings } from "../../api/keys";
import { integer, settingKeys } from "../../api/settings-table";
import { AppListError } from "../../common/error";
import { plural } from "../../common/format";
import { printable, quote, quoteList } from "../../common/quote";
import { byKind, formatKindCount, kinds, type Kind } from "../../list/kinds";
import type { SimulatedList } from "../../simulator/app-list";
import type { Behavior } from "../../simulator/behavior";
import { defaultAccount, startSimulator, type SimulatorOptions } from "../../simulator/index";
import type { JournalEntry } from "../../simulator/journal";
import { defineCommand, kindOption, option, text } from "../command";
import { readEntryLines } from "../file-lines";
import { writeMessages } from "../terminal";
import { bounds } from "../bounds";

const listSyntax = "<id>=<name>[:<file>,<file>…]";

const listPattern = /^([1-9]\d{0,14})=([^:]+)(?::(.+))?$/su;

/** One `--list`: a list, and the patterns of its files. */
export const listOption = z
  .string()
  .regex(listPattern, { error: `must have the form ${listSyntax}` })
  .transform((text) => {
    const [, id, name = "", files] = listPattern.exec(text) ?? [];
    // A comma in braces belongs to a pattern such as {apps,games}.txt.
    return { id: Number(id), name, files: files?.split(/,(?![^{]*\})/u) ?? [] };
  });

const port = integer(0, 65_535, "must be an integer from 0 to 65535");

/** The list of a simulator without `--list`. */
const defaultList = { id: 4321, name: "simulated", files: [] };

export const simulateCommand = defineCommand({
  name: "simulate",
  description: "Runs a simulator of the API on this machine and logs its requests, until Ctrl-C.",
  examples: "app-list simulate --port 8080\napp-list simulate --list 4321=blocked:apps.csv,ids.txt",
  options: {
    port: option("--port <number>", "the port on 127.0.0.1 (default: 0, a free port)", port),
    list: option("--list <list...>", `lists, filled from files: ${listSyntax}`, z.array(listOption)),
    kind: kindOption(),
    config: option("--config <file>", "a JSON file with behavior, faults and campaigns", text),
  },
  help: `
Lists: files are .txt, .csv or .tsv, or patterns. Without --list there is one empty list, ${defaultList.id}.

Configuration: the file has members of the options of startSimulator, with arrays in place of sets. For example:
  {
    "behavior": { "addPresent": "error", "refused": ["com.example.app"] },
    "faults": [{ "on": { "action": "add", "nth": 1 }, "effect": "after",
                 "answer": { "kind": "reset" } }],
    "campaigns": [{ "id": 71, "name": "Spring" }]
  }`,
  run: async ({ port = 0, list = [defaultList], kind, config }, terminal) => {
    const lists = list.map(({ id, name, files }): SimulatedList => {
      const lines = readEntryLines(files, kind, (line) => writeMessages(terminal, [line]));
      const entries = (kind: Kind) => lines.flatMap((line) => (line.kind === kind ? [line.entry] : []));
      return { id, name, ...byKind((kind) => [...new Set(entries(kind))]) };
    });
    let requests = 0;
    const simulator = await startSimulator({
      ...(config === undefined ? {} : readConfig(config)),
      port,
      lists,
      onRequest: (request) => {
        requests += 1;
        terminal.write(`${formatLogLine(request, terminal.now())}\n`);
        // A simulator that runs for days must not keep all requests in memory.
        simulator.clearJournal();
      },
    }).catch((cause: unknown) => {
      throw new SimulatorNotStartedError(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    terminal.write(formatInstructions(simulator.url, lists));
    try {
      if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    } finally {
      await simulator.close();
    }
    writeMessages(terminal, [`Stopped after ${plural(requests, "request")}.`]);
    return { outcome: "done" };
  },
});

/** The URL and the lists of a simulator, and the commands that point a shell or a stack at it. */
function formatInstructions(url: string, lists: readonly SimulatedList[]): string {
  const values: RawSettings = { baseUrl: url, ...defaultAccount };
  const settings = settingKeys.flatMap((key) => (values[key] === undefined ? [] : [{ key, value: values[key] }]));
  return [
    `The simulator runs at ${url}, with an account of its own, in memory, until Ctrl-C.`,
    ...lists.map((list) => {
      const counts = kinds.map((kind) => formatKindCount(kind, list[kind]?.length ?? 0));
      return `  list ${list.id} ${quote(list.name)}: ${counts.join(", ")}`;
    }),
    "",
    "To use it in a shell:",
    ...settings.map(({ key, value }) => `  export ${environmentName(key)}=${value}`),
    "To use it in a stack:",
    ...settings.map(({ key, value }) => {
      const secret = settingsWithSecrets.includes(key) ? " --secret" : "";
      return `  pulumi config set${secret} app-list:${key} ${value}`;
    }),
    "",
    "",
  ].join("\n");
}

/** A request and its response in one line. */
export function formatLogLine(request: JournalEntry, arrived: Date): string {
  const { method, path, action, entries = {}, page, perPage, status, fault } = request;
  const changes = kinds.flatMap((kind) => {
    const some = entries[kind] ?? [];
    const sign = action === "add" ? "+" : "−";
    return some.length === 0
      ? []
      : [`${sign}${formatKindCount(kind, some.length)} ${quoteList(some, bounds.loggedEntries)}`];
  });
  const paging = page === undefined ? [] : [`page ${page}${perPage === undefined ? "" : `, ${perPage} per page`}`];
  const parts = [
    arrived.toISOString().slice(11, 19),
    `${method.padEnd(5)} ${/^[\x21-\x7e]{1,200}$/u.test(path) ? path : quote(path)}`,
    [...changes, ...paging].join("; "),
    status === undefined ? "no response" : String(status),
    fault && `fault: ${fault.kind} ${fault.effect === "before" ? "without effect" : "after the effect"}`,
  ];
  return parts.filter(Boolean).join("  ");
}

class SimulatorNotStartedError extends AppListError {
  readonly code = "SIMULATOR_NOT_STARTED";
}

const positive = z.int().positive();
const status = z.int().min(200).max(599);
const seconds = z.number().nonnegative().max(86_400);
const entrySet = z.array(z.string()).transform((entries) => new Set(entries));

const statuses = z.strictObject({ present: status, absent: status, refused: status, login: status, token: status });

const shown = z.strictObject({
  kinds: z.union([z.array(z.enum(kinds)), z.literal("requested")]).optional(),
  omitsEmpty: z.boolean().optional(),
  others: z.enum(["omitted", "null"]).optional(),
});

const behavior = z.strictObject({
  addPresent: z.enum(["ignore", "duplicate", "error"]),
  removeAbsent: z.enum(["ignore", "error", "notFound", "listNotFound"]),
  removedCopies: z.enum(["all", "first"]),
  silentlyDropped: entrySet,
  silentlyKept: entrySet,
  refused: entrySet,
  removalRefused: entrySet,
  reservedNames: z.enum(["allow", "refuse"]),
  statuses: statuses.partial(),
  refusalEffect: z.enum(["none", "others"]),
  letterCase: z.enum(["keep", "lower"]),
  maxEntriesPerRequest: positive,
  shows: z.strictObject({ read: shown, add: shown, remove: shown }).partial(),
  read: z.string().regex(/^\/[^\s{}]*\{id\}[^\s{}]*$/u, { error: 'must begin with "/" and contain {id} once' }),
  tokenLifetimeSeconds: positive,
  campaigns: z.strictObject({
    wrapping: z.enum(["array", "data", "campaigns"]),
    maxPerPage: positive,
    firstPage: z.union([z.literal(0), z.literal(1)]).optional(),
  }),
} satisfies Record<keyof Behavior, z.ZodType>);

const headers = z.record(z.string().regex(/^[\w-]+$/u), z.string().regex(/^[\t\x20-\x7e]*$/u));

const fault = z.strictObject({
  on: z.strictObject({
    action: z.enum(["token", "campaigns", "add", "remove", "read", "other"]).optional(),
    nth: positive.optional(),
    appListId: z.int().nonnegative().optional(),
    path: z.string().startsWith("/").optional(),
  }),
  effect: z.enum(["before", "after"]),
  answer: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("status"), status, headers: headers.optional(), body: z.string().optional() }),
    z.strictObject({ kind: z.literal("echo"), status }),
    z.strictObject({ kind: z.literal("slow"), seconds, gatewaySeconds: seconds.optional() }),
    z.strictObject({ kind: z.enum(["reset", "hang", "cut", "stall"]) }),
    z.strictObject({ kind: z.literal("flood"), bytes: z.int().nonnegative(), encoding: z.literal("gzip").optional() }),
  ]),
});

/** The members of {@link SimulatorOptions} that a JSON file can have, with arrays in place of sets. */
const configSchema: z.ZodType<Pick<SimulatorOptions, "behavior" | "campaigns" | "faults">> = z.strictObject({
  behavior: behavior.partial().optional(),
  campaigns: z.array(z.record(z.string(), z.unknown())).max(bounds.campaigns).optional(),
  faults: z.array(fault).max(bounds.faults).optional(),
});

/**
 * Reads the file of `--config`.
 *
 * @throws {SimulatorNotStartedError} if the file cannot be read, or naming the members that are wrong.
 */
export function readConfig(path: string): z.infer<typeof configSchema> {
  try {
    return configSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const problem = cause instanceof z.ZodError ? cause.issues.map(describeIssue).join("; ") : printable(cause.message);
    throw new SimulatorNotStartedError(
      `The configuration ${quote(path)} cannot be used: ${problem}. The simulator was not started. Fix the file.`,
      { cause },
    );
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? printable(message) : `${quote(path.join("."))}: ${printable(message)}`;
}
