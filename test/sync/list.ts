import { onTestFinished } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { isEmpty, noEntries, type Action, type Entries } from "../../provider/list/entries";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { usualLimit, type Limit } from "../../provider/list/limits";
import { nothingManaged } from "../../provider/list/ownership";
import { nothingPermitted, permitFor, type Permit } from "../../provider/list/permit";
import type { Views } from "../../provider/list/views";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { ApiError } from "../../provider/api/errors";
import { defaultAccount } from "../../provider/simulator/index";
import type { Fault, FaultAnswer, JournalEntry, Simulator, SimulatorOptions } from "../../provider/simulator/index";
import {
  asApiError,
  defaultSyncPolicy,
  type Exchange,
  type ListAccess,
  type SyncPolicy,
} from "../../provider/sync/access";
import type { Failure } from "../../provider/sync/failure";
import type { Goal } from "../../provider/sync/goal";
import { afterExchange, afterQueue, type Knowledge } from "../../provider/sync/knowledge";
import { observe, observeBeforeChange } from "../../provider/sync/observe";
import { advance, makeQueue } from "../../provider/sync/queue";
import { changeList, type ChangeResult } from "../../provider/sync/reconcile";
import { settingsFor } from "../api/server";
import { testExamples } from "../harness/example-texts";
import { virtualClock } from "../harness/virtual-clock";
import { judgementsOf } from "../list/updates";
import { simulatorBehindGateway } from "../simulator/simulators";

/** The list that every test of this folder changes, and the path of a read endpoint. */
const appListId = 7;
export const readPath = "/v1/app_list/{id}";

/**
 * A failure of the simulator: of every request with an action ("add"), or of one of them ("add 2"). A number is the status
 * of its response. By default the request has no effect.
 */
export function fault(
  request: Request | `${Request} ${number}`,
  answer: number | "reset" | "cut" | FaultAnswer,
  effect: Fault["effect"] = "before",
): Fault {
  const action = requests.find((each) => request.startsWith(each));
  const nth = /\d+$/u.exec(request)?.[0];
  const whole = typeof answer === "string" ? ({ kind: answer } as const) : answer;
  return {
    on: { action, ...(nth !== undefined && { nth: Number(nth) }) },
    effect,
    answer: typeof whole === "number" ? { kind: "status", status: whole } : whole,
  };
}

const requests = ["add", "remove", "token", "read"] as const;
type Request = (typeof requests)[number];

/** So many app bundles with names that are in their order. */
export function numbered(size: number, prefix = "com.own.x"): readonly string[] {
  return Array.from({ length: size }, (_, index) => `${prefix}${String(index).padStart(3, "0")}`);
}

/** What is known of a list that was read, after one request. */
export function afterSent(
  before: Knowledge,
  action: Action,
  entries: Entries,
  response: Exchange["response"],
  elapsed = 0,
): Knowledge {
  const exchange = { entries, response, elapsed };
  const first = makeQueue(action, entries, { round: 1, wasRead: true, isAccepted: false, most: Infinity });
  const queue = advance(first, exchange, before.reader, defaultSyncPolicy);
  return afterQueue(afterExchange(before, queue, exchange), queue);
}

/** A goal of a resource that manages these entries: by default none, not exclusive, without a guard. */
export function goalOf({ managed = noEntries, ...goal }: GoalParts): Goal {
  const ownership = { ...nothingManaged, managed };
  return { what: "update", exclusive: false, missing: noEntries, ownership, ...goal };
}

type GoalParts = Partial<Goal> & Pick<Goal, "desired"> & Partial<Pick<Goal["ownership"], "managed">>;

/** A guard with a limit, by default the usual one of what a resource manages, and nobody who approves anything. */
export function guardWith(whole: Entries, removal: Limit = usualLimit): NonNullable<Goal["guard"]> {
  return (update) => judgementsOf(update, { removal, whole });
}

/** A change; what is left out is: nothing managed, not exclusive, no guard, nobody else. */
type Change = GoalParts & {
  /** The entries that others declare, at a removal of some. Default: none. */
  readonly declaredElsewhere?: ListAccess["declaredElsewhere"];
  /** Default: that of the goal. */
  readonly permit?: Permit;
};

type ListOptions = Omit<SimulatorOptions, "lists" | "onRequest"> & {
  readonly websites?: readonly string[];
  readonly access?: Partial<ListAccess>;
  readonly policy?: Partial<SyncPolicy>;
  readonly timeoutSeconds?: number;
  /** The seconds after which a gateway answers 504. Default: there is none. */
  readonly gatewaySeconds?: number;
  /** What others do when a request has arrived. */
  readonly meanwhile?: (entry: JournalEntry, simulator: Simulator) => void;
};

/** Starts a simulator with one list that holds the given app bundles. */
export async function testList(holds: readonly string[] = [], options: ListOptions = {}) {
  const { websites = [], access: chosen, policy, timeoutSeconds = 60, gatewaySeconds, meanwhile, ...others } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds, websites }];
  const clock = virtualClock();
  const timeout = gatewaySeconds === undefined ? undefined : { clock, seconds: gatewaySeconds };
  const onRequest = (entry: JournalEntry): void => meanwhile?.(entry, simulator);
  const simulator: Simulator = await simulatorBehindGateway({ clock, onRequest, ...others, lists }, timeout);
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const login = { apiKey, apiSecret, username, password, readPath, timeoutSeconds: String(timeoutSeconds) };
  const api = new ApiClient(settingsFor(simulator.url, login), { cancellation: new Cancellation(clock) });
  onTestFinished(() => api.close());
  const access: ListAccess = {
    api,
    appListId,
    owner: {},
    permit: nothingPermitted,
    declaredElsewhere: () => noEntries,
    observe: "probe",
    policy: { ...defaultSyncPolicy, ...policy },
    deadline: api.deadline(),
    ...chosen,
  };
  /** The requests so far, as `add 200`, `add of 3: 200` or `add none` without a response. */
  const requests = (): readonly string[] =>
    simulator.journal.map(({ action, status = "none", entries = {} }) => {
      const size = Object.values(entries).flat().length;
      return size > 1 ? `${action} of ${size}: ${status}` : `${action} ${status}`;
    });
  return {
    simulator,
    /** The clock of the simulator and of the provider. */
    clock,
    access,
    requests,
    /** Changes the list, and returns what came of it. */
    change: async ({ declaredElsewhere = () => noEntries, permit, ...goal }: Change) => {
      const whole = goalOf(goal);
      // A delete only reads before it changes the list.
      const first = await (isEmpty(whole.desired) ? observe(access) : observeBeforeChange(access));
      const permitted = permit ?? permitFor(whole.ownership, whole);
      return changeList({ ...access, permit: permitted, declaredElsewhere }, whole, first);
    },
  };
}

/** A change of a list that holds some app bundles. Several changes follow each other. */
export type Example = readonly [change: Change | readonly Change[], holds?: readonly string[], options?: ListOptions];

/** Examples for each of some values, with the value at the end of the title. */
export function examplesFor<Value>(
  values: readonly Value[],
  examples: (value: Value) => Readonly<Record<string, Example>>,
): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    values.flatMap((value) =>
      Object.entries(examples(value)).map(([title, example]) => [`${title}: ${String(value)}`, example] as const),
    ),
  );
}

/** Tests that changes end as a file of examples shows it. */
export function testChanges(path: string, examples: Readonly<Record<string, Example>>): void {
  testExamples(path, Object.fromEntries(Object.entries(examples).map(([title, each]) => [title, () => linesOf(each)])));
}

async function linesOf([changes, holds, options]: Example): Promise<readonly string[]> {
  const list = await testList(holds, options);
  const printed: string[] = [];
  for (const change of [changes].flat()) {
    const end = await list
      .change(change)
      .then(printEnd, (error: unknown) => [`failed: ${printError(asApiError(error))}`]);
    const requests = inRuns(list.requests().filter((each) => each !== "token 200"));
    printed.push(`requests: ${requests.join(", ") || "none"}`, ...end);
    list.simulator.clearJournal();
  }
  const held = list.simulator.list(appListId);
  printed.push(`the list: ${printEntries({ ...noEntries, ...byKind((kind) => EntrySet.of(held?.[kind] ?? [])) })}`);
  const waits = list.clock.delays.map((delay) => delay / 1000);
  return waits.length === 0 ? printed : [...printed, `waits: ${waits.join(", ")} s`];
}

/** Repeated ones once, with their number. */
function inRuns(texts: readonly string[]): readonly string[] {
  const starts = texts.flatMap((text, index) => (texts[index - 1] === text ? [] : [index]));
  return starts.map((start, run) => {
    const length = (starts[run + 1] ?? texts.length) - start;
    return length === 1 ? String(texts[start]) : `${texts[start]} ×${length}`;
  });
}

function printEntries(entries: Entries): string {
  const all = kinds.flatMap((kind) => [...entries[kind]]).map((entry) => entry.replace(/x[0-9a-f]{32}$/u, "x…"));
  return all.length > 7 ? `${all.length}, ${all[0]} to ${all.at(-1)}` : all.join(" ") || "empty";
}

function printViews(views: Views): string {
  const shown = kinds.filter((kind) => views[kind].basis === "believed" || views[kind].entries.size > 0);
  const print = (kind: Kind) => `${views[kind].basis} ${printEntries({ ...noEntries, [kind]: views[kind].entries })}`;
  return shown.map((kind) => `${kind} ${print(kind)}`).join("; ") || "seen empty";
}

function printError({ meaning, status, effect }: ApiError): string {
  return [meaning, status, effect].filter(Boolean).join(" ");
}

function printEnd(end: ChangeResult): readonly string[] {
  const { acknowledged, unconfirmed, added, removed, unowned, vanished, handedOver, sentinels, update } = end;
  const facts: Readonly<Record<string, Entries>> = {
    added,
    removed,
    "acknowledged as added": acknowledged.add,
    "acknowledged as removed": acknowledged.remove,
    "may be added": unconfirmed.add,
    "may be removed": unconfirmed.remove,
    unowned,
    vanished,
    "handed over": handedOver,
    sentinels,
    "left to add": update.remaining.add,
    "left to remove": update.remaining.remove,
  };
  const shown = Object.entries(facts).filter(([, entries]) => !isEmpty(entries));
  return [
    `ends: ${printFailure(end.failure)}${end.mayHaveChanged ? "" : ", unchanged"}`,
    ...shown.map(([name, entries]) => `${name}: ${printEntries(entries)}`),
    `before: ${printViews(end.viewsBefore)}, by ${end.first.reader.by}`,
    `after: ${printViews(end.viewsAfter)}`,
  ];
}

function printFailure(failure: Failure | undefined): string {
  if (failure === undefined) return "done";
  return JSON.stringify(failure, (_, value: unknown) => {
    if (value instanceof ApiError) return printError(value);
    return isEntries(value) ? printEntries(value) : value;
  });
}

function isEntries(value: unknown): value is Entries {
  return typeof value === "object" && value !== null && "appBundles" in value && value.appBundles instanceof EntrySet;
}
