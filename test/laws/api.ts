import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { z } from "zod";
import type { Kind } from "../../provider/list/kinds";
import { defaultAccount } from "../../provider/simulator/account";
import { listen } from "../../provider/simulator/server";
import type { EntryLists } from "../../provider/simulator/app-list";
import { createSimulation } from "../../provider/simulator/simulation";
import type { Fault, JournalEntry, Simulator, SimulatorOptions, StoredList } from "../../provider/simulator/index";
import { throughGateway } from "../simulator/gateway";
import { currentOperation, type Operation } from "./deployment";
import { bitsOf, isReserved, kinds, type Bits } from "./oracle/bits";
import type { Exchanged } from "./oracle/laws";

/** An API that commands use: behind a socket, or in memory. */
export interface Api {
  /** The requests about lists since the last call. */
  readonly takeExchanges: () => readonly Exchanged[];
  /**
   * Makes happen what a command is disturbed by.
   *
   * @param onRequest receives each request, after its effect and before its response.
   */
  readonly disturb: (disturbance: Disturbance, onRequest: OnRequest) => Disturbed;
}

interface Disturbed {
  /** From now on, no request has an effect, and none gets a response: their process is dead. */
  readonly cutOff: () => void;
  /** Ends it. @param isKilled whether a request may still be on its way. */
  readonly end: (isKilled: boolean) => Promise<void>;
}

/** What happens to a command at its requests, which are counted from 1. */
export interface Disturbance {
  /** Faults of an API behind a socket. */
  readonly faults?: readonly Fault[];
  /** Faults of an API in memory. */
  readonly twists?: readonly Twist[];
  /** Kills the process at a request: before its effect, or after. */
  readonly kill?: { readonly request: number; readonly effect: Fault["effect"] } | undefined;
}

/** What happens at a request in memory, or at all of them: the first twist applies. */
export interface Twist {
  readonly at: number | "all";
  /**
   * When the request has its effect: never ("before"), at once (the default), or after the next request ("late"); or only
   * that of the first of its entries ("in part").
   */
  readonly effect?: Fault["effect"] | "late" | "in part";
  /** The status in place of the true one; 0 if there is no response. */
  readonly status?: number;
  /** The list that the response shows: as before the request, or without entries. Default: as it is after it. */
  readonly shows?: "stale" | "lagging";
  /** Kinds that the response lacks, and whether their members are null. */
  readonly hidden?: readonly Kind[];
  readonly isNull?: boolean;
  /** Whether the engine continues before the response arrives. */
  readonly isSlow?: boolean;
}

type OnRequest = (request: Pick<JournalEntry, "status" | "fault">) => void;

/** A request about a list, the list after it, and its response. */
export interface Recorded {
  readonly request: Pick<JournalEntry, "action" | "appListId" | "entries" | "status" | "fault">;
  readonly after: StoredList | undefined;
  /** The parsed body of a response of success; undefined if it is not JSON. */
  readonly body: unknown;
}

/** The header with the number of the operation that sent a request. */
const header = "x-operation";

const sentSchema = z.object({
  request: z.custom<{ addHeader(name: string, value: string): void }>(
    (sent) => sent instanceof Object && "addHeader" in sent,
  ),
});

/**
 * Starts an API behind a socket. It records each request about a list after its effect and before its response, with the
 * operation that sent it: undici publishes a request in the context of its sender, which marks it.
 */
export async function startApi(options: SimulatorOptions) {
  const exchanges: Exchanged[] = [];
  const listeners = new Set<OnRequest>();
  const senders: Operation[] = [];
  const mark = (message: unknown): void => {
    const operation = currentOperation.getStore();
    if (operation !== undefined) sentSchema.parse(message).request.addHeader(header, `${senders.push(operation) - 1}`);
  };
  subscribe("undici:request:create", mark);
  const { controls, receive } = createSimulation({
    ...options,
    onRequest: (request) => {
      options.onRequest?.(request);
      for (const listener of listeners) listener(request);
    },
  });
  const { accounts = [defaultAccount] } = options;
  const answer = throughGateway(receive);
  const server = await listen((received, gone) => {
    const id = Number(/^\/v1\/app_list\/(\d+)/u.exec(received.path)?.[1] ?? -1);
    const delivery = answer(received, gone);
    const request = controls.journal.at(-1);
    if (id >= 0 && request !== undefined && !(delivery instanceof Promise)) {
      const text = request.status === 200 ? String(delivery.body) : "";
      const body: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
      const after = controls.list(id, accounts[request.account ?? 0]);
      exchanges.push(exchangedOf({ request, after, body }, senders[Number(received.headers[header])]));
    }
    return delivery;
  }, options.port ?? 0);
  const simulator: Simulator = Object.assign(controls, server);
  const api: Api = {
    takeExchanges: () => exchanges.splice(0),
    disturb: ({ faults = [], kill }, listener) => {
      const hanging = kill && { on: { nth: kill.request }, effect: kill.effect, answer: { kind: "hang" } as const };
      for (const fault of [...(hanging ? [hanging] : []), ...faults]) simulator.addFault(fault);
      listeners.add(listener);
      return {
        cutOff: () => {
          simulator.clearFaults();
          simulator.addFault({ on: {}, effect: "before", answer: { kind: "reset" } });
        },
        end: async (isKilled) => {
          if (isKilled) await simulator.disconnect();
          listeners.delete(listener);
          simulator.clearFaults();
        },
      };
    },
  };
  const close = async (): Promise<void> => {
    unsubscribe("undici:request:create", mark);
    await simulator.close();
  };
  return { simulator, api, forget: () => void (senders.length = 0), close };
}

/** A recorded request as the oracle judges it. */
export function exchangedOf(
  { request: { action, appListId, entries = {}, status = 0, fault }, after, body }: Recorded,
  operation: Operation | undefined,
): Exchanged {
  const all = Object.values(entries).flat();
  const isReadable = fault === undefined || fault.kind === "status";
  const shown = isReadable && status === 200 ? shownIn(body, appListId) : undefined;
  const isUnknown = status < 300 || status === 408 || status >= 500;
  return {
    action: action === "add" || action === "remove" ? action : "read",
    named: bitsOf(all),
    reserved: all.filter(isReserved),
    after: bitsOfList(after),
    sentinels: (after?.appBundles ?? []).filter(isReserved),
    outcome: shown === undefined ? (isUnknown ? "unknown" : "refused") : "done",
    shown: shown?.kinds ?? 0,
    listed: shown?.entries ?? 0,
    operation,
    declared: operation?.declared.length ?? 0,
  };
}

/** The entries of a list. */
export function bitsOfList(list: EntryLists | undefined): Bits {
  return list === undefined ? 0 : bitsOf([...list.appBundles, ...list.placementIds, ...list.websites]);
}

const member = z.string().nullish();
const listSchema = z.object({ id: z.number(), app_bundles: member, placement_ids: member, websites: member });

/** All entries of the kinds that a response shows, and the shown entries; undefined if it is not about the list. */
function shownIn(body: unknown, id: number | undefined) {
  const { data } = listSchema.safeParse(body);
  if (data === undefined || data.id !== id) return undefined;
  const seen = kinds.filter((kind) => typeof data[kind.member] === "string");
  return {
    kinds: seen.reduce((bits, kind) => bits | kind.bits, 0),
    entries: bitsOf(seen.flatMap((kind) => data[kind.member]?.split(",") ?? [])),
  };
}
