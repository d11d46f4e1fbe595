import { randomBytes } from "node:crypto";
import type { ByKind } from "../list/kinds";
import { defaultAccount, type SimulatedAccount } from "./account";
import { requireSendable, type SimulatedList, type StoredList, storedList } from "./app-list";
import { type Behaviour, defaultBehaviour } from "./behaviour";
import type { SimulatedCampaign } from "./campaigns";
import { withEntries, withoutEntries } from "./change";
import { type ArmedFault, type Delivery, deliveryOf, type Fault, strike } from "./fault";
import { type JournalEntry, journalEntry } from "./journal";
import type { ReceivedRequest } from "./request";
import { type Effect, respond } from "./respond";
import { routeOf } from "./route";

/** What a simulated service starts with. */
export interface SimulationOptions {
  /** Default: none. */
  readonly lists?: readonly SimulatedList[];
  /** At least one. Default: only `defaultAccount`. */
  readonly accounts?: readonly SimulatedAccount[];
  /** Default: none. */
  readonly campaigns?: readonly SimulatedCampaign[];
  /** What differs from `defaultBehaviour`. */
  readonly behaviour?: Partial<Behaviour>;
  /** Default: none. */
  readonly faults?: readonly Fault[];
  /** The clock by which tokens expire, in milliseconds from any moment. Default: the monotonic `performance.now`. */
  readonly now?: () => number;
  /** Called with every new entry of the journal, before the answer is sent. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** Somebody else's edit of a list: entries that are there already are not added again; what is added comes last. */
export interface Edit {
  readonly add?: Partial<ByKind<readonly string[]>>;
  readonly remove?: Partial<ByKind<readonly string[]>>;
}

/** The controls of a simulated service. */
export interface Controls {
  /** The first account. */
  readonly account: SimulatedAccount;
  /** The list as it stands, duplicates included, in the order in which the entries came; undefined without such a list. */
  list(id: number): StoredList | undefined;
  /**
   * Changes a list out of band; the journal does not show it, and no behaviour applies to it.
   *
   * @throws RangeError when there is no such list.
   */
  edit(id: number, change: Edit): void;
  /** @throws RangeError when there is such a list already. */
  addList(list: SimulatedList): void;
  /** @throws RangeError when there is no such list. */
  deleteList(id: number): void;
  /** Changes what is named and leaves the rest. */
  setBehaviour(change: Partial<Behaviour>): void;
  /** Adds a fault after those that are there; of several that strike a request, the first one shows. */
  addFault(fault: Fault): void;
  /** Takes all faults away. */
  clearFaults(): void;
  /** Makes every token that was issued so far invalid. */
  revokeTokens(): void;
  /** Every token that was issued, also those that expired: to search for them in what a client leaves behind. */
  readonly issuedTokens: readonly string[];
  /** The requests that arrived, in order: a copy as of now. */
  readonly journal: readonly JournalEntry[];
  /** Empties the journal. */
  clearJournal(): void;
}

/** A simulated service without its server. */
export interface Simulation {
  readonly controls: Controls;
  /** Takes a request, with its effect and its mark in the journal. */
  readonly receive: (request: ReceivedRequest) => Delivery;
}

/**
 * Makes a simulated service.
 *
 * @throws RangeError when there is no account, or a list is not one the service could hold, or two have the same id.
 */
export function createSimulation(options: SimulationOptions = {}): Simulation {
  const accounts = options.accounts ?? [defaultAccount];
  const [account] = accounts;
  if (account === undefined) throw new RangeError("A simulator needs at least one account.");
  const now = options.now ?? (() => performance.now());
  const campaigns = options.campaigns ?? [];
  const lists = new Map<number, StoredList>();
  const tokens = new Map<string, number>();
  const issued = new Set<string>();
  const journal: JournalEntry[] = [];
  let behaviour: Behaviour = { ...defaultBehaviour, ...options.behaviour };
  let faults: readonly ArmedFault[] = [];

  const requireList = (id: number): StoredList => {
    const list = lists.get(id);
    if (list === undefined) throw new RangeError(`The simulator has no list ${id}.`);
    return list;
  };

  const controls: Controls = {
    account,
    list: (id) => {
      const list = lists.get(id);
      return list && storedList(list);
    },
    edit: (id, { add = {}, remove = {} }) => {
      const list = requireList(id);
      for (const entries of Object.values(add)) requireSendable(entries);
      lists.set(id, { ...list, ...withEntries(withoutEntries(list, remove), add) });
    },
    addList: (list) => {
      if (lists.has(list.id)) throw new RangeError(`The simulator has a list ${list.id} already.`);
      lists.set(list.id, storedList(list));
    },
    deleteList: (id) => {
      lists.delete(requireList(id).id);
    },
    setBehaviour: (change) => {
      behaviour = { ...behaviour, ...change };
    },
    addFault: (fault) => {
      faults = [...faults, { fault, matched: 0 }];
    },
    clearFaults: () => {
      faults = [];
    },
    revokeTokens: () => {
      tokens.clear();
    },
    get issuedTokens() {
      return [...issued];
    },
    get journal() {
      return [...journal];
    },
    clearJournal: () => {
      journal.length = 0;
    },
  };

  const takeEffect = (effect: Effect): void => {
    switch (effect.kind) {
      case "none":
        return;
      case "token issued":
        tokens.set(effect.token, effect.expiresAt);
        issued.add(effect.token);
        return;
      case "entries changed":
        lists.set(effect.appListId, { ...requireList(effect.appListId), ...effect.entries });
    }
  };

  for (const list of options.lists ?? []) controls.addList(list);
  for (const fault of options.faults ?? []) controls.addFault(fault);

  return {
    controls,
    receive: (request) => {
      const route = routeOf(request.method, request.path, behaviour.read);
      const { armed, fault } = strike(faults, route);
      faults = armed;
      const platform = { accounts, lists, campaigns, behaviour, tokens };
      const circumstances = { now: now(), freshToken: randomBytes(32).toString("base64url") };
      const { answer, effect } = respond(request, route, platform, circumstances);
      if (fault?.effect !== "before") takeEffect(effect);
      const delivery = deliveryOf(fault, answer, request);
      const entry = journalEntry(request, route, delivery, fault);
      journal.push(entry);
      options.onRequest?.(entry);
      return delivery;
    },
  };
}
