import type { ByKind } from "../list/kinds";
import { defaultAccount, type SimulatedAccount } from "./account";
import { requireSendable, type SimulatedList, type StoredList, storedList } from "./app-list";
import { type Behaviour, defaultBehaviour } from "./behaviour";
import type { SimulatedCampaign } from "./campaigns";
import { withEntries, withoutEntries } from "./change";
import { type CountedFault, type Fault, findFault, replaceAnswer } from "./fault";
import { type JournalEntry, journalEntry } from "./journal";
import type { ReceivedRequest } from "./request";
import { readCall, respond } from "./respond";
import type { Delivery } from "./server";

/** The options of a simulated platform. */
export interface SimulationOptions {
  /** Default: none. */
  readonly lists?: readonly SimulatedList[];
  /** At least one. Default: only `defaultAccount`. */
  readonly accounts?: readonly SimulatedAccount[];
  /** Default: none. */
  readonly campaigns?: readonly SimulatedCampaign[];
  /** The differences from `defaultBehaviour`. */
  readonly behaviour?: Partial<Behaviour>;
  /** Default: none. */
  readonly faults?: readonly Fault[];
  /** The clock of tokens, in milliseconds from any moment. Default: the monotonic `performance.now`. */
  readonly now?: () => number;
  /** Called with every new entry of the journal, before the answer is sent. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** An edit of a list by somebody else: entries that are present are not added again; new ones are added at the end. */
export interface Edit {
  readonly add?: Partial<ByKind<readonly string[]>>;
  readonly remove?: Partial<ByKind<readonly string[]>>;
}

/** The controls of a simulated platform. */
export interface Controls {
  /** The first account. */
  readonly account: SimulatedAccount;
  /** A copy of a list, with its entries in the order in which they were added, with repetitions. */
  list(id: number): StoredList | undefined;
  /**
   * Changes a list without a request: the journal does not contain it, and the behaviour does not apply.
   *
   * @throws RangeError if there is no such list.
   */
  edit(id: number, change: Edit): void;
  /** @throws RangeError if there is a list with this ID. */
  addList(list: SimulatedList): void;
  /** @throws RangeError if there is no such list. */
  deleteList(id: number): void;
  /** Changes some members of the behaviour. */
  setBehaviour(change: Partial<Behaviour>): void;
  /** Adds a fault after the others; the first one that applies to a request is used. */
  addFault(fault: Fault): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Makes all tokens invalid that were issued. */
  revokeTokens(): void;
  /** All tokens that were issued, expired ones too: to search for them in the output of a client. */
  readonly issuedTokens: readonly string[];
  /** A copy of the requests so far, in order. */
  readonly journal: readonly JournalEntry[];
  /** Empties the journal. */
  clearJournal(): void;
}

/**
 * Makes a simulated platform without a server.
 *
 * @returns its controls, and a function that handles a request: its effect, its entry in the journal and its answer.
 * @throws RangeError if there is no account, a list is not valid, or two lists have the same ID.
 */
export function createSimulation(options: SimulationOptions = {}): {
  readonly controls: Controls;
  readonly receive: (request: ReceivedRequest) => Delivery;
} {
  const { accounts = [defaultAccount], campaigns = [], now = () => performance.now(), onRequest } = options;
  const [account] = accounts;
  if (account === undefined) throw new RangeError("A simulator needs at least one account.");
  const lists = new Map<number, StoredList>();
  const tokens = new Map<string, number>();
  let behaviour: Behaviour = { ...defaultBehaviour, ...options.behaviour };
  let faults: readonly CountedFault[] = [];
  const journal: JournalEntry[] = [];

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
      for (const token of tokens.keys()) tokens.set(token, -Infinity);
    },
    get issuedTokens() {
      return [...tokens.keys()];
    },
    get journal() {
      return [...journal];
    },
    clearJournal: () => {
      journal.length = 0;
    },
  };
  for (const list of options.lists ?? []) controls.addList(list);
  for (const fault of options.faults ?? []) controls.addFault(fault);

  return {
    controls,
    receive: (request) => {
      const call = readCall(request, behaviour);
      const fault = findFault(faults, call.route);
      const { answer, takeEffect } = respond(call, { accounts, lists, campaigns, behaviour, tokens }, now());
      if (fault?.effect !== "before") takeEffect?.();
      const sent = replaceAnswer(fault?.answer, answer, request);
      const entry = journalEntry(call, sent.status, fault);
      journal.push(entry);
      onRequest?.(entry);
      return { answer: sent, fault: fault?.answer };
    },
  };
}
