import { expect, onTestFinished } from "vitest";
import { isEmpty, noEntries, type Action, type Entries } from "../../provider/list/entries";
import { overLimit, type Limit } from "../../provider/list/limits";
import { nothingManaged } from "../../provider/list/ownership";
import { permitFor } from "../../provider/list/permit";
import { printJudgement } from "../../provider/list/summary";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import type { Settings } from "../../provider/api/settings";
import { defaultAccount, startSimulator } from "../../provider/simulator/index";
import type { Fault, FaultAnswer, Simulator, SimulatorOptions } from "../../provider/simulator/index";
import { virtualClock, type VirtualClock } from "../harness/virtual-clock";
import { defaultSyncPolicy, type Exchange, type ListAccess, type SyncPolicy } from "../../provider/sync/access";
import { ChangeError } from "../../provider/resource/texts/failures";
import type { Goal } from "../../provider/sync/goal";
import { observe, observeBeforeChange, type Observation } from "../../provider/sync/observe";
import { changeList, type ChangeResult } from "../../provider/sync/reconcile";
import { advance, makeQueue, type RefusedGroup } from "../../provider/sync/queue";
import { afterExchange, afterQueue, type Knowledge } from "../../provider/sync/knowledge";

/** The list that every test of this folder changes. */
const appListId = 7;

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

/** The entries that the API refused, if that is why the change failed. */
export function refusedBy({ failure }: Change): readonly RefusedGroup[] {
  return failure?.code === "ENTRIES_REFUSED" ? failure.groups : [];
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
  const first = makeQueue(action, entries, { wasRead: true, isAccepted: false, most: Infinity });
  const queue = advance(first, exchange, before.reader, defaultSyncPolicy);
  return afterQueue(afterExchange(before, queue, exchange), queue);
}

/** The result of a change, with the error that a resource makes of its failure. */
export function withError(change: ChangeResult, { what }: Goal): Change {
  const { failure, appList } = change;
  const subject = { appListId, name: appList?.name, change, isDelete: what === "delete" };
  return { ...change, error: failure && new ChangeError(failure, subject) };
}

/** The result of a change, with its failure as an error. */
type Change = ChangeResult & { readonly error: ChangeError | undefined };

/** The end of a change, with its failure, if there is one, all requests so far, and the app bundles of the list. */
interface End extends Change {
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Such as "token 200, remove 200, add none". */
  readonly requests: string;
  readonly appBundles: readonly string[];
}

/** A goal of a resource that manages these entries: by default none, not exclusive, without a guard. */
export function goalOf({ managed = noEntries, ...goal }: Partial<Goal> & Pick<Goal, "desired">): Goal {
  const ownership = { ...nothingManaged, managed };
  const whole = { what: "update", exclusive: false, missing: noEntries } as const;
  return { ...whole, ownership, managed, ...goal };
}

/** A guard with a limit, by default the usual one, and nobody who approves anything. */
export function guardWith(removal: Limit | "default" = "default"): NonNullable<Goal["guard"]> {
  return (update) => {
    const judgement = overLimit(update, { removal });
    return judgement && { reason: printJudgement(judgement), effect: "remove entries", commands: [] };
  };
}

type PartialGoal = Partial<Goal> &
  Pick<Goal, "desired"> & {
    /** The entries that others declare. Default: none. */
    readonly declaredElsewhere?: () => Entries;
    /** Called with the entries of each removal request. */
    readonly beforeRemoval?: (entries: Entries) => void;
  };

/** A list of the simulator, and what a resource would use to change it. */
export interface TestList {
  readonly simulator: Simulator;
  /** The clock of the simulator and of the provider. */
  readonly clock: VirtualClock;
  readonly access: ListAccess;
  /** Changes the list; what is left out of the goal is: nothing managed, not exclusive, no guard, nobody else. */
  change(goal: PartialGoal, first?: Observation): Promise<Change>;
  /** The same, for expectations. */
  end(goal: PartialGoal, first?: Observation): Promise<End>;
  /** Forgets what the client knows, as the process of another command. */
  restart(): void;
  /** The requests so far, as `add 200` or `add none` without a response. */
  requests(): readonly string[];
  /** The app bundles of the list, sorted. */
  appBundles(): readonly string[];
}

/** Starts a simulator with one list that holds the given app bundles. */
export async function testList(
  holds: readonly string[] = [],
  options: Omit<SimulatorOptions, "lists"> & {
    readonly access?: Partial<ListAccess>;
    readonly policy?: Partial<SyncPolicy>;
    readonly timeoutSeconds?: number;
    /** Starts the simulator. Default: one that answers each request when it arrives. */
    readonly start?: (options: SimulatorOptions) => Promise<Simulator>;
  } = {},
): Promise<TestList> {
  const { access: chosen, policy, timeoutSeconds = 60, start = startSimulator, ...simulatorOptions } = options;
  const lists = [{ id: appListId, name: "brand-safety", appBundles: holds }];
  const clock = virtualClock();
  const simulator = await start({ clock, ...simulatorOptions, lists });
  const connect = (): ApiClient => {
    const api = new ApiClient(settingsFor(simulator, timeoutSeconds), { cancellation: new Cancellation(clock) });
    onTestFinished(() => api.close());
    return api;
  };
  onTestFinished(() => simulator.close());
  let api = connect();
  const access: ListAccess = {
    get api() {
      return api;
    },
    appListId,
    owner: {},
    permit: { declared: noEntries, removable: noEntries },
    declaredElsewhere: () => noEntries,
    observe: "probe",
    policy: { ...defaultSyncPolicy, ...policy },
    deadline: api.deadline(),
    ...chosen,
  };
  const list: TestList = {
    simulator,
    clock,
    access,
    restart: () => void (api = connect()),
    end: async (goal, first) => {
      const change = await list.change(goal, first);
      const { code, message } = change.error ?? {};
      return { ...change, code, message, requests: list.requests().join(", "), appBundles: list.appBundles() };
    },
    change: async ({ declaredElsewhere = () => noEntries, beforeRemoval, ...goal }, observed) => {
      const whole = goalOf(goal);
      // A delete only reads before it changes the list.
      const first = observed ?? (isEmpty(whole.desired) ? await observe(access) : await observeBeforeChange(access));
      const declared = (removing: Entries): Entries => {
        if (!isEmpty(removing)) beforeRemoval?.(removing);
        return declaredElsewhere();
      };
      const permit = permitFor(whole.ownership, whole);
      const change = await changeList({ ...access, permit, declaredElsewhere: declared }, whole, first);
      return withError(change, whole);
    },
    requests: () => simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`),
    appBundles: () => (simulator.list(appListId)?.appBundles ?? []).toSorted(),
  };
  return list;
}

function settingsFor(simulator: Simulator, timeoutSeconds: number): Settings {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const basicCredential = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
  return {
    owner: {},
    baseUrl: simulator.url,
    basicCredential,
    username,
    password,
    observe: "probe",
    readPath: "/v1/app_list/{id}",
    timeoutSeconds,
    secrets: [apiSecret, password, basicCredential],
  };
}
