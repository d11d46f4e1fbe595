import { ApiClient, type ApiClientOptions } from "../../../provider/api/client";
import type { Deadline } from "../../../provider/api/deadline";
import type { AppList } from "../../../provider/api/app-list";
import type { Settings } from "../../../provider/api/settings";
import type { Entries } from "../../../provider/list/entries";
import type { JournalEntry, SimulatedAccount } from "../../../provider/simulator/index";
import { currentOperation, type Operation } from "../deployment";

/**
 * The last call with these entries in any process, and its operation. Probes and sentinels are random. A killed operation
 * ends before the API receives its last request, so the call stays here.
 */
const calls = new Map<string, Operation | undefined>();

/** The operation that sent a request. */
export function operationOf(request: JournalEntry, accounts: readonly SimulatedAccount[]): Operation | undefined {
  const { account = 0, path, entries = {} } = request;
  const [, id, action = "read"] = /^\/v1\/app_list\/(\d+)(?:\/(add|remove))?$/u.exec(path) ?? [];
  return calls.get(keyOf(accounts[account]?.username, Number(id), action, Object.values(entries).flat()));
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
  calls.set(key, currentOperation.getStore());
  return send();
}

/** Forgets the calls of earlier histories. */
export function forgetCalls(): void {
  calls.clear();
}
