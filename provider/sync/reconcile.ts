import {
  difference,
  intersection,
  isEmpty,
  noEntries,
  observedOr,
  union,
  type Action,
  type Entries,
} from "../list/entries";
import { hasNoChanges } from "../list/plan";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/schemas";
import type { Change, Goal } from "./change";
import type { ChangeError } from "./errors";
import {
  endlessFailure,
  finalFailure,
  guardFailure,
  interrupted,
  notApplied,
  refusalFailure,
  type Situation,
} from "./failures";
import {
  afterDenial,
  afterObservation,
  afterRefusedRemoval,
  afterSending,
  initialKnowledge,
  isAwaited,
  observedNow,
  remainingChanges,
  type Knowledge,
} from "./knowledge";
import { isAboutEntries, observeOrProbe, type ListAccess, type Observation } from "./observe";
import { send } from "./send";
import { deniedEntries, invalid, sendableEntries } from "./sent";
import { observeBySentinel, removeSentinels } from "./sentinel";

/** The longest delay before the list is read after a request without a known outcome, in milliseconds. */
const longestPause = 60_000;

const none: ReadonlySet<number> = new Set();

/** After this many rounds of observe, plan, send and verify without reaching the goal, the change fails. */
const rounds = 4;

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * A request whose outcome is not known is never repeated blindly: the list is read, and the rest is planned again.
 *
 * @param first the list before the change.
 * @throws {ApiError} if the list does not exist. Nothing was changed.
 */
export async function changeList(access: ListAccess, goal: Goal, first: Observation): Promise<Change> {
  return new Reconciliation(access, goal, first).run();
}

/** One run of {@link changeList}: it sends and reads, and keeps what is known. */
class Reconciliation {
  readonly #access: ListAccess;
  readonly #goal: Goal;
  readonly #first: Observation;
  #knowledge: Knowledge;
  /** The status with which the API refused the probe, so that only a sentinel shows the list; undefined if none can. */
  #refusal: number | undefined;
  #sentinelsLeft = noEntries;

  constructor(access: ListAccess, goal: Goal, first: Observation) {
    this.#access = access;
    this.#goal = goal;
    this.#first = first;
    this.#refusal = first.refusal;
    this.#knowledge = initialKnowledge(first.outcome === "seen" ? first.appList : undefined);
  }

  async run(): Promise<Change> {
    const failure = guardFailure(this.#situation(), this.#goal.removalGuard) ?? (await this.#reconcile());
    const { appList: shown } = this.#knowledge;
    const sentinels = { appList: shown, sentinelsLeft: this.#sentinelsLeft };
    const { appList, sentinelsLeft } = await removeSentinels(this.#access, sentinels);
    this.#knowledge = { ...this.#knowledge, appList };
    const { knowledge, target } = this.#situation();
    const observedAfter = observedNow(knowledge);
    const dropped = difference(target.managed, target.desired);
    return {
      ...knowledge,
      observedAfter,
      // Not an entry that was declared after its removal was sent.
      handedOver: intersection(intersection(dropped, observedOr(observedAfter, dropped)), target.declaredElsewhere),
      readBy: this.#first.outcome === "seen" ? this.#first.by : undefined,
      notVerified: this.#first.outcome === "notVerified" ? this.#first.reason : undefined,
      sentinelsLeft,
      failure,
    };
  }

  async #reconcile(): Promise<ChangeError | undefined> {
    for (let round = 1; ; round += 1) {
      const situation = this.#situation();
      const plan = remainingChanges(situation.knowledge, situation.target);
      if (hasNoChanges(plan)) return finalFailure(situation, this.#first);
      if (round > rounds) return endlessFailure(situation, plan);
      const { remaining } = this.#access.deadline;
      const failure = (await this.#send("add", plan.add)) ?? (await this.#remove());
      if (failure === "outcomeUnknown") {
        if (!(await this.#awaitEffect(remaining - this.#access.deadline.remaining))) {
          return interrupted(this.#situation());
        }
      } else if (failure !== undefined) {
        return failure;
      }
    }
  }

  /**
   * Waits for the effect of a request without a known outcome: the API may still work on it. The list is read, and read
   * again before anything is sent again, each time after as long as the request took.
   *
   * @param elapsed how long the request took, in milliseconds.
   * @returns whether the change can continue. A request for which there was no response within `elapsed` would get none
   * in less time either.
   */
  async #awaitEffect(elapsed: number): Promise<boolean> {
    const { api, deadline } = this.#access;
    for (const isLast of [false, true]) {
      await api.wait(Math.min(elapsed, longestPause, deadline.remaining / 4), deadline);
      if (!(await this.#observe(isLast && deadline.remaining > elapsed))) return false;
      if (!isAwaited(this.#knowledge)) return true;
    }
    return false;
  }

  /** Plans the removals again: more is known than when the round began. */
  async #remove(): Promise<ChangeError | "outcomeUnknown" | undefined> {
    const situation = this.#situation();
    // Nothing is removed after an addition whose outcome is not known.
    if (!isEmpty(this.#knowledge.unconfirmed.add)) return interrupted(situation);
    const failure = guardFailure(situation, this.#goal.removalGuard);
    if (failure !== undefined) return failure;
    this.#goal.beforeRemoval?.(remainingChanges(situation.knowledge, situation.target).remove);
    const { knowledge, target } = this.#situation();
    return this.#send("remove", remainingChanges(knowledge, target).remove);
  }

  /** Sends one half of the plan and verifies it. */
  async #send(action: Action, planned: Entries): Promise<ChangeError | "outcomeUnknown" | undefined> {
    const entries = sendableEntries(planned);
    if (isEmpty(entries)) return undefined;
    const sent = await send(this.#access, action, entries, this.#refusals(action));
    this.#knowledge = afterSending(this.#knowledge, action, sent);
    if (sent.interruption !== undefined) {
      const { error } = sent.interruption;
      if (this.#access.deadline.isCanceled) {
        // Nothing can verify a denial any more.
        this.#knowledge = afterDenial(this.#knowledge, action, deniedEntries(sent), false);
        return interrupted(this.#situation());
      }
      if (error.effect === "possible") return "outcomeUnknown";
      if (action === "remove" && this.#mustBeRead() && isAboutEntries(error, this.#refusal)) {
        return this.#readAfterRefusal();
      }
      if (error.effect === "denied") await this.#verifyDenial(action, deniedEntries(sent));
      const situation = this.#situation();
      if (!isEmpty(remainingChanges(situation.knowledge, situation.target)[action])) return interrupted(situation);
    }
    if (sent.refused.length > 0) await this.#verifyDenial(action, deniedEntries(sent));
    if (action === "remove") this.#knowledge = afterRefusedRemoval(this.#knowledge, sent.refused, this.#refusal);
    const situation = this.#situation();
    const refusal = refusalFailure(situation, action, sent.refused);
    if (refusal !== undefined) return refusal;
    // An entry that is missing from the response to its own addition is an error at once: another request would not
    // help. One that a later response lacks was removed by someone else, and the next round adds it again. An entry
    // that is still there after its removal may be in the list more than once, and the next round removes it again.
    const missing = difference(sent.leftOut, observedOr(observedNow(this.#knowledge), entries));
    return isEmpty(missing) ? undefined : notApplied(situation, { missing });
  }

  /** Whether the list could be read. If not, the cause of the observation is the reason to give. */
  async #observe(isFinal = true): Promise<boolean> {
    const appList = await this.#read();
    if (appList === undefined) return false;
    this.#knowledge = afterObservation(this.#knowledge, appList, isFinal);
    return true;
  }

  async #read(): Promise<AppList | undefined> {
    if (this.#refusal !== undefined) {
      const answer = await observeBySentinel(this.#access, this.#refusal);
      if (answer.outcome === "seen") return answer.appList;
      if (answer.outcome === "failed") this.#sentinelsLeft = union(this.#sentinelsLeft, answer.left);
      else this.#refusal = undefined;
      return undefined;
    }
    if (this.#first.outcome === "notVerified" || this.#first.refusal !== undefined) return undefined;
    try {
      const observation = await observeOrProbe(this.#access);
      return observation.outcome === "seen" ? observation.appList : undefined;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** Whether the list was not read yet, and a sentinel can show it. */
  #mustBeRead(): boolean {
    return this.#knowledge.appList === undefined && this.#refusal !== undefined;
  }

  /** After a refused removal from a list that was not read: a sentinel shows which of the entries are in it. */
  async #readAfterRefusal(): Promise<ChangeError | undefined> {
    const isRead = await this.#observe();
    // If the API refuses the sentinel, the refused entries are found one by one.
    return isRead || this.#refusal === undefined ? undefined : interrupted(this.#situation());
  }

  /** The statuses with which the API refuses entries. For a list that was not read, every refusal ends the sending. */
  #refusals(action: Action): ReadonlySet<number> {
    if (action === "add" || this.#refusal === undefined) return invalid;
    return this.#mustBeRead() ? none : new Set([...invalid, this.#refusal]);
  }

  async #verifyDenial(action: Action, entries: Entries): Promise<void> {
    const isObserved = await this.#observe();
    this.#knowledge = afterDenial(this.#knowledge, action, entries, isObserved);
  }

  #situation(): Situation {
    const target = { ...this.#goal, declaredElsewhere: this.#goal.declaredElsewhere() };
    const { appListId, owner, deadline } = this.#access;
    const subject = { appListId, name: this.#knowledge.appList?.name, next: this.#goal.next };
    return { knowledge: this.#knowledge, target, subject, owner, isCanceled: deadline.isCanceled };
  }
}
