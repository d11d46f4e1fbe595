import { ApiClient, type ApiClientOptions } from "../../../provider/api/client";
import type { Deadline } from "../../../provider/api/deadline";
import type { AppList } from "../../../provider/api/app-list";
import type { Settings } from "../../../provider/api/settings";
import type { Entries } from "../../../provider/list/entries";
import type { JournalEntry, SimulatedAccount } from "../../../provider/simulator/index";
import { currentOperation, type Operation } from "../deployment";

/**
 * The calls with the same entries in any process: several at the same time, or the last one. Each has its operation, and
 * the number of its requests that the API received, infinite once it has ended. Probes and sentinels are random. A killed
 * operation ends before the API receives its last request, so the call stays here.
 */
const calls = new Map<string, readonly { readonly operation: Operation | undefined; requests: number }[]>();

/** The operation that sent a request. */
export function operationOf(request: JournalEntry, accounts: readonly SimulatedAccount[]): Operation | undefined {
  const { account = 0, path, entries = {} } = request;
  const [, id, action = "read"] = /^\/v1\/app_list\/(\d+)(?:\/(add|remove))?$/u.exec(path) ?? [];
  const same = calls.get(keyOf(accounts[account]?.username, Number(id), action, Object.values(entries).flat())) ?? [];
  // Each call has sent one request before one of them sends a second one.
  const [call] = same.toSorted((one, other) => one.requests - other.requests);
  if (call !== undefined) call.requests += 1;
  return call?.operation;
}

function keyOf(user: string | undefined, id: number, action: string, entries: readonly string[]): string {
  return [user, id, action, ...entries.toSorted()].join(" ");
}

/** The client of the API, which notes the operation of each call. */
export class AttributedClient extends ApiClient {
  readonly #user: string | undefined;

  constructor(settings: Settings, options: ApiClientOptions) {
    super(settings, options);
    this.#user = settings.username;
  }

  override async changeAppList(
    id: number,
    action: "add" | "remove",
    entries: Entries,
    deadline?: Deadline,
    purpose?: "change" | "probe",
  ): Promise<AppList> {
    const all = [...entries.appBundles, ...entries.placementIds, ...entries.websites];
    return during(keyOf(this.#user, id, action, all), () =>
      super.changeAppList(id, action, entries, deadline, purpose),
    );
  }

  override async readAppList(id: number, deadline?: Deadline): Promise<AppList> {
    return during(keyOf(this.#user, id, "read", []), () => super.readAppList(id, deadline));
  }
}

async function during<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
  const call = { operation: currentOperation.getStore(), requests: 0 };
  calls.set(key, [...(calls.get(key) ?? []).filter(({ requests }) => Number.isFinite(requests)), call]);
  return send().finally(() => void (call.requests = Number.POSITIVE_INFINITY));
}

/** Forgets the calls of earlier histories. */
export function forgetCalls(): void {
  calls.clear();
}
