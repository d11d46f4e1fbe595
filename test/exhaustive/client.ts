import { setImmediate as turn } from "node:timers/promises";
import { appListSchema, changeCall, readCall, type AppList } from "../../provider/api/app-list";
import type { Call, CallSettings } from "../../provider/api/call";
import { ApiClient, type ApiClientOptions } from "../../provider/api/client";
import { Deadline } from "../../provider/api/deadline";
import { Redactor } from "../../provider/api/redaction";
import { canceledError, requestError } from "../../provider/api/request-error";
import type { Settings } from "../../provider/api/settings";
import type { Entries } from "../../provider/list/entries";
import { currentOperation } from "../laws/deployment";
import { bitsOf, isReserved } from "../laws/oracle/bits";
import { respond, type Request, type World } from "./service";

const never = new AbortController().signal;

/** Time does not pass, and nothing waits. */
export const clock = { now: () => 0, sleep: async () => {}, timeout: () => never };

const noRedaction = new Redactor([]);

/** The app lists of the same texts. */
const parsed = new Map<string, AppList>();

type Sent = Omit<Request, "operation" | "declared">;

/** The client of an API in memory: without a connection, retries and waits. */
export class MemoryClient extends ApiClient {
  readonly #settings: Settings & CallSettings;
  readonly #world: () => World;
  readonly #deadline: Deadline;

  constructor(settings: Settings, options: ApiClientOptions, world: () => World) {
    super(settings, options);
    this.#settings = { ...settings, redactor: noRedaction };
    this.#world = world;
    this.#deadline = new Deadline(300_000, options.cancellation);
  }

  override deadline(): Deadline {
    return this.#deadline;
  }

  override async wait(): Promise<void> {}

  override async changeAppList(
    id: number,
    action: "add" | "remove",
    entries: Entries,
    _: Deadline,
    purpose: "change" | "probe" = "change",
  ): Promise<AppList> {
    const all = [...entries.appBundles, ...entries.placementIds, ...entries.websites];
    const reserved = all.filter(isReserved);
    const named = bitsOf(all);
    const form = purpose === "probe" ? "probe" : named === 0 ? "sentinel" : action;
    const call = () => changeCall(this.#settings, id, action, entries, purpose);
    return this.#send(id, { form, action, named, reserved }, call);
  }

  override async readAppList(id: number): Promise<AppList> {
    const request = { form: "read", action: "read", named: 0, reserved: [] } as const;
    return this.#send(id, request, () => readCall(this.#settings, id));
  }

  async #send(id: number, request: Sent, call: () => Call): Promise<AppList> {
    const world = this.#world();
    if (this.#deadline.isCanceled) throw canceledError(call());
    const operation = currentOperation.getStore();
    const exchange = respond(world, { ...request, operation, declared: operation?.declared.length ?? 0 });
    // The engine shows the next resource before this one gets its response.
    if (world.trouble?.what === "next resource") await turn();
    if (exchange === "killed") return new Promise<never>(() => {});
    if (exchange.outcome === "response" && exchange.status === 200) return { ...parse(exchange.body), id };
    throw requestError(call(), exchange);
  }
}

function parse(body: string): AppList {
  const list = parsed.get(body) ?? appListSchema.parse(JSON.parse(body));
  if (!body.includes("pulumiapplist")) parsed.set(body, list);
  return list;
}
