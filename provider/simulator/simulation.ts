import type { ByKind } from "../list/kinds";
import { defaultAccount, type SimulatedAccount } from "./account";
import { editEntries, requireSendable, type SimulatedList, type StoredList, storedList } from "./app-list";
import { type Behaviour, defaultBehaviour } from "./behaviour";
import type { SimulatedCampaign } from "./campaigns";
import { simulatorClock, type SimulatorClock, untilAborted, work } from "./clock";
import { type CountedFault, type Fault, findFault, gatewayTimeout, replaceAnswer } from "./fault";
import { type JournalEntry, journalEntry } from "./journal";
import { type ParsedRequest, parseRequest, type ReceivedRequest } from "./request";
import { accountOf, type IssuedToken, respond } from "./respond";
import type { Delivery, Receive } from "./server";

/** The options of a simulated platform. */
export interface SimulationOptions extends SimulatorClock {
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
  /**
   * A copy of a list, with its entries in the order in which they were added, with repetitions.
   *
   * @param account - The account that sees the list, here and below. Default: the first one.
   */
  list(id: number, account?: SimulatedAccount): StoredList | undefined;
  /**
   * Changes a list without a request: the journal does not contain it, and the behaviour does not apply.
   *
   * @throws RangeError if there is no such list.
   */
  edit(id: number, change: Edit, account?: SimulatedAccount): void;
  /** @throws RangeError if there is a list with this ID. */
  addList(list: SimulatedList, account?: SimulatedAccount): void;
  /** @throws RangeError if there is no such list. */
  deleteList(id: number, account?: SimulatedAccount): void;
  /** Replaces all campaigns. */
  setCampaigns(campaigns: readonly SimulatedCampaign[]): void;
  /** Changes some members of the behaviour. */
  setBehaviour(change: Partial<Behaviour>): void;
  /** Adds a fault after the others; the first one that applies to a request is used. */
  addFault(fault: Fault): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Lets the requests with a slow answer have their effect now. */
  finishSlow(): void;
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
  readonly receive: Receive;
} {
  const state = createState(options);
  const controls = createControls(state);
  const { lists = [], faults = [] } = options;
  for (const list of lists) addList(list, state.sharedLists);
  for (const account of state.accounts) for (const list of account.lists ?? []) controls.addList(list, account);
  for (const fault of faults) controls.addFault(fault);
  return { controls, receive: (request, gone) => receive(state, request, gone) };
}

type State = ReturnType<typeof createState>;

function createState({
  accounts = [defaultAccount],
  campaigns = [],
  behaviour,
  onRequest,
  ...clock
}: SimulationOptions) {
  const [account] = accounts;
  if (account === undefined) throw new RangeError("A simulator needs at least one account.");
  const sharedLists = new Map<number, StoredList>();
  const ownLists = new Map<SimulatedAccount, Map<number, StoredList>>();
  for (const one of accounts) if (one.lists !== undefined) ownLists.set(one, new Map());
  return {
    account,
    accounts,
    sharedLists,
    listsOf: (one: SimulatedAccount) => ownLists.get(one) ?? sharedLists,
    campaigns,
    behaviour: { ...defaultBehaviour, ...behaviour },
    tokens: new Map<string, IssuedToken>(),
    faults: new Array<CountedFault>(),
    journal: new Array<JournalEntry>(),
    /** Lets each request with a slow answer have its effect. */
    slow: new Set<() => void>(),
    onRequest,
    clock: simulatorClock(clock),
  };
}

function createControls(state: State): Controls {
  const { account, listsOf, slow, tokens, journal } = state;
  const requireList = (id: number, one: SimulatedAccount): StoredList => {
    const list = listsOf(one).get(id);
    if (list === undefined) throw new RangeError(`The simulator has no list ${id}.`);
    return list;
  };
  return {
    account,
    list: (id, one = account) => {
      const list = listsOf(one).get(id);
      return list && storedList(list);
    },
    edit: (id, { add = {}, remove = {} }, one = account) => {
      const list = requireList(id, one);
      for (const entries of Object.values(add)) requireSendable(entries);
      listsOf(one).set(id, { ...list, ...editEntries(list, add, remove) });
    },
    addList: (list, one = account) => addList(list, listsOf(one)),
    deleteList: (id, one = account) => void listsOf(one).delete(requireList(id, one).id),
    setCampaigns: (campaigns) => void Object.assign(state, { campaigns }),
    setBehaviour: (change) => void Object.assign(state.behaviour, change),
    addFault: (fault) => void state.faults.push({ fault, matched: 0 }),
    clearFaults: () => void (state.faults.length = 0),
    finishSlow: () => slow.forEach((finish) => finish()),
    revokeTokens: () => tokens.forEach((issued, token) => tokens.set(token, { ...issued, expiresAt: -Infinity })),
    get issuedTokens() {
      return [...tokens.keys()];
    },
    get journal() {
      return [...journal];
    },
    clearJournal: () => void (journal.length = 0),
  };
}

function addList(list: SimulatedList, lists: Map<number, StoredList>): void {
  if (lists.has(list.id)) throw new RangeError(`The simulator has a list ${list.id} already.`);
  lists.set(list.id, storedList(list));
}

function receive(state: State, request: ReceivedRequest, gone: AbortSignal): Delivery | Promise<Delivery> {
  const { clock, slow } = state;
  const parsed = parseRequest(request, state.behaviour.read);
  const fault = findFault(state.faults, parsed);
  if (fault?.answer.kind !== "slow") return finish(state, parsed, fault, gone);
  let delivery: Delivery | undefined;
  const finishOnce = (): Delivery => (delivery ??= finish(state, parsed, fault, gone));
  slow.add(finishOnce);
  const { seconds, gatewaySeconds = Infinity } = fault.answer;
  // Before the work, which advances a virtual clock.
  const gatewayEnd = gatewaySeconds < seconds ? clock.timeout(gatewaySeconds * 1000) : undefined;
  const finished = work(seconds * 1000, clock, gone).then(() => {
    slow.delete(finishOnce);
    return finishOnce();
  });
  if (gatewayEnd === undefined) return finished;
  return Promise.race([finished, untilAborted(gatewayEnd).then(() => ({ answer: gatewayTimeout }))]);
}

/** Gives a request its effect, unless its fault prevents it, and its entry in the journal. */
function finish(state: State, parsed: ParsedRequest, fault: Fault | undefined, gone: AbortSignal): Delivery {
  const { answer, takeEffect } = respond(parsed, state, state.clock.now());
  if (fault?.effect !== "before") takeEffect?.();
  const sent = fault === undefined ? answer : replaceAnswer(fault, answer, parsed);
  const sender = state.accounts.length > 1 ? accountOf(parsed, state) : undefined;
  const account = sender && state.accounts.indexOf(sender);
  const entry = journalEntry(parsed, account, gone.aborted ? undefined : sent.status, fault);
  state.journal.push(entry);
  state.onRequest?.(entry);
  return { answer: sent, fault: fault?.answer };
}
