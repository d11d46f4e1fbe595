import { isDeepStrictEqual } from "node:util";
import {
  count,
  difference,
  intersection,
  isEmpty,
  noEntries,
  observedOr,
  oneByOne,
  union,
  type Action,
  type Changes,
  type Entries,
} from "../list/entries";
import { kinds, type Kind } from "../list/kinds";
import { hasNoChanges } from "../list/plan";
import { ServiceError } from "../service/errors";
import type { Change, Goal } from "./change";
import { EntriesRefusedError, type ChangeError } from "./errors";
import {
  absenceUnverified,
  endlessFailure,
  finalFailure,
  guardFailure,
  interrupted,
  notApplied,
  refusalFailure,
  type Situation,
} from "./failures";
import {
  afterAbsence,
  afterDenial,
  afterFirstAddition,
  afterObservation,
  afterSending,
  initialKnowledge,
  isAwaited,
  observedNow,
  remainingChanges,
  type Knowledge,
} from "./knowledge";
import {
  ifReached,
  isRefusedAlike,
  observe,
  refusalOf,
  refusalOfAbsent,
  type ListAccess,
  type NotVerified,
  type Observation,
  type Refusal,
} from "./observe";
import { send } from "./send";
import { deniedEntries, invalid, invalidOrAbsent, invalidOrPresent, sendableEntries, type RefusedGroup } from "./sent";
import { observeBySentinel, removeSentinels } from "./sentinel";

/** The longest delay before the list is read after a request without a known outcome, in milliseconds. */
const longestPause = 60_000;

const none: ReadonlySet<number> = new Set();

/** The most first additions that are sent alone while the API refuses them. */
const mostFirst = 8;

/** After this many rounds of observe, plan, send and verify without reaching the goal, the change fails. */
const rounds = 4;

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * A request whose outcome is not known is never repeated blindly: the list is read, and the rest is planned again.
 *
 * @param first the list before the change.
 * @throws {ServiceError} if the list does not exist. Nothing was changed.
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
  #triedFirst = false;
  #isRepeated = false;
  /** Why reading the list takes a sentinel; undefined if it takes none, or the API refuses that. */
  #refused: NotVerified | undefined;
  #sentinelsLeft = noEntries;

  constructor(access: ListAccess, goal: Goal, first: Observation) {
    this.#access = access;
    this.#goal = goal;
    this.#first = first;
    const refused = first.outcome === "seen" ? first.refused : first;
    this.#refused = refused?.cause === "off" || refused?.cause === "sentinelRefused" ? undefined : refused;
    this.#knowledge = initialKnowledge(first.outcome === "seen" ? first.appList : undefined);
  }

  async run(): Promise<Change> {
    const failure = guardFailure(this.#situation(), this.#goal.removalGuard) ?? (await this.#reconcile());
    const { appList: shown } = this.#knowledge;
    const sentinels = { appList: shown, sentinelsLeft: this.#sentinelsLeft };
    const { appList, sentinelsLeft } = await removeSentinels(this.#access, sentinels);
    this.#knowledge = { ...this.#knowledge, appList };
    const { knowledge, target } = this.#situation();
    return {
      ...knowledge,
      observedAfter: observedNow(knowledge),
      handedOver: intersection(difference(target.managed, target.desired), target.declaredElsewhere),
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
      const failure = this.#isOriginUnknown(plan)
        ? await this.#sendFirst(plan.add)
        : ((await this.#send("add", plan.add)) ?? (await this.#remove()));
      if (failure === "outcomeUnknown") {
        if (!(await this.#awaitEffect(remaining - this.#access.deadline.remaining))) {
          return interrupted(this.#situation());
        }
      } else if (failure !== undefined) {
        return failure;
      }
    }
  }

  /** Whether the response to the addition of one entry must show the list first: it cannot be read in another way. */
  #isOriginUnknown({ add }: Changes): boolean {
    const isRefused = this.#first.outcome === "notVerified" && this.#first.cause === "sentinelRefused";
    return isRefused && this.#knowledge.appList === undefined && !this.#triedFirst && count(add) > 1;
  }

  /** Adds one entry alone: the response shows which of the others were in the list before. */
  async #sendFirst(planned: Entries): Promise<ChangeError | "outcomeUnknown" | undefined> {
    this.#triedFirst = true;
    for (const first of oneByOne(planned).slice(0, mostFirst)) {
      const failure = await this.#send("add", first, invalidOrPresent);
      if (this.#knowledge.appList !== undefined) {
        this.#knowledge = afterFirstAddition(this.#knowledge, first);
        // Judged before the others are added: with them, the removals would be a smaller share.
        return failure ?? guardFailure(this.#situation(), this.#goal.removalGuard);
      }
      // A refused entry is named when the others have been sent.
      if (!(failure instanceof EntriesRefusedError)) return failure;
    }
    return undefined;
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
    const { service, deadline } = this.#access;
    for (const isLast of [false, true]) {
      await service.wait(Math.min(elapsed, longestPause, deadline.remaining / 4), deadline);
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
  async #send(
    action: Action,
    planned: Entries,
    refusals = this.#refusals(action),
  ): Promise<ChangeError | "outcomeUnknown" | undefined> {
    const entries = sendableEntries(planned);
    if (isEmpty(entries)) return undefined;
    const sent = await send(this.#access, action, entries, refusals, !this.#isRepeated);
    // Entries that are missing after that may have been lost, because they were sent in parallel.
    this.#isRepeated ||= action === "add" && count(entries) > 1;
    this.#knowledge = afterSending(this.#knowledge, action, sent);
    if (sent.interruption !== undefined) {
      const { error } = sent.interruption;
      // If the list could not be read before, only this response shows that it does not exist.
      const { appList, mayHaveChanged } = this.#knowledge;
      if (error.code === "NOT_FOUND" && action === "add" && appList === undefined && !mayHaveChanged) throw error;
      if (this.#access.deadline.isCanceled) {
        // Nothing can verify a denial any more.
        this.#knowledge = afterDenial(this.#knowledge, action, deniedEntries(sent), false);
        return interrupted(this.#situation());
      }
      if (error.effect === "possible") return "outcomeUnknown";
      if (action === "remove" && this.#mustBeRead() && this.#mayBeAbsent(error)) return this.#readAfterRefusal();
      if (error.effect === "denied") await this.#verifyDenial(action, deniedEntries(sent));
      else if (!isEmpty(sent.unseen)) await this.#observe();
      const situation = this.#situation();
      if (!isEmpty(remainingChanges(situation.knowledge, situation.target)[action])) return interrupted(situation);
    }
    if (sent.refused.length > 0) await this.#verifyDenial(action, deniedEntries(sent));
    if (action === "remove") await this.#findAbsent(sent.refused);
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
    const observation = await ifReached(
      this.#refused === undefined ? observe(this.#access) : observeBySentinel(this.#access, this.#refused),
    );
    if (observation?.outcome === "failed") this.#sentinelsLeft = union(this.#sentinelsLeft, observation.left);
    if (observation?.outcome !== "seen") return false;
    this.#knowledge = afterObservation(this.#knowledge, observation.appList, isFinal);
    return true;
  }

  /** Whether the list was not read yet, and a sentinel can show it. */
  #mustBeRead(): boolean {
    return this.#knowledge.appList === undefined && this.#refused !== undefined;
  }

  /** Whether a removal can be refused because an entry is absent. */
  #mayBeAbsent(error: ServiceError): boolean {
    return this.#refused !== undefined && isRefusedAlike(error, this.#refused);
  }

  /** After a refused removal from a list that was not read: a sentinel shows which of the entries are in it. */
  async #readAfterRefusal(): Promise<ChangeError | undefined> {
    if (await this.#observe()) return undefined;
    const isAbsenceUnknown = this.#refused?.cause instanceof ServiceError;
    // Without a sentinel, the refused entries are found one by one.
    this.#refused = undefined;
    return isAbsenceUnknown ? absenceUnverified(this.#situation()) : undefined;
  }

  /** The statuses with which the API refuses entries. For a list that was not read, every refusal ends the sending. */
  #refusals(action: Action): ReadonlySet<number> {
    if (action === "add") return invalid;
    if (this.#mustBeRead()) return none;
    return this.#refused?.cause instanceof ServiceError ? invalidOrAbsent : invalid;
  }

  async #verifyDenial(action: Action, entries: Entries): Promise<void> {
    const isObserved = (this.#first.outcome === "seen" || this.#refused !== undefined) && (await this.#observe());
    this.#knowledge = afterDenial(this.#knowledge, action, entries, isObserved);
  }

  /** Entries of a kind that the API does not show are absent if it refuses them as it refuses absent ones. */
  async #findAbsent(groups: readonly RefusedGroup[]): Promise<void> {
    const absences = new Map<Kind, Refusal | undefined>();
    for (const { entries, error, isCertain } of groups) {
      const kind = kinds.find((each) => entries[each].size > 0);
      // In a group that could not be narrowed down, an entry may be refused for another reason.
      if (!isCertain || kind === undefined || observedNow(this.#knowledge)[kind] !== undefined) continue;
      if (!absences.has(kind)) absences.set(kind, await ifReached(refusalOfAbsent(this.#access, kind)));
      if (!isDeepStrictEqual(absences.get(kind), refusalOf(error, entries))) continue;
      this.#knowledge = afterAbsence(this.#knowledge, entries);
    }
  }

  #situation(): Situation {
    const target = { ...this.#goal, declaredElsewhere: this.#goal.declaredElsewhere() };
    const { appListId, owner, deadline } = this.#access;
    const subject = { appListId, name: this.#knowledge.appList?.name, next: this.#goal.next };
    return { knowledge: this.#knowledge, target, subject, owner, isCanceled: deadline.isCanceled };
  }
}
