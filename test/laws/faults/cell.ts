import { expect } from "vitest";
import { kinds } from "../../../provider/list/kinds";
import { parseState, type State } from "../../../provider/resource/state";
import type { Behaviour, Fault } from "../../../provider/simulator/index";
import { leaksIn, secretsOf } from "../../harness/canaries";
import { startEngine, type CommandOptions, type Ended, type Engine, type Stack } from "../engine";
import type { Host, Properties } from "../hosts/host";

/** The list that every cell changes. */
const appListId = 4321;

/** What others have put into the list; of that, the resource declares com.shared. */
const foreign = {
  appBundles: ["com.foreign.a", "com.shared"],
  placementIds: ["7-foreign"],
  websites: ["foreign.example"],
};

const declared = {
  first: {
    appListId,
    appBundles: "com.own.a\ncom.own.b\ncom.shared\n",
    placementIds: "1-own\n",
    websites: "own.example\n",
  },
  more: {
    appListId,
    appBundles: "com.own.a\ncom.own.b\ncom.own.c\ncom.shared\n",
    placementIds: "1-own\n2-own\n",
    websites: "own.example\n",
  },
  fewer: { appListId, appBundles: "com.own.b\ncom.shared\n", placementIds: "1-own\n" },
  other: {
    appListId,
    appBundles: "com.own.b\ncom.own.c\ncom.shared\n",
    placementIds: "2-own\n",
    websites: "new.example\n",
  },
};

/** What is done while the fault strikes. */
export interface Operation {
  readonly name: string;
  /** What is declared before; undefined where the resource does not exist. */
  readonly from: Properties | undefined;
  readonly run: (stack: Stack, options?: CommandOptions) => Promise<Ended>;
  /** Whether it may fail where the service does not show the list, and whether entries of others may go. */
  readonly isExclusive: boolean;
}

/** Every operation of a resource. */
export const operations: readonly Operation[] = [
  up("a create", undefined, declared.first),
  up("an update that adds", declared.first, declared.more),
  up("an update that removes", declared.first, declared.fewer),
  up("an update that does both", declared.first, declared.other),
  up("an update that makes it exclusive", declared.first, { ...declared.other, exclusive: true, removalLimit: "100%" }),
  { name: "a delete", from: declared.first, run: (stack, options) => stack.destroy(options), isExclusive: false },
  { name: "a refresh", from: declared.first, run: (stack, options) => stack.refresh(options), isExclusive: false },
];

function up(name: string, from: Properties | undefined, to: Properties): Operation {
  const isExclusive = to["exclusive"] === true;
  return { name, from, run: (stack, options) => stack.up({ blocked: to }, options), isExclusive };
}

/** One cell of the matrix. */
export interface Cell {
  readonly operation: Operation;
  readonly behaviour: Partial<Behaviour>;
  readonly effect: Fault["effect"];
  readonly answer: Fault["answer"];
  /** Which request of the operation the fault strikes, from 1. */
  readonly request: number;
}

/** How many requests one command may send, whatever happens. */
const mostRequests = 40;

/**
 * Runs a cell: the operation with its fault, then the same once more without, then destroy.
 *
 * @returns whether the operation has so many requests that the fault struck.
 */
export async function runCell(host: Host, { operation, behaviour, effect, answer, request }: Cell): Promise<boolean> {
  const lists = [{ id: appListId, name: "brand-safety", ...foreign }];
  const engine = await startEngine(host, { lists, behaviour });
  const { simulator } = engine;
  const { isExclusive } = operation;
  try {
    const stack = engine.stack();
    if (operation.from !== undefined) expect(await stack.up({ blocked: operation.from })).toEqual({ outcome: "done" });
    simulator.clearJournal();
    const struck = await operation.run(stack, {
      faults: [{ on: { nth: request }, effect, answer }],
      // An answer that does not come ends with the operation's time, which is real.
      ...(takesForever(answer) && { settings: { timeoutSeconds: "1" } }),
    });
    expect(simulator.journal.length).toBeLessThanOrEqual(mostRequests);
    expectEnded(struck);
    expectNoSecret(engine, stack, struck);
    expectIntact(engine, isExclusive);
    // After a failed delete the engine keeps the state as it was: the next look at the list corrects it.
    if (operation.name === "a delete" && struck.outcome === "failed") await stack.refresh();
    expectHonest(engine, stack);
    if (!simulator.journal.some(({ fault }) => fault !== undefined)) return false;

    const again = await operation.run(stack);
    expectNoSecret(engine, stack, again);
    expectConverged(again, isExclusive && behaviour.removeAbsent === "error");
    expectIntact(engine, isExclusive);
    expectHonest(engine, stack);
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expectIntact(engine, isExclusive);
    return true;
  } finally {
    await engine.close();
  }
}

function takesForever(answer: Fault["answer"]): boolean {
  return answer.kind === "hang" || answer.kind === "drip";
}

/** Where it failed, it says so in a sentence that a person can act on. */
function expectEnded(ended: Ended): void {
  if (ended.outcome === "done") return;
  const sentences = ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [];
  expect(sentences).toEqual([expect.stringMatching(/^[A-Za-z].{40,}/su)]);
}

/** No secret turns up in what was said, in an error or in the state. */
function expectNoSecret({ simulator }: Engine, stack: Stack, ended: Ended): void {
  expect(leaksIn([stack.printed, ended, stack.state("blocked")], secretsOf(simulator))).toEqual([]);
}

/** The same operation without a fault reaches its goal; where nobody can see whether it did, it says that. */
function expectConverged(ended: Ended, isUnseen: boolean): void {
  if (isUnseen && ended.outcome === "failed") {
    expect(ended.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("exclusive requires that the list can be read, and it could not be"),
    ]);
  } else expect(ended).toEqual({ outcome: "done" });
}

/** Nothing that others put into the list is gone. */
function expectIntact({ simulator }: Engine, isExclusive: boolean): void {
  if (isExclusive) return;
  for (const kind of kinds) {
    expect(simulator.list(appListId)?.[kind] ?? []).toEqual(expect.arrayContaining(foreign[kind]));
  }
}

/** The state claims nothing that is not in the list, but for removals of which it says that they are not confirmed. */
function expectHonest({ simulator }: Engine, stack: Stack): void {
  const state = stateOf(stack);
  if (state === undefined) return;
  const { managed, unconfirmed } = state.ownership;
  for (const kind of kinds) {
    const listed = new Set(simulator.list(appListId)?.[kind]);
    expect([...managed[kind].difference(unconfirmed.remove[kind]).difference(listed)]).toEqual([]);
  }
}

function stateOf(stack: Stack): State | undefined {
  const outputs = stack.state("blocked");
  return outputs === undefined ? undefined : parseState(outputs);
}
