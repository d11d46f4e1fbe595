import { expect } from "vitest";
import { timeToFinish } from "../../../provider/api/deadline";
import { defaultBehavior, type Behavior, type Fault, type SimulatedList } from "../../../provider/simulator/index";
import type { Resource } from "../deployment";
import { JudgedStack, type Step } from "../drivers/judged-stack";
import { standInDriver } from "../drivers/stand-in";
import type { Engine, Stack } from "../engine";
import { excuseOf, ledgerOf } from "../model/api";
import { byKinds, listsNow, type Lists } from "../oracle/entries";
import { listFacts, type Facts } from "../oracle/facts";
import { afterLateEffect, type Ledger } from "../oracle/ledger";
import { requireNone, violations } from "../oracle/violations";
import type { Declared } from "../oracle/program";

/** The list that every cell changes. */
const appListId = 4321;

const lists = [String(appListId)];

/** The entries that the list has at first; the resource declares com.shared, and adopts it. */
const initial = ["com.existing.a", "com.shared", "7-existing", "existing.example"];

function declares(names: string, more: Partial<Declared> = {}): readonly Declared[] {
  return [{ name: "blocked", appListId, entries: names.split(" "), ...more }];
}

const first = declares("com.own.a com.own.b com.shared 1-own own.example");
const more = declares("com.own.a com.own.b com.own.c com.shared 1-own 2-own own.example");
const fewer = declares("com.own.b com.shared 1-own");
const other = declares("com.own.b com.own.c com.shared 2-own new.example");
const exclusive = other.map((resource) => ({ ...resource, exclusive: true, removalLimit: "100%" }));

/** A command during which a fault strikes. */
export interface Operation {
  readonly name: string;
  /** The program before; undefined if the resource does not exist. */
  readonly from?: readonly Declared[];
  readonly step: Step;
}

/** Every operation of a resource. */
export const operations: readonly Operation[] = [
  { name: "a create", step: { command: "up", program: first } },
  { name: "an update that adds", from: first, step: { command: "up", program: more } },
  { name: "an update that removes", from: first, step: { command: "up", program: fewer } },
  { name: "an update that does both", from: first, step: { command: "up", program: other } },
  { name: "an update that makes it exclusive", from: first, step: { command: "up", program: exclusive } },
  { name: "a delete", from: first, step: { command: "destroy" } },
  { name: "a refresh", from: first, step: { command: "refresh" } },
];

/** What happens to an operation. */
export interface Disturbance {
  /** Default: before. */
  readonly effect?: Fault["effect"];
  /** Default: the usual answer. */
  readonly answer?: Fault["answer"];
  /** The action of which every request gets the answer. Default: one request does. */
  readonly every?: "add" | "remove";
  /** What the API refuses during the operation. */
  readonly behavior?: Partial<Behavior>;
  /** Whether all later requests of the operation fail as well, without an effect. Default: only this one fails. */
  readonly isLasting?: boolean;
  /** The time of the operation, in seconds. Default: an hour. */
  readonly timeoutSeconds?: number;
  /** Whether the operation must succeed nonetheless. Default: it may fail. */
  readonly isHarmless?: boolean;
  /** Cancels the operation: at the request, or at a wait of the provider, counted from 1. Default: it is not canceled. */
  readonly cancel?: "at the request" | number;
}

/** A stack, its list, and what the oracle knows of them. */
interface Situation {
  readonly resources: readonly Resource[];
  readonly list: SimulatedList;
  readonly ledger: Ledger;
}

/** The most requests of an operation of which the API refuses something, unless each request has one entry. */
const mostRefusedRequests = 20;

/** Brings the stack to where the operation begins, and counts its requests. */
export async function prepareCells(engine: Engine, operation: Operation, behavior: Partial<Behavior>) {
  const { name, from, step } = operation;
  const { simulator } = engine;
  const enter = ({ resources, list, ledger }: Situation): { stack: Stack; judged: JudgedStack } => {
    engine.reset([list], behavior);
    const stack = engine.stack({}, resources);
    return { stack, judged: new JudgedStack(standInDriver(engine, stack), ledger, lists) };
  };
  const situationOf = (stack: Stack, { ledger }: JudgedStack): Situation => {
    const list = simulator.list(appListId);
    if (list === undefined) throw new Error("The list is gone.");
    return { resources: stack.export(), list, ledger };
  };
  const present =
    behavior.shows?.remove?.omitsEmpty === true ? initial.filter((name) => name.startsWith("com.")) : initial;
  const list = { id: appListId, name: "brand-safety", ...byKinds(present) };
  const fresh = enter({ resources: [], list, ledger: ledgerOf(behavior) });
  if (from !== undefined) await fresh.judged.run({ command: "up", program: from }, { mustSucceed: true });
  const start = situationOf(fresh.stack, fresh.judged);
  const withoutFault = await enter(start).judged.run(step);
  const expectation = { mustSucceed: true, excuse: excuseOf(behavior) };
  // The next commands depend on the situation alone: each is continued once.
  const continued = new Set<string>();

  /** Lets a slow request take effect that its command no longer awaited. */
  const awaitEffect = (judged: JudgedStack, before: Lists): void => {
    const atTheEnd = listsNow(simulator, lists);
    simulator.finishSlow();
    const later = listsNow(simulator, lists);
    judged.ledger = afterLateEffect(judged.ledger, atTheEnd.entries, later.entries);
    requireNone(violations({ "no entry is added twice": listFacts(before, later).multiplied }));
  };

  /** Runs the commands that follow, without a failure. */
  const goOn = async (stack: Stack, judged: JudgedStack, { outcome }: Facts): Promise<void> => {
    // After a failed delete the engine keeps the state. The next refresh corrects it.
    if (name === "a delete" && outcome === "failed") await judged.run({ command: "refresh" });
    const situation = JSON.stringify(situationOf(stack, judged), (_, value: unknown) =>
      value instanceof Set || value instanceof Map ? [...value] : value,
    );
    if (continued.has(situation)) return;
    continued.add(situation);
    await judged.run(step, expectation);
    await judged.run({ command: "destroy" }, expectation);
  };

  /**
   * Runs the operation with a disturbance, then without one, then destroy.
   *
   * @param request the disturbed request, from 1. Default: all requests.
   * @returns the facts of the disturbed operation.
   */
  const run = async (disturbance: Disturbance, request?: number): Promise<Facts> => {
    const { effect = "before", answer, every, behavior: refusing, timeoutSeconds = 3600, cancel } = disturbance;
    const { isLasting = false, isHarmless = false } = disturbance;
    const { stack, judged } = enter(start);
    if (refusing !== undefined) simulator.setBehavior(refusing);
    const on = every === undefined ? { nth: request } : { action: every };
    const faults = answer === undefined ? [] : [{ on, effect, answer }];
    const onRequest: Step["onRequest"] = (nth, { fault }) => {
      if (isLasting && nth === request) faults.forEach((fault) => simulator.addFault({ ...fault, on: {} }));
      // The timeout, or what is left after the cancellation, is over as soon as a response does not arrive.
      const milliseconds = cancel === undefined ? 3_600_000 : timeToFinish;
      if (fault?.kind === "hang" || fault?.kind === "stall") setTimeout(() => void engine.time.sleep(milliseconds), 5);
    };
    const isCanceledAtWait = typeof cancel === "number";
    const cancellation = isCanceledAtWait ? { wait: cancel } : { request: request ?? 1 };
    const settings = { timeoutSeconds: String(timeoutSeconds) };
    const options = { faults, onRequest, settings, cancel: cancel === undefined ? undefined : cancellation };
    const isRefusal = request === undefined;
    const mostRequests = isRefusal && behavior.maxEntriesPerRequest === undefined ? mostRefusedRequests : undefined;
    const before = listsNow(simulator, lists);
    const facts = await judged.run({ ...step, ...options }, { mustSucceed: isHarmless, mostRequests });
    if (answer?.kind === "slow") awaitEffect(judged, before);
    // A command that is canceled at an earlier wait does not get so far, and not every one sends both actions.
    else if (answer !== undefined && !isRefusal && !isCanceledAtWait)
      expect(facts.requests.filter(({ fault }) => fault !== undefined)).not.toEqual([]);
    const { claims, claimsBefore, after, outcome } = facts;
    const gone = claimsBefore.managed.intersection(after).difference(claims.managed);
    const isKept = every !== undefined && outcome === "failed";
    requireNone(violations({ "a refusal takes no listed entry out of the state": isKept ? gone : [] }));
    simulator.setBehavior({ ...defaultBehavior, ...behavior });
    await goOn(stack, judged, facts);
    return facts;
  };
  return { requests: withoutFault.requests.length, run };
}
