import { type Clock, systemClock } from "../common/clock";
import type { ByKind } from "../list/kinds";
import { defaultAccount, type SimulatedAccount } from "./account";
import { editEntries, requireSendable, type SimulatedList, type StoredList, storedList } from "./app-list";
import { type Behavior, defaultBehavior } from "./behavior";
import type { SimulatedCampaign } from "./campaigns";
import { type CountedFault, type Fault, findFault, replaceAnswer } from "./fault";
import type { JournalEntry } from "./journal";
import { type ParsedRequest, parseRequest, type ReceivedRequest } from "./request";
import { accountOf, type IssuedToken, respond } from "./respond";
import { type Delivered, type Receive, untilAborted } from "./server";

/** The options of a simulator. */
export interface SimulatorOptions {
  /** The port on 127.0.0.1. Default: 0, a free one. */
  readonly port?: number;
  /** Default: none. */
  readonly lists?: readonly SimulatedList[];
  /** At least one. Default: only `defaultAccount`. */
  readonly accounts?: readonly SimulatedAccount[];
  /** Default: none. */
  readonly campaigns?: readonly SimulatedCampaign[];
  /** The differences from `defaultBehavior`. */
  readonly behavior?: Partial<Behavior>;
  /** Default: none. */
  readonly faults?: readonly Fault[];
  /** Default: the clock of this machine. A virtual clock advances when it sleeps. */
  readonly clock?: Partial<Clock>;
  /** Called with every new entry of the journal, before the answer is sent. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/**
 * An edit of a list by somebody else. Entries that are present are not added again. New entries are added at the end.
 */
export interface Edit {
  readonly add?: Partial<ByKind<readonly string[]>>;
  readonly remove?: Partial<ByKind<readonly string[]>>;
}

/**
 * The controls of a simulated platform. Each is a function that works without its object.
 *
 * @hideconstructor
 */
export class Controls {
  readonly #state: State;
  /** The first account. */
  readonly account: SimulatedAccount;

  constructor(state: State) {
    this.#state = state;
    this.account = state.account;
  }

  /**
   * A list as it is now, with its entries in the order in which they were added, with repetitions. A later change does
   * not change the returned value.
   *
   * @param account - The account that sees the list, here and below. Default: the first one.
   */
  readonly list = (id: number, account = this.account): StoredList | undefined => this.#state.listsOf(account).get(id);

  /**
   * Changes a list without a request. The journal does not contain the change, and the behavior does not apply.
   *
   * @throws RangeError if there is no such list.
   */
  readonly edit = (id: number, { add = {}, remove = {} }: Edit, account = this.account): void => {
    const list = this.#requireList(id, account);
    for (const entries of Object.values(add)) requireSendable(entries);
    this.#state.listsOf(account).set(id, { ...list, ...editEntries(list, add, remove) });
  };

  /** @throws RangeError if there is a list with this ID. */
  readonly addList = (list: SimulatedList, account = this.account): void => {
    addList(list, this.#state.listsOf(account));
  };

  /** @throws RangeError if there is no such list. */
  readonly deleteList = (id: number, account = this.account): void => {
    this.#state.listsOf(account).delete(this.#requireList(id, account).id);
  };

  /** Changes some members of the behavior. */
  readonly setBehavior = (change: Partial<Behavior>): void => {
    Object.assign(this.#state.behavior, change);
  };

  /** Adds a fault after the others. For each request, the first fault that applies is used. */
  readonly addFault = (fault: Fault): void => {
    this.#state.faults.push({ fault, matched: 0 });
  };

  /** Removes all faults. */
  readonly clearFaults = (): void => {
    this.#state.faults.length = 0;
  };

  /** Makes all issued tokens invalid. */
  readonly revokeTokens = (): void => {
    const { tokens } = this.#state;
    for (const [token, issued] of tokens) tokens.set(token, { ...issued, expiresAt: -Infinity });
  };

  /** All issued tokens, including expired ones. A test can search for them in the output of a client. */
  get issuedTokens(): readonly string[] {
    return [...this.#state.tokens.keys()];
  }

  /** A copy of the requests so far, in order. */
  get journal(): readonly JournalEntry[] {
    return [...this.#state.journal];
  }

  /** Empties the journal. */
  readonly clearJournal = (): void => {
    this.#state.journal.length = 0;
  };

  #requireList(id: number, account: SimulatedAccount): StoredList {
    const list = this.#state.listsOf(account).get(id);
    if (list === undefined) throw new RangeError(`The simulator has no list ${id}.`);
    return list;
  }
}

/**
 * Makes a simulated platform without a server.
 *
 * @returns its controls, and a function that handles a request: its effect, its entry in the journal and its answer.
 * @throws RangeError if there is no account, a list is not valid, or two lists have the same ID.
 */
export function createSimulation(options: SimulatorOptions): {
  readonly controls: Controls;
  readonly receive: Receive;
} {
  const state = createState(options);
  return { controls: new Controls(state), receive: (request, gone) => receive(state, request, gone) };
}

type State = ReturnType<typeof createState>;

function createState(options: SimulatorOptions) {
  const { lists = [], campaigns = [], faults = [], onRequest } = options;
  const behavior: Behavior = { ...defaultBehavior, ...options.behavior };
  const accounts: readonly SimulatedAccount[] = options.accounts ?? [defaultAccount];
  const [account] = accounts;
  if (account === undefined) throw new RangeError("A simulator needs at least one account.");
  const sharedLists = listsById(lists);
  const ownLists = new Map(accounts.map((one) => [one, one.lists && listsById(one.lists)]));
  return {
    account,
    accounts,
    listsOf: (one: SimulatedAccount) => ownLists.get(one) ?? sharedLists,
    campaigns,
    behavior,
    tokens: new Map<string, IssuedToken>(),
    faults: faults.map((fault): CountedFault => ({ fault, matched: 0 })),
    journal: new Array<JournalEntry>(),
    onRequest,
    clock: { ...systemClock, ...options.clock },
  };
}

function listsById(lists: readonly SimulatedList[]): Map<number, StoredList> {
  const byId = new Map<number, StoredList>();
  for (const list of lists) addList(list, byId);
  return byId;
}

function addList(list: SimulatedList, lists: Map<number, StoredList>): void {
  if (lists.has(list.id)) throw new RangeError(`The simulator has a list ${list.id} already.`);
  lists.set(list.id, storedList(list));
}

function receive(state: State, request: ReceivedRequest, gone: AbortSignal): Delivered | Promise<Delivered> {
  const { clock } = state;
  const parsed = parseRequest(request, state.behavior.read);
  const fault = findFault(state.faults, parsed);
  if (fault?.answer.kind !== "slow") return finish(state, parsed, fault, gone);
  return work(fault.answer.seconds * 1000, clock, gone).then(() => finish(state, parsed, fault, gone));
}

/**
 * Waits for the duration of a slow request.
 *
 * @param gone - Aborts when the client has closed its connection. The work continues, but no longer advances a virtual
 *   clock.
 */
async function work(milliseconds: number, clock: Clock, gone: AbortSignal): Promise<void> {
  const end = clock.now() + milliseconds;
  await clock.sleep(milliseconds, gone);
  while (clock.now() < end) await untilAborted(clock.timeout(end - clock.now()));
}

/** Lets a request take effect, unless its fault prevents that, and adds it to the journal. */
function finish(state: State, parsed: ParsedRequest, fault: Fault | undefined, gone: AbortSignal): Delivered {
  const { answer, takeEffect } = respond(parsed, state, state.clock.now());
  if (fault?.effect !== "before") takeEffect?.();
  const sent = fault === undefined ? answer : replaceAnswer(fault, answer);
  const { request, route, patch, paging } = parsed;
  const sender = state.accounts.length > 1 ? accountOf(parsed, state) : undefined;
  const kind = fault?.answer.kind;
  const entry: JournalEntry = {
    method: request.method,
    path: request.path,
    action: route.action,
    appListId: route.appListId,
    ...(sender && { account: state.accounts.indexOf(sender) }),
    entries: patch?.entries,
    ...paging,
    status: gone.aborted || kind === "reset" || kind === "hang" ? undefined : sent.status,
    fault: kind && { effect: fault.effect, kind },
  };
  state.journal.push(entry);
  state.onRequest?.(entry);
  return { ...sent, fault: kind };
}
