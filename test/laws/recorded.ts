import { z } from "zod";
import { defaultAccount } from "../../provider/simulator/account";
import { listen } from "../../provider/simulator/server";
import { createSimulation } from "../../provider/simulator/simulation";
import type { JournalEntry, Simulator, SimulatorOptions, StoredList } from "../../provider/simulator/index";
import { throughGateway } from "../simulator/gateway";
import type { Operation } from "./deployment";
import { bitsOf, isReserved, kinds, type Bits } from "./oracle/bits";
import type { Exchanged } from "./oracle/laws";

/** A request about a list, the list after it, and its response. */
export interface Recorded {
  readonly request: JournalEntry;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly after: StoredList | undefined;
  readonly body: string | Uint8Array;
}

/** Starts a simulator, and records each request about a list after its effect and before its response. */
export async function startRecorded(
  options: SimulatorOptions,
  record: (recorded: Recorded) => void,
): Promise<Simulator> {
  const { controls, receive } = createSimulation(options);
  const { accounts = [defaultAccount] } = options;
  const answer = throughGateway(receive);
  const server = await listen((received, gone) => {
    const id = Number(/^\/v1\/app_list\/(\d+)/u.exec(received.path)?.[1] ?? -1);
    const delivery = answer(received, gone);
    const request = controls.journal.at(-1);
    if (id >= 0 && request !== undefined && !(delivery instanceof Promise)) {
      const { account = 0 } = request;
      record({ request, headers: received.headers, after: controls.list(id, accounts[account]), body: delivery.body });
    }
    return delivery;
  }, options.port ?? 0);
  return Object.assign(controls, server);
}

/** A recorded request as the oracle judges it. */
export function exchangedOf({ request, after, body }: Recorded, operation: Operation | undefined): Exchanged {
  const { action, entries = {}, status = 0, fault } = request;
  const all = Object.values(entries).flat();
  const isReadable = fault === undefined || fault.kind === "status";
  const shown = isReadable && status === 200 ? shownIn(body, request.appListId) : undefined;
  const isUnknown = status < 300 || status === 408 || status >= 500;
  return {
    action: action === "add" || action === "remove" ? action : "read",
    named: bitsOf(all),
    reserved: all.filter(isReserved),
    after: bitsIn(after),
    sentinels: (after?.appBundles ?? []).filter(isReserved),
    outcome: shown === undefined ? (isUnknown ? "unknown" : "refused") : "done",
    shown: shown?.kinds ?? 0,
    listed: shown?.entries ?? 0,
    operation,
    declared: operation?.declared.length ?? 0,
  };
}

function bitsIn(list: StoredList | undefined): Bits {
  return list === undefined ? 0 : bitsOf([...list.appBundles, ...list.placementIds, ...list.websites]);
}

const member = z.string().nullish();
const listSchema = z.object({ id: z.number(), app_bundles: member, placement_ids: member, websites: member });

/** All entries of the kinds that a response shows, and the shown entries; undefined if it is not about the list. */
function shownIn(body: Recorded["body"], id: number | undefined) {
  const text = String(body);
  const { data } = listSchema.safeParse(text.startsWith("{") ? JSON.parse(text) : undefined);
  if (data === undefined || data.id !== id) return undefined;
  const seen = kinds.filter((kind) => typeof data[kind.member] === "string");
  return {
    kinds: seen.reduce((bits, kind) => bits | kind.bits, 0),
    entries: bitsOf(seen.flatMap((kind) => data[kind.member]?.split(",") ?? [])),
  };
}
