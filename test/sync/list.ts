import { expect, onTestFinished } from "vitest";
import { isEmpty, noEntries, type Action, type Entries } from "../../provider/list/entries";
import { usualLimit, type Limit } from "../../provider/list/limits";
import { nothingManaged } from "../../provider/list/ownership";
import { nothingPermitted, permitFor, type Permit } from "../../provider/list/permit";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { defaultAccount } from "../../provider/simulator/index";
import type { Fault, FaultAnswer, SimulatorOptions } from "../../provider/simulator/index";
import { settingsFor } from "../api/server";
import { judgementsOf } from "../list/updates";
import { operationOn } from "../resource/known-list";
import { virtualClock } from "../harness/virtual-clock";
import { defaultSyncPolicy, type Exchange, type ListAccess, type SyncPolicy } from "../../provider/sync/access";
import { ChangeError } from "../../provider/resource/texts/failures";
import type { Goal } from "../../provider/sync/goal";
import { observe, observeBeforeChange } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { advance, makeQueue } from "../../provider/sync/queue";
import { afterExchange, afterQueue, type Knowledge } from "../../provider/sync/knowledge";
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

/** Matches a text that contains these parts, in their order. */
export function words(...parts: readonly string[]): unknown {
  const escaped = parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&"));
  return expect.stringMatching(new RegExp(escaped.join("[^]*"), "u"));
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
export function goalOf({ managed = noEntries, ...goal }: Partial<Goal> & Pick<Goal, "desired">): Goal {
  const ownership = { ...nothingManaged, managed };
  const whole = { what: "update", exclusive: false, missing: noEntries } as const;
  return { ...whole, ownership, managed, ...goal };
}

/** A guard with a limit, by default the usual one of what a resource manages, and nobody who approves anything. */
export function guardWith(whole: Entries, removal: Limit = usualLimit): NonNullable<Goal["guard"]> {
  return (update) => judgementsOf(update, { removal, whole });
}

type PartialGoal = Partial<Goal> &
  Pick<Goal, "desired"> & {
    /** The entries that others declare, at a removal of some. Default: none. */
    readonly declaredElsewhere?: ListAccess["declaredElsewhere"];
    /** Default: that of the goal. */
    readonly permit?: Permit;
  };

/** A list of the simulator, and what a resource would use to change it. */
export type TestList = Awaited<ReturnType<typeof testList>>;

type ListOptions = Omit<SimulatorOptions, "lists"> & {
  readonly access?: Partial<ListAccess>;
  readonly policy?: Partial<SyncPolicy>;
  readonly timeoutSeconds?: number;
  /** The seconds after which a gateway answers 504. Default: there is none. */
  readonly gatewaySeconds?: number;
};

/** Starts a simulator with one list that holds the given app bundles. */
export async function testList(holds: readonly string[] = [], options: ListOptions = {}) {
  const { access: chosenAccess, policy, timeoutSeconds = 60, gatewaySeconds, ...simulatorOptions } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds }];
  const clock = virtualClock();
  const timeout = gatewaySeconds === undefined ? undefined : { clock, seconds: gatewaySeconds };
  const simulator = await simulatorBehindGateway({ clock, ...simulatorOptions, lists }, timeout);
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
    ...chosenAccess,
  };
  /** The requests so far, as `add 200` or `add none` without a response. */
  const requests = (): readonly string[] =>
    simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
  /** The app bundles of the list, sorted. */
  const appBundles = (): readonly string[] => (simulator.list(appListId)?.appBundles ?? []).toSorted();
  return {
    simulator,
    /** The clock of the simulator and of the provider. */
    clock,
    access,
    requests,
    appBundles,
    /** Changes the list; what is left out of the goal is: nothing managed, not exclusive, no guard, nobody else. */
    end: async ({ declaredElsewhere = () => noEntries, permit: chosen, ...goal }: PartialGoal) => {
      const whole = goalOf(goal);
      // A delete only reads before it changes the list.
      const first = await (isEmpty(whole.desired) ? observe(access) : observeBeforeChange(access));
      const permit = chosen ?? permitFor(whole.ownership, whole);
      const change = await changeList({ ...access, permit, declaredElsewhere }, whole, first);
      const { failure, appList } = change;
      const operation = operationOn({ what: whole.what, appListId, name: appList?.name });
      const { code, message } = (failure && new ChangeError({ failure, operation, change })) ?? {};
      return { ...change, code, message, requests: requests().join(", "), appBundles: appBundles() };
    },
  };
}

/** How a change of such a list ends. */
export async function endOf(goal: PartialGoal, holds?: readonly string[], options?: ListOptions) {
  return (await testList(holds, options)).end(goal);
}
