import { setImmediate as turn } from "node:timers/promises";
import { appListSchema, changeCall, readCall, type AppList } from "../../provider/api/app-list";
import type { Call } from "../../provider/api/call";
import { ApiClient } from "../../provider/api/client";
import { Cancellation, Deadline } from "../../provider/api/deadline";
import type { HttpExchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";
import { canceledError, requestError } from "../../provider/api/request-error";
import { readSettings, type AccountSettings } from "../../provider/api/settings";
import type { Entries } from "../../provider/list/entries";
import { printNotice, type Print } from "../../provider/resource/notice";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import {
  appListBody,
  applyChange,
  storedList,
  type EntryLists,
  type PatchResult,
  type StoredList,
} from "../../provider/simulator/app-list";
import { defaultBehavior, type Behavior } from "../../provider/simulator/behavior";
import { virtualClock } from "../harness/virtual-clock";
import { accountElsewhere } from "./accounts";
import { bitsOfList, exchangedOf, type Api, type Twist } from "./api";
import { currentOperation, type Resource } from "./deployment";
import { stackOf, type Stack } from "./engine";
import { marksOf, serve } from "./hosts/dynamic";
import type { Host, HostProcess } from "./hosts/host";
import { byKinds, isReserved, kinds, type Bits } from "./oracle/bits";
import type { Exchanged } from "./oracle/laws";
import type { Service } from "./services";

/** A list without its name: its entries, and the sentinels that were left in it. */
export interface HeldList {
  readonly list: Bits;
  readonly sentinels?: readonly string[];
}

type Action = "add" | "remove" | "read";

/** The ID of the list. */
const id = 1;

const never = new AbortController().signal;

/** Time does not pass, and nothing waits. */
const clock = { now: () => 0, sleep: async () => {}, timeout: () => never };

export const baseUrl = "http://127.0.0.1:1";

const login = { apiKey: "key", apiSecret: "api-secret", username: "user", password: "password" };
const config = new Map(Object.entries({ ...login, baseUrl, readPath: "/lists/{id}" }));
/** To read settings takes longer than a command. */
const settings = {
  ...readSettings({ config: (key) => config.get(key), environment: {} }),
  redactor: new Redactor([]),
};

/** The app lists of the same texts. */
const parsed = new Map<string, AppList>();

/**
 * An API in memory and its client, for one list. It uses the core of the simulator, without sockets, tokens and
 * retries.
 */
class MemoryApi extends ApiClient implements Api {
  observe: Service["observe"];
  behavior: Behavior = defaultBehavior;
  held: HeldList = { list: 0 };
  readonly #exchanges: Exchanged[] = [];
  #onRequest: Parameters<Api["disturb"]>[1] = () => {};
  #twists: readonly Twist[] = [];
  #requests = 0;
  #isCutOff = false;
  /** The effect of the last request that has not taken place yet. */
  #late: (() => void) | undefined;
  #cancellation = new Cancellation(clock);
  #deadline = new Deadline(300_000, this.#cancellation);

  constructor() {
    super(settings, { cancellation: new Cancellation(clock) });
  }

  readonly takeExchanges: Api["takeExchanges"] = () => this.#exchanges.splice(0);

  readonly disturb: Api["disturb"] = ({ kill, twists = [] }, onRequest) => {
    const killed = kill && { at: kill.request, effect: kill.effect, status: 0 };
    this.#twists = killed === undefined ? twists : [killed];
    [this.#requests, this.#isCutOff, this.#late, this.#onRequest] = [0, false, undefined, onRequest];
    if (this.#deadline.isCanceled) {
      this.#cancellation = new Cancellation(clock);
      this.#deadline = new Deadline(300_000, this.#cancellation);
    }
    return { cutOff: () => void (this.#isCutOff = true), end: async () => {} };
  };

  cancel(): void {
    this.#cancellation.cancel();
  }

  override deadline(): Deadline {
    return this.#deadline;
  }

  override async wait(): Promise<void> {}

  override async changeAppList(
    _: number,
    action: "add" | "remove",
    entries: Entries,
    __: Deadline,
    purpose: "change" | "probe" = "change",
  ): Promise<AppList> {
    const sent = kinds.filter(({ argument }) => entries[argument].size > 0);
    const requested = Object.fromEntries(sent.map(({ argument }) => [argument, [...entries[argument]]]));
    return this.#send(() => changeCall(settings, id, action, entries, purpose), action, requested);
  }

  override async readAppList(): Promise<AppList> {
    return this.#send(() => readCall(settings, id), "read", {});
  }

  async #send(call: () => Call, action: Action, requested: Partial<EntryLists>): Promise<AppList> {
    if (this.#deadline.isCanceled) throw canceledError(call());
    if (this.#isCutOff) throw requestError(call(), lost);
    this.#requests += 1;
    const twist = this.#twists.find(({ at }) => at === "all" || at === this.#requests) ?? { at: 0 };
    const before = storedOf(this.held);
    const change = (list: StoredList) => this.#change(list, action, requested, twist.effect === "in part");
    const { entries, refusal } = change(before);
    const late = this.#late;
    this.#late = twist.effect === "late" ? () => this.#store(change(storedOf(this.held)).entries) : undefined;
    if (twist.effect === undefined || twist.effect === "after" || twist.effect === "in part") this.#store(entries);
    late?.();
    const { status = refusal?.status ?? 200, isSlow = false } = twist;
    const body = status === 200 ? this.#show(before, requested, action, twist) : undefined;
    const request = { action, appListId: id, entries: requested, status };
    this.#exchanges.push(exchangedOf({ request, after: storedOf(this.held), body }, currentOperation.getStore()));
    this.#onRequest(request);
    // The engine shows the next resource before this one gets its response.
    if (isSlow) await turn();
    if (body !== undefined) return parse(JSON.stringify(body));
    const refused = { outcome: "response", status, body: '{"error":"refused"}' } as const;
    throw requestError(call(), status === 0 ? lost : refused);
  }

  #change(list: StoredList, action: Action, requested: Partial<EntryLists>, isInPart: boolean): PatchResult {
    if (action === "read") return { entries: list };
    if (isInPart) return applyChange(list, action, firstOf(action, list, requested), defaultBehavior);
    return applyChange(list, action, requested, this.behavior);
  }

  #show(
    before: StoredList,
    requested: Partial<EntryLists>,
    action: Action,
    { shows, hidden = [], isNull }: Twist,
  ): object {
    const list = shows === undefined ? this.held.list : shows === "stale" ? bitsOfList(before) : 0;
    const stored = storedOf({ ...this.held, list });
    const shown = shows === "lagging" ? {} : this.behavior.shows[action];
    const body = appListBody(stored, shown, action === "read" ? stored : requested);
    const left = kinds.filter(({ argument }) => hidden.includes(argument));
    return { ...body, ...Object.fromEntries(left.map(({ member }) => [member, isNull === true ? null : undefined])) };
  }

  #store(entries: EntryLists): void {
    this.held = { list: bitsOfList(entries), sentinels: entries.appBundles.filter(isReserved) };
  }
}

const lost = { outcome: "noResponse", sent: true, reason: "connection reset" } as const satisfies HttpExchange;

/** Lists without sentinels, by their entries: to make one takes longer than to answer a request. */
const stored = new Map<Bits, StoredList>();

function storedOf({ list, sentinels = [] }: HeldList): StoredList {
  const without = stored.get(list) ?? storedList({ id, name: "brand-safety", ...byKinds(list) });
  stored.set(list, without);
  return sentinels.length === 0 ? without : { ...without, appBundles: [...without.appBundles, ...sentinels] };
}

function parse(body: string): AppList {
  const list = parsed.get(body) ?? appListSchema.parse(JSON.parse(body));
  if (!isReserved(body)) parsed.set(body, list);
  return list;
}

/** The first entry of a request that has an effect. */
function firstOf(action: "add" | "remove", list: EntryLists, requested: Partial<EntryLists>): Partial<EntryLists> {
  for (const { argument } of kinds) {
    const entry = requested[argument]?.find(
      (each) => !isReserved(each) && list[argument].includes(each) === (action === "remove"),
    );
    if (entry !== undefined) return { [argument]: [entry] };
  }
  return {};
}

/** A run whose accounts use an API in memory. */
class MemoryRun extends Run {
  readonly #api: MemoryApi;

  constructor(print: Print, api: MemoryApi) {
    super({ config: () => undefined, environment: {} }, print, clock);
    this.#api = api;
  }

  override account(name: string | undefined): AccountSettings {
    const url = name === accountElsewhere ? "http://127.0.0.1:2" : baseUrl;
    return { exists: true, problems: [], baseUrl: url, owner: { account: name } };
  }

  override async connect(): ReturnType<Run["connect"]> {
    return { settings: { ...settings, observe: this.#api.observe ?? "probe" }, api: this.#api };
  }

  override cancel(): void {
    this.#api.cancel();
  }
}

/** An engine whose commands use an API in memory with the dynamic provider: for all small cases. */
export function engineInMemory() {
  const api = new MemoryApi();
  const time = virtualClock();
  const host: Host = {
    name: "the dynamic provider, in memory",
    start: async ({ print }) => {
      const show: Print = (notice) => print(printNotice(notice, true), notice.event);
      const run = new MemoryRun(show, api);
      const served = serve(run, show);
      const importAs = async (name: string, own: string) => {
        const { state, inputs } = await new ResourceProvider(run, show).import(own);
        return { state: { ...state, ...marksOf(name) }, inputs };
      };
      // Pulumi's dynamic provider imports nothing: the plugin does, with the same operation.
      const read: HostProcess["read"] = async (name, own, state, inputs) =>
        Object.keys(state).length === 0 ? importAs(name, own) : served.read(name, own, state, inputs);
      return { ...served, read };
    },
  };
  return {
    api,
    secrets: (): readonly string[] => [],
    /** A stack with its list. */
    stack: ({ observe, ...behavior }: Service, held: HeldList, resources: readonly Resource[]): Stack => {
      Object.assign(api, { observe, behavior: { ...defaultBehavior, ...behavior }, held });
      return stackOf({ host, api, time, settings: {} }, resources);
    },
  };
}
