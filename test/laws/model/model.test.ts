import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { samples } from "../../harness/samples";
import { accountElsewhere, accountNames, accounts, accountsOf } from "../accounts";
import { startEngine, type Command, type Engine, type Ended, type Stack } from "../engine";
import { hosts } from "../hosts/index";
import { inTwoProcesses, movingHost } from "../hosts/several-processes";
import { judge, silent } from "../judge";
import type { Resource } from "../deployment";
import type { Properties } from "../hosts/host";
import { byKinds, days, ending } from "../oracle/bits";
import { labMinutes, labTime, printTried, seed } from "../sample";
import { isOpen } from "../services";
import { anyApi, listsOf, settingsOf } from "./api";
import { allRejections, programOf } from "../program";
import { anyProgram, appListIds, mostly, oneEntry, permitted, resourceNames, someEntries, type Named } from "./program";
import { badTrouble, optionsOf, trouble, type Trouble } from "./trouble";

/** The fewest histories with each host. In two processes they are fewer: how these share a run is all that differs. */
const runs = [
  ...hosts.map((host) => ({ host, least: 10 * samples })),
  ...[...hosts.map(inTwoProcesses), movingHost()].map((host) => ({ host, least: 4 * samples })),
].map((run, index) => ({ ...run, name: run.host.name, ownSeed: seed + index }));

/** The number of histories of a run that is repeated. */
const limit = process.env["LAWS_HISTORIES"];

/** Far above their duration, so that a busy machine fails no test; in milliseconds. */
const timeout = 30 * 60_000 + labMinutes * 60_000;

/** A stack, mostly the first one, so that its state has a history; and what happens to its command. */
const how = { stack: mostly<0 | 1>(3, 0, 1), trouble };
const howUp = {
  ...how,
  refresh: fc.boolean(),
  inSequence: mostly(3, false, true),
  replacesFirst: mostly(4, false, true),
  /** Whether the resources reach the provider in the reverse order. */
  isReversed: mostly(3, false, true),
  /** Whether a hook repeats what failed. */
  repeats: mostly(5, false, true),
};

/** What a commit gets wrong, of the first resource of a program. */
const mistakes = {
  "another list": ({ appListId }: Named) => ({ appListId: appListIds.find((id) => id !== appListId) ?? appListId }),
  "another base URL": () => ({ account: accountElsewhere }),
  "no entries": () => ({ entries: 0 }),
  "a truncated file": ({ entries }: Named) => ({ entries: entries & -entries }),
  "no ended entries": ({ entries }: Named) => ({ entries: entries & ~ending }),
  "another name": () => ({ name: "d" }),
  "an exclusive list": () => ({ exclusive: true }),
  "a claim": () => ({ claimExisting: true }),
} as const satisfies Readonly<Record<string, (first: Named) => Partial<Named>>>;

const mistake = fc.constantFrom(...Object.values(mistakes)).map((made) => ({ made }));

/** How a program differs from the one that was deployed last. */
const anyChange = fc.oneof(
  { weight: 2, arbitrary: fc.record({ program: anyProgram }) },
  { weight: 4, arbitrary: fc.constantFrom("the same" as const, "the former" as const) },
  { weight: 1, arbitrary: fc.record({ without: fc.constantFrom(...resourceNames) }) },
  { weight: 2, arbitrary: mistake },
  { weight: 4, arbitrary: fc.record({ toggled: oneEntry }) },
  {
    weight: 3,
    arbitrary: fc.record({
      newName: fc.option(fc.constantFrom(...resourceNames, "d"), { nil: undefined }),
      hasAlias: fc.boolean(),
      appListId: fc.option(fc.constantFrom(...appListIds), { nil: undefined }),
      account: fc.option(fc.constantFrom(...accountNames), { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ rejected: fc.nat({ max: 2 }), rejection: fc.constantFrom(...allRejections) }) },
);

/** Any command of any stack, edits by others, and that time passes until all last days are over. */
const anyCommand = fc.oneof(
  { weight: 1, arbitrary: fc.constant("time passes" as const) },
  { weight: 14, arbitrary: fc.record({ ...howUp, next: anyChange }) },
  { weight: 2, arbitrary: fc.record({ ...how, command: fc.constantFrom("refresh" as const, "destroy" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      id: fc.constantFrom(...appListIds),
      add: someEntries,
      remove: someEntries,
    }),
  },
);

/** A first command that fails or is killed, and a wrong commit. */
const badBeginning = fc
  .record({ program: anyProgram, bad: badTrouble, mistake, refresh: fc.boolean() })
  .map(({ program, bad, mistake, refresh }): readonly ValueOf<typeof anyCommand>[] => {
    const how = { stack: 0, inSequence: false, replacesFirst: false, isReversed: false, repeats: false } as const;
    return [
      { ...how, trouble: bad, refresh: false, next: { program } },
      { ...how, trouble: {}, refresh, next: mistake },
    ];
  });

const anyHistory = fc
  .tuple(
    mostly(1, [], undefined).chain((none) => (none === undefined ? badBeginning : fc.constant(none))),
    fc.array(anyCommand, { maxLength: 16, size: "max" }),
  )
  .map(([beginning, rest]) => [...beginning, ...rest]);

type ValueOf<Any> = Any extends fc.Arbitrary<infer Value> ? Value : never;

/** A stack of a history, with the program that was deployed last, and the one before. */
interface ModelStack {
  stack: Stack;
  /** Opens it with other resources. */
  readonly open: (resources: readonly Resource[]) => Stack;
  readonly isOpen: ReturnType<typeof isOpen>;
  program: readonly Named[];
  former: readonly Named[];
}

/** The stacks of a history, and what was tried so far. */
interface Model {
  readonly engine: Engine;
  readonly stacks: readonly [ModelStack, ModelStack];
  readonly counts: { histories: number; done: number; failed: number; killed: number; requests: number };
}

/** Runs a command. @throws Error if it breaks a law, or misses a goal although nothing happened to it. */
async function run(
  { engine, counts }: Model,
  { stack, isOpen }: ModelStack,
  what: Trouble,
  command: Command,
  isCalm = false,
): Promise<Ended> {
  const ended = await stack.command(command, optionsOf(what, engine));
  counts[ended.outcome] += 1;
  counts.requests += stack.commanded.requests.length;
  expect(judge(stack, ended, engine, isCalm ? isOpen : undefined)).toEqual([]);
  return ended;
}

/** Whether a limit stopped a command. */
function isStopped(ended: Ended): boolean {
  return ended.outcome === "failed" && ended.errors.some(({ message }) => message.includes("[CHANGE_LIMIT]"));
}

function changed({ program, former }: ModelStack, next: ValueOf<typeof anyChange>): readonly Named[] {
  if (typeof next === "string") return next === "the same" ? program : former;
  if ("program" in next) return next.program;
  if ("without" in next) return program.filter(({ name }) => name !== next.without);
  const [first, ...rest] = program;
  if (first === undefined) return [];
  if ("made" in next) return permitted([{ ...first, ...next.made(first) }, ...rest]);
  if ("toggled" in next) return permitted([{ ...first, entries: first.entries ^ next.toggled }, ...rest]);
  if ("newName" in next) {
    const { newName = first.name, appListId = first.appListId, account } = next;
    if (rest.some(({ name }) => name === newName)) return program;
    const moved = { ...first, name: newName, appListId, account: account === null ? first.account : account };
    return permitted([moved, ...rest]);
  }
  return program.map((each, index) => (index === next.rejected ? { ...each, rejection: next.rejection } : each));
}

/** The resources by name. The class of a program and the check of the plugin leave out what is over. */
function byName(declared: readonly Named[]): Readonly<Record<string, Named>> {
  const current = ({ day, entries }: Named) => (day === days.over ? entries & ~ending : entries);
  return Object.fromEntries(declared.map((each) => [each.name, { ...each, entries: current(each) }]));
}

/** Lets all last days of states and programs be over. */
function letTimePass(of: ModelStack): void {
  const age = (value: unknown) => (typeof value === "string" ? value.replaceAll(days.ahead, days.over) : value);
  const aged = (all: Properties) => Object.fromEntries(Object.entries(all).map(([name, each]) => [name, age(each)]));
  const old = (declared: readonly Named[]) => declared.map(({ day, ...each }) => ({ ...each, day: day && days.over }));
  const resources = of.stack.export();
  of.stack = of.open(resources.map((each) => ({ ...each, inputs: aged(each.inputs), state: aged(each.state) })));
  [of.program, of.former] = [old(of.program), old(of.former)];
}

async function perform(model: Model, command: ValueOf<typeof anyCommand>): Promise<void> {
  if (command === "time passes") {
    model.stacks.forEach(letTimePass);
    return;
  }
  if ("id" in command) {
    const { id, add, remove } = command;
    model.engine.simulator.edit(id, { add: byKinds(add), remove: byKinds(remove) });
    return;
  }
  const of = model.stacks[command.stack];
  const { stack } = of;
  if ("command" in command) {
    await run(model, of, command.trouble, { name: command.command });
    return;
  }
  const { next, refresh, inSequence, replacesFirst, isReversed, repeats } = command;
  const declared = changed(of, next);
  const program = programOf(byName(declared));
  const [first] = of.program;
  const newName = typeof next === "object" && "newName" in next && next.hasAlias ? next.newName : undefined;
  const isFree = newName !== undefined && !stack.export().some(({ name }) => name === newName);
  const aliases = isFree && first && !(first.name in program) ? { [newName]: first.name } : {};
  const preview = await run(model, of, {}, { name: "preview", program, aliases });
  expect(silent(stack.commanded)).toEqual([]);
  const how = { refresh, inSequence, replacesFirst, repeats, aliases };
  const shown = isReversed ? Object.fromEntries(Object.entries(program).toReversed()) : program;
  const up = await run(model, of, command.trouble, { name: "up", program: shown, ...how });
  // A preview judges as its up does, whatever the order. A replacement without a diff has none.
  if (!refresh && !replacesFirst && isStopped(preview)) expect(up.outcome).not.toBe("done");
  // The next command has a valid program again.
  if (declared.every(({ rejection }) => rejection === undefined)) [of.former, of.program] = [of.program, declared];
}

/** After a history, an up and a destroy to which nothing happens reach their goals, and another up has nothing to do. */
async function finish(model: Model, of: ModelStack): Promise<void> {
  const { stack } = of;
  const program = programOf(byName(of.program.map((each) => ({ ...each, removalLimit: "100%" }))));
  // The limit of a resource that has left the program, and whose entries others declare, is that in its state.
  const isCalm = stack.export().every(({ name, state, isPendingDelete }) => {
    return state["removalLimit"] === "100%" || (!isPendingDelete && name in program);
  });
  await run(model, of, {}, { name: "up", program, refresh: true }, isCalm);
  if (isCalm && of.isOpen({ what: "change", name: "", declared: [], outcome: "done" })) {
    await run(model, of, {}, { name: "up", program }, true);
    expect(silent(stack.commanded)).toEqual([]);
  }
  await run(model, of, {}, { name: "destroy" }, true);
}

it.each(runs)("follows the laws in any history, with $name", { timeout }, async ({ host, least, ownSeed }) => {
  const counts = { histories: 0, done: 0, failed: 0, killed: 0, requests: 0 };
  const engine = await startEngine(host, { accounts });
  onTestFinished(() => engine.close());
  printTried(
    () => JSON.stringify(counts),
    () => ({ LAWS_HISTORIES: counts.histories }),
  );
  const property = fc.asyncProperty(anyApi, anyHistory, async (api, history) => {
    counts.histories += 1;
    const { behavior, observe } = api;
    engine.reset(listsOf(api), behavior);
    const [first, second] = observe.map((each): ModelStack => {
      const settings = { ...settingsOf(each), accounts: accountsOf(engine.simulator) };
      return {
        stack: engine.stack(settings),
        open: (resources) => engine.stack(settings, resources),
        isOpen: isOpen({ ...behavior, observe: each }),
        program: [],
        former: [],
      };
    });
    if (first === undefined || second === undefined) throw new Error("There are no stacks.");
    const model: Model = { engine, stacks: [first, second], counts };
    for (const command of history) await perform(model, command);
    for (const stack of model.stacks) await finish(model, stack);
  });
  // The set-ups share the time.
  const isTimed = labMinutes > 0 && limit === undefined;
  const plugins = isTimed ? [fc.interruptAfterTimeLimit(labTime("model", runs.length))] : [];
  const numRuns = isTimed ? Number.MAX_SAFE_INTEGER : Number(limit ?? least);
  await fc.assert(property, { seed: ownSeed, numRuns, plugins });
  expect(counts.histories).toBeGreaterThanOrEqual(isTimed ? 1 : numRuns);
});
