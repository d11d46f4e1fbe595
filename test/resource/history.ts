import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { resourceMark, secretMark } from "../../provider/hosts/engine";
import { kinds, type Kind } from "../../provider/list/kinds";
import type { Properties } from "../../provider/resource/inputs";
import {
  defaultAccount,
  type Behavior,
  type Fault,
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
} from "../../provider/simulator/index";
import { runProgram } from "../cli/run-program";
import { environmentFor } from "../cli/terminal";
import { expandEntries } from "../docs/tasks";
import { folderWith } from "../files/folder";
import { expectNumbers } from "../harness/example-texts";
import { accounts, eu } from "../laws/accounts";
import type { Program, Resource } from "../laws/deployment";
import { startEngine, type Command } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { Secret, unknownValue, type Host } from "../laws/hosts/host";

/*
 * A history is what happens to the lists 1 and 2 of an API with two logins, and to a stack that declares entries of them.
 * The files of the folder `histories` have, after each line of a history, what came of it: what was printed, the requests,
 * and each list and state that has changed. A digest is a letter. `UPDATE_DOCS=1` writes what came of them: read it. The
 * lines:
 *
 * - `=== TITLE` begins a history. `engine`: the engine plays it, too, in test/acceptance.
 * - `up --refresh blocked: 1 com.a com.b(note) 1-a a.example exclusive=true | other: 2 com.app{1..9}`: a command with a
 *   program, whose resources have a name, a list, entries and arguments. `appBundles=` gives a kind without entries, `?` is
 *   an unknown value, and `secret` makes the app bundles secret. `preview`, `refresh`, `destroy`, `import 1`.
 * - `edit 1: +com.a -com.b`: somebody else edits a list. `delete list 1`: the API has no such list any more.
 * - `api refused=com.a,com.b removeAbsent=error`: how the API behaves from now on. `shows=` has the kinds that it shows, and
 *   `empty=` how it shows empty kinds.
 * - `answer add 2: 503`: how it answers one request of the next command, which has no effect, or with `answer add: 503` all
 *   of an action, or after its effect: `answer add 2, with effect: 503`. A response of 200 shows the app bundles that follow.
 *   `outage before`, `outage after`: it answers the first addition so, and refuses all that follows.
 * - `set observe=off`, `export APP_LIST_OVER_LIMIT=report`: settings and variables of all later commands. `login eu`,
 *   `accounts europe`: those of the default account, and the other accounts.
 * - `diff 1 com.a`: `app-list diff` of a list and a file, of which the approval is shown.
 * - `approve`: approves what the last command stopped or compared, in all later commands.
 */

/** Settings of a stack, or the environment of its processes. */
type Variables = Readonly<Record<string, string>>;

/** What an engine runs a command with. */
interface Given {
  readonly settings: Variables;
  readonly environment: Variables;
  /** The state before it. */
  readonly resources: readonly Resource[];
}

/** What came of a command. */
interface Came {
  readonly resources: readonly Resource[];
  readonly errors: readonly string[];
  readonly printed: readonly string[];
  readonly drifting?: readonly string[];
  /** The waits, in milliseconds. */
  readonly delays?: readonly number[];
}

/** An engine that plays a history. */
export interface Player {
  readonly simulator: Simulator;
  readonly run: (command: Command, given: Given) => Promise<Came>;
  readonly close: () => Promise<void>;
}

/** The API of a history. */
export const options: SimulatorOptions = { lists: [1, 2].map((id) => ({ id, name: `list ${id}` })), accounts };

/** The stand-in for the engine. */
async function standIn(host: Host): Promise<Player> {
  const { simulator, time, stack: open, close } = await startEngine(host, options);
  const run: Player["run"] = async (command, { settings, resources, environment }) => {
    const waits = time.delays.length;
    const stack = open(settings, resources, environment);
    const ended = await stack.command(command);
    const errors = ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [];
    // What the plugin prints for a program, the class of the dynamic provider prints in the program.
    const printed = stack.printed.filter((line) => !line.startsWith("warning: "));
    return { resources: stack.export(), errors, printed, drifting: stack.drifting, delays: time.delays.slice(waits) };
  };
  return { simulator, run, close };
}

type Bed = ReturnType<typeof open>;

/** Two lists, an API with two logins, and a stack without resources. */
function open(player: Player, host: Host) {
  const elsewhere = player.simulator.url.replace("127.0.0.1", "localhost");
  const logins: Readonly<Record<string, unknown>> = {
    eu,
    europe: eu,
    blind: { ...eu, observe: "off" },
    broken: { observe: true },
    elsewhere: { ...defaultAccount, baseUrl: elsewhere },
  };
  const settings: Variables = { accounts: printAccounts(logins, "eu", "elsewhere", "blind") };
  const environment: Variables = {};
  const resources: readonly Resource[] = [];
  const [digests, shown] = [new Map<string, string>(), new Map<string, string>()];
  return { host, ...player, elsewhere, logins, settings, environment, resources, digests, shown, lastError: "" };
}

function printAccounts(logins: Bed["logins"], ...names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, logins[name]])));
}

/** The words of a line. A word may have spaces in parentheses, brackets and quotes. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:[^\s"([]|"[^"]*"|\([^)]*\)|\[[^\]]*\])+/gu) ?? [];
}

const isNamed = (word: string): boolean => /^\w+=/u.test(word);

/** The words with a name and a value, such as `observe=off`. */
function valuesOf(words: readonly string[]): Variables {
  const pairs = words.filter(isNamed).map((word) => [word.replace(/=.*/u, ""), word.replace(/^\w+=/u, "")] as const);
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/^"(.*)"$/u, "$1")]));
}

function parseValue(text: string): unknown {
  if (text === "?") return unknownValue;
  return /^(?:true|false|null|\d+|\[.*\])$/u.test(text) ? JSON.parse(text) : text;
}

/** The lines of entries by their kinds. `com.a{1..3}(note)` are three lines. */
function textsOf(words: readonly string[]): ReadonlyMap<Kind, readonly string[]> {
  const lines = words.flatMap((word) => {
    if (word.startsWith('"')) return word.slice(1, -1);
    const [entry = "", note] = word.split(/\((.*)\)/u);
    return expandEntries(entry).map((each) => (note === undefined ? each : `${each}  # ${note}`));
  });
  return Map.groupBy(lines, (line) => {
    if (/^\d+-/u.test(line)) return "placementIds";
    return /^\S+\.example\b/u.test(line) ? "websites" : "appBundles";
  });
}

/** A program. The class of the dynamic provider marks a resource with a secret. */
function programOf(text: string, host: Host): Program {
  const resources = text.split(" | ").flatMap((resource) => {
    const [, name, id = "", rest = ""] = /^(\w+): (\S+) ?(.*)$/u.exec(resource) ?? [];
    if (resource === "") return [];
    if (name === undefined) throw new Error(`A resource of no form: ${resource}`);
    const words = wordsOf(rest);
    const isSecret = words.includes("secret");
    const texts = textsOf(words.filter((word) => !isNamed(word) && word !== "secret"));
    const given = Array.from(texts, ([kind, lines]) => {
      const all = lines.map((line) => `${line}\n`).join("");
      return [kind, isSecret && kind === "appBundles" ? new Secret(all) : all];
    });
    const values = Object.entries(valuesOf(words)).map(([key, value]) => [key, parseValue(value)]);
    const mark = isSecret && host === dynamicHost ? { [secretMark]: true } : {};
    const inputs: unknown = { appListId: parseValue(id), ...Object.fromEntries([...given, ...values]), ...mark };
    return [[name, z.record(z.string(), z.unknown()).parse(inputs)] as const];
  });
  return Object.fromEntries(resources);
}

/** Runs a command, and returns what came of it. */
async function run(bed: Bed, command: Command): Promise<readonly string[]> {
  const { simulator, resources: before, lastError } = bed;
  simulator.clearJournal();
  const { resources, errors, printed, drifting = [], delays = [] } = await bed.run(command, bed);
  bed.resources = resources;
  bed.lastError = errors.join("\n");
  // Several resources are changed at the same time.
  const isOne = bed.resources.length < 2 && before.length < 2;
  const inOrder = (lines: readonly string[]): readonly string[] => (isOne ? lines : lines.toSorted());
  const requests = inOrder(simulator.journal.map((request) => printRequest(request)));
  const lines = [
    ...inOrder(printed),
    ...errors.flatMap((message) => (message === lastError ? "! as before" : message.replaceAll(/^/gmu, "! "))),
    ...(requests.length === 0 ? [] : [`requests: ${requests.join(", ")}`]),
    ...delays.map((delay) => `waits ${delay / 1000} s`),
    ...drifting.map((name) => `the refresh of ${name} is a change`),
    ...(command.name === "refresh" ? resources.flatMap((each) => inputsAfter(each, before)) : []),
    ...changedSince(bed),
  ];
  return lines.flatMap((line) => printLine(bed, line).split("\n"));
}

function printRequest({ action, status, account = 0, entries = {} }: JournalEntry): string {
  const size = Object.values(entries).flat().length;
  const sent = `${size > 1 ? `${action} of ${size}:` : action} ${status ?? "none"}`;
  return account === 0 ? sent : `${sent} as eu`;
}

/** A line without what differs between runs and hosts. */
function printLine({ digests, simulator, elsewhere }: Bed, line: string): string {
  return line
    .replaceAll(simulator.url, "http://simulator")
    .replaceAll(elsewhere, "http://elsewhere")
    .replaceAll(/(?<=x)[0-9a-f]{32}/gu, "…")
    .replaceAll("npx --no-install app-list", "app-list")
    .replaceAll(/(\w+) of the provider ""/gu, "app-list:$1")
    .replaceAll(/\b[0-9a-f]{16}\b/gu, (digest) => {
      if (!digests.has(digest)) digests.set(digest, String.fromCodePoint(65 + digests.size));
      return `<${digests.get(digest)}>`;
    });
}

/** What is the same in all states here, or of a host. */
const unshown = new Set(["stateVersion", "name", "description", "hasAssociatedCampaigns"]);
const marks = new Set(["__provider", resourceMark, secretMark]);

const propertiesSchema = z.record(z.string(), z.unknown());

function printMembers(members: Properties): string {
  const shown = Object.entries(members).filter(([name, value]) => {
    const isUsual = (name === "unmanaged" && value === 0) || (name === "notVerified" && String(value) === "");
    return !unshown.has(name) && !marks.has(name) && !isUsual;
  });
  const printed = shown.map(([name, value]) => `${name} ${printValue(value)}`);
  return printed.toSorted((one, other) => (one < other ? -1 : 1)).join("; ");
}

/** A value of a state or of inputs. Of many entries, their number and both ends are enough. */
function printValue(value: unknown): string {
  if (typeof value === "string" && value.endsWith("\n")) return printAll(value.trimEnd().split("\n"));
  const { data } = propertiesSchema.safeParse(value);
  if (data === undefined) return String(value);
  // The plugin returns a secret as an object with its value.
  return "value" in data ? printValue(data["value"]) : printMembers(data);
}

function printAll(entries: readonly string[]): string {
  return entries.length > 7 ? `${entries.length}, ${entries[0]} to ${entries.at(-1)}` : entries.join(" ");
}

/** The inputs of a resource, if a refresh has changed them. */
function inputsAfter({ name, inputs }: Resource, before: readonly Resource[]): readonly string[] {
  const old = before.find((each) => each.name === name)?.inputs ?? {};
  return printMembers(old) === printMembers(inputs) ? [] : [`inputs of ${name}: ${printMembers(inputs)}`];
}

const byName = (one: Resource, other: Resource): number => (one.name < other.name ? -1 : 1);

/** The lists and states that have changed since they were shown. */
function changedSince({ simulator, resources, shown }: Bed): readonly string[] {
  const now = new Map<string, string>();
  for (const id of [1, 2]) {
    const list = simulator.list(id);
    const all = list && (printAll(kinds.flatMap((kind) => list[kind].toSorted())) || "empty");
    now.set(`list ${id}`, all ?? "none");
    if (!shown.has(`list ${id}`)) shown.set(`list ${id}`, "empty");
  }
  for (const { name, state, isIncomplete, isPendingDelete } of resources.toSorted(byName)) {
    const mark = isPendingDelete ? ", to be deleted" : isIncomplete ? ", incomplete" : "";
    now.set(`state of ${name}${mark}`, printMembers(state));
  }
  for (const name of shown.keys()) if (!now.has(name)) now.set(name, "gone");
  const changed = [...now].filter(([name, text]) => (shown.get(name) ?? "gone") !== text);
  for (const [name, text] of changed) shown.set(name, text);
  return changed.map(([name, text]) => `${name}: ${text}`);
}

function behaviorOf({ shows, empty, ...others }: Variables): Partial<Behavior> {
  const hidesEmpty = { omitsEmpty: true, others: z.enum(["omitted", "null"]).parse(empty ?? "omitted") };
  const shown = shows === undefined ? hidesEmpty : { kinds: z.array(z.enum(kinds)).parse(shows.split(",")) };
  const isShown = shows !== undefined || empty !== undefined;
  const entriesIn = (value: string) => new Set(value.split(",").flatMap((each) => expandEntries(each)));
  const isSet = (name: string): boolean => ["ignored", "refused", "removalRefused"].includes(name);
  const values = Object.entries(others).map(([name, value]) => {
    return [name, isSet(name) ? entriesIn(value) : parseValue(value)] as const;
  });
  return {
    ...Object.fromEntries(values),
    ...(isShown && { shows: { read: shown, add: shown, remove: shown } }),
  };
}

function faultOf(text: string): Fault {
  const [, action, nth, late, status, body = ""] = /^(\w+)(?: (\d+))?(, with effect)?: (\d+) ?(.*)$/u.exec(text) ?? [];
  const shown = { id: 1, name: "list 1", app_bundles: body.replaceAll(" ", ","), placement_ids: "", websites: "" };
  const whole = status === "200" ? JSON.stringify(shown) : body;
  return {
    on: { action: z.enum(["add", "remove"]).parse(action), ...(nth !== undefined && { nth: Number(nth) }) },
    effect: late === undefined ? "before" : "after",
    answer: { kind: "status", status: Number(status), ...(whole !== "" && { body: whole }) },
  };
}

/** The first addition fails before its effect or after it, and then all requests fail at once. */
function outage(effect: string): readonly Fault[] {
  const late = effect === "after" ? ", with effect" : "";
  const others = Array.from({ length: 9 }, (_, index) => `remove ${index + 2}: 403`);
  return [`add 1${late}: 502`, "add: 403", ...others].map((text) => faultOf(text));
}

/** Executes a line of a history, and returns what came of it. */
async function execute(bed: Bed, line: string): Promise<readonly string[]> {
  const { simulator, host, logins } = bed;
  const [mark = "", ...words] = wordsOf(line);
  const rest = line.slice(mark.length + 1);
  switch (mark) {
    case "up":
    case "preview": {
      const has = (flag: string): boolean => words.includes(flag);
      const ways = { refresh: has("--refresh"), replacesFirst: has("--replace"), inSequence: has("--in-sequence") };
      return run(bed, { name: mark, program: programOf(rest.replaceAll(/--\S+ ?/gu, ""), host), ...ways });
    }
    case "refresh":
    case "destroy":
      return run(bed, { name: mark });
    case "import":
      return run(bed, { name: mark, id: rest.replaceAll('"', "") });
    case "edit": {
      const signed = (sign: string) => {
        const texts = textsOf(words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1)));
        return Object.fromEntries(texts);
      };
      simulator.edit(Number.parseInt(rest, 10), { add: signed("+"), remove: signed("-") });
      return [];
    }
    case "engine":
      return [];
    case "delete":
      simulator.deleteList(Number(words.at(-1)));
      return [];
    case "api":
      simulator.setBehavior(behaviorOf(valuesOf(words)));
      return [];
    case "answer":
      simulator.addFault(faultOf(rest));
      return [];
    case "outage":
      for (const fault of outage(rest)) simulator.addFault(fault);
      return [];
    case "set":
      bed.settings = { ...bed.settings, ...valuesOf(words) };
      return [];
    case "accounts":
      bed.settings = { ...bed.settings, accounts: printAccounts(logins, ...words) };
      return [];
    case "login":
      bed.settings = { ...bed.settings, ...eu };
      return [];
    case "export":
      bed.environment = { ...bed.environment, ...valuesOf(words) };
      return [];
    case "diff": {
      const [id = "", ...entries] = words;
      const path = join(folderWith({ "apps.txt": expandEntries(entries.join(" ")).join("\n") }), "apps.txt");
      const compared = ["diff", id, path, "--kind", "app-bundles"];
      const { output } = await runProgram(compared, { environment: environmentFor(simulator) });
      bed.lastError = output;
      return [printLine(bed, /APP_LIST_APPROVE=\S+/u.exec(output)?.[0] ?? "nothing to approve")];
    }
    case "approve": {
      const [, digests = "none"] = /APP_LIST_APPROVE=([0-9a-f,]+) pulumi up/u.exec(bed.lastError) ?? [];
      bed.environment = { ...bed.environment, APP_LIST_APPROVE: digests };
      return [printLine(bed, digests)];
    }
    default:
      throw new Error(`A line of no form: ${line}`);
  }
}

/** Plays a history with an engine: its lines, and after each what came of it. */
export async function play(lines: readonly string[], player: Player, host: Host): Promise<readonly string[]> {
  const bed = open(player, host);
  const played: string[] = [];
  try {
    for (const line of lines) {
      const came = await execute(bed, line);
      played.push(line, ...came.map((each) => `  ${each}`.trimEnd()));
    }
  } finally {
    await player.close();
  }
  return played;
}

/** Reads the histories of a file: the title of each, and all of its lines. */
export function readHistories(path: string): readonly (readonly [title: string, text: string])[] {
  const [, ...histories] = readFileSync(path, "utf8").split(/^=== /mu);
  return histories.map((text) => [text.slice(0, text.indexOf("\n")), text] as const);
}

/** The lines of a history without its title and what came of them. */
export function linesOf(text: string): readonly string[] {
  const [, ...lines] = text.split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("  "));
}

/** Tests that the histories of a file go as it shows, with each of the hosts. */
export function testHistories(path: string, hosts: readonly Host[]): void {
  const all: string[] = [];
  const histories = readHistories(path);

  it.each(histories)("%s", async (title, text) => {
    const [first, ...others] = await Promise.all(
      hosts.map(async (host) => play(linesOf(text), await standIn(host), host)),
    );
    for (const other of others) expect(other).toEqual(first);
    const played = [title, ...(first ?? []), ""].join("\n");
    all.push(`=== ${played}`);
    expectNumbers(played);
    if (process.env["UPDATE_DOCS"] !== "1")
      expect(played, "UPDATE_DOCS=1 updates it").toBe(text.replace(/\n\n$/u, "\n"));
  });

  afterAll(() => {
    if (process.env["UPDATE_DOCS"] === "1" && all.length === histories.length) writeFileSync(path, all.join("\n"));
  });
}
