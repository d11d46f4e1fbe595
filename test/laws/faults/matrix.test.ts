import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bounds } from "../../../provider/api/bounds";
import { defaultBehavior, type Fault, type SimulatedList } from "../../../provider/simulator/index";
import { samples } from "../../harness/samples";
import type { Program, Resource } from "../deployment";
import { startEngine, type Command, type CommandOptions, type Engine, type Stack } from "../engine";
import { hosts } from "../hosts/index";
import { judge } from "../judge";
import { bitsOf, byKinds } from "../oracle/bits";
import { programOf } from "../program";
import { labMinutes, labTime, printTried, seed } from "../sample";
import { isOpen } from "../services";
import { costlyAnswers, semantics } from "./answers";
import { failures, refusals, type Failure } from "./failures";

/** The list that every cell changes. */
const appListId = 4321;

function declares(names: string, exclusive = false): Program {
  return programOf({ blocked: { appListId, entries: bitsOf(names.split(" ")), exclusive } });
}

/** The entries that the list has at first; the resource declares com.d, and adopts it. */
const initial = byKinds(bitsOf(["com.z", "com.d", "7-z", "z.example"]));
const first = declares("com.a com.b com.d 1-p a.example");
const more = declares("com.a com.b com.c com.d 1-p 2-q a.example");
const fewer = declares("com.b com.d 1-p");
const other = "com.b com.c com.d 2-q b.example";

/** Every operation of a resource, and the program before it; undefined if the resource does not exist. */
const operations: readonly { readonly name: string; readonly from?: Program; readonly command: Command }[] = [
  { name: "a create", command: { name: "up", program: first } },
  { name: "an update that adds", from: first, command: { name: "up", program: more } },
  { name: "an update that removes", from: first, command: { name: "up", program: fewer } },
  { name: "an update that does both", from: first, command: { name: "up", program: declares(other) } },
  { name: "an update that makes it exclusive", from: first, command: { name: "up", program: declares(other, true) } },
  { name: "a delete", from: first, command: { name: "destroy" } },
  { name: "a refresh", from: first, command: { name: "refresh" } },
];

/** A stack and its list. */
interface Situation {
  readonly resources: readonly Resource[];
  readonly list: SimulatedList;
}

/** One cell of the matrix. */
interface Cell {
  readonly name: string;
  run(): Promise<void>;
}

/** The cells of an operation: every failure at every request, and every refusal, for every meaning of the responses. */
async function cellsOf(engine: Engine, { from, command }: (typeof operations)[number]): Promise<readonly Cell[]> {
  const { simulator } = engine;
  const all: Cell[] = [];
  for (const [meaning, behavior] of Object.entries(semantics)) {
    const enter = ({ resources, list }: Situation): Stack => {
      engine.reset([list], behavior);
      return engine.stack({}, resources);
    };
    const situationOf = (stack: Stack): Situation => {
      const list = simulator.list(appListId);
      if (list === undefined) throw new Error("The list is gone.");
      return { resources: stack.export(), list };
    };
    const fresh = enter({ resources: [], list: { id: appListId, name: "brand-safety", ...initial } });
    if (from !== undefined) await fresh.up(from);
    const start = situationOf(fresh);
    const tried = enter(start);
    await tried.command(command);
    const requests = simulator.journal.length;
    // The next commands depend on the situation alone: each is continued once.
    const continued = new Set<string>();
    const calm = async (stack: Stack, next: Command): Promise<void> =>
      expect(judge(stack, await stack.command(next), engine, isOpen(behavior))).toEqual([]);
    /** Runs the operation with a failure, then without one, then destroy. */
    const runCell = async (failure: Failure, request?: number): Promise<void> => {
      const stack = enter(start);
      simulator.setBehavior(failure.behavior ?? {});
      const ended = await stack.command(command, optionsOf(engine, failure, request));
      expect(judge(stack, ended, engine)).toEqual([]);
      if (failure.cancel !== undefined) judgeCancellation(stack, failure, request);
      else if (request !== undefined) expect(simulator.journal.some(({ fault }) => fault !== undefined)).toBe(true);
      simulator.setBehavior({ ...defaultBehavior, ...behavior });
      const situation = JSON.stringify(situationOf(stack));
      if (continued.has(situation)) return;
      continued.add(situation);
      for (const next of [{ name: "refresh" }, command, { name: "destroy" }] as const) await calm(stack, next);
    };
    const cellOf = (failure: Failure, request?: number): Cell => ({
      name: `${meaning}, ${failure.name}, request ${request ?? "any"}`,
      run: () => runCell(failure, request),
    });
    const each = Array.from({ length: requests }, (_, index) => index + 1);
    all.push(...refusals.map((refusal) => cellOf(refusal)));
    all.push(...failures.flatMap((failure) => each.map((request) => cellOf(failure, request))));
  }
  return all;
}

/** @param request the request that fails, from 1. Default: all requests. */
function optionsOf({ simulator, time }: Engine, failure: Failure, request: number | undefined): CommandOptions {
  const { answer, effect = "before", every, cancel, isLasting = false } = failure;
  const on: Fault["on"] = every === undefined ? { nth: request } : { action: every };
  const faults = answer === undefined ? [] : [{ on, effect, answer }];
  const onRequest: CommandOptions["onRequest"] = (nth, { fault }) => {
    if (isLasting && nth === request) faults.forEach((each) => simulator.addFault({ ...each, on: {} }));
    // The timeout, or what is left after the cancellation, is over as soon as a response does not arrive.
    const milliseconds = cancel === undefined ? 3_600_000 : bounds.timeToFinish;
    const isOpenEnded = answer?.kind === "hang" || answer === costlyAnswers["stall"];
    if (fault !== undefined && isOpenEnded) setTimeout(() => void time.sleep(milliseconds), 5);
  };
  const cancellation = typeof cancel === "number" ? { wait: cancel } : { request };
  return { faults, onRequest, cancel: cancel === undefined ? undefined : cancellation };
}

function judgeCancellation({ commanded, printed }: Stack, { cancel }: Failure, request: number | undefined): void {
  if (cancel !== "at the request") return;
  const { requests, operations: ended, said } = commanded;
  const [operation] = ended;
  // Nothing is sent after the cancellation.
  expect(requests.length).toBeLessThanOrEqual(request ?? 0);
  // A failure names the cancellation, unless the API refused the last request.
  const isRefused = requests.at(-1)?.outcome === "refused";
  if (operation?.outcome === "failed" && !isRefused) expect([said, ...printed].join()).toContain("COMMAND_CANCELED");
  // A resource is created only if something of it was sent.
  const isSent = requests.some(({ action, named }) => action === "add" && named !== 0);
  if (operation?.before === undefined && !isSent) expect(operation?.after).toBeUndefined();
}

/** A part of the cells in `npm test`, and all in `npm run lab -- laws`, in the order of the seed. */
function chosenOf(all: readonly Cell[]): readonly Cell[] {
  const count = labMinutes > 0 ? all.length : Math.ceil((all.length * samples) / 250);
  const [chosen = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), {
    numRuns: 1,
    seed,
  });
  return chosen;
}

describe.each(hosts)("with $name, every fault and every cancellation at every request of an operation", (host) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine(host);
  });
  afterAll(() => engine.close());

  it.each(operations)("is survived by $name", { timeout: 1_800_000 }, async (operation) => {
    const failed: string[] = [];
    const all = await cellsOf(engine, operation);
    const chosen = chosenOf(all);
    const end = performance.now() + labTime("matrix", hosts.length * operations.length);
    let tried = 0;
    printTried(() => `${host.name}, ${operation.name}: ${tried} of ${all.length} cells, ${failed.length} failed`);
    for (const { name, run } of chosen) {
      if (performance.now() >= end) break;
      tried += 1;
      await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    }
    expect(failed).toEqual([]);
    expect(all.length).toBeGreaterThan(500);
  });
});
