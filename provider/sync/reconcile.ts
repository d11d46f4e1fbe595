import { isDeepStrictEqual } from "node:util";
import {
  count,
  difference,
  intersection,
  isEmpty,
  observedOr,
  union,
  type Action,
  type Entries,
} from "../list/entries";
import { byKind, kinds, type Kind } from "../list/kinds";
import { hasNoChanges } from "../list/plan";
import { ServiceError } from "../service/errors";
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
  afterAbsence,
  afterDenial,
  afterObservation,
  afterSending,
  initialKnowledge,
  observedNow,
  remainingChanges,
  type Knowledge,
} from "./knowledge";
import { observe, refusalOf, refusalOfAbsent, type ListAccess, type Observation, type Refusal } from "./observe";
import { send, type RefusedGroup } from "./send";

/** After this many rounds of observe, plan, send and verify without reaching the goal, the change fails. */
const rounds = 4;

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * A request whose outcome is not known is never repeated blindly: the list is read, and what is left is planned anew.
 *
 * @throws {ServiceError} if the list could not be read, or does not exist. Nothing was changed.
 * @throws {RemovalLimitError} if the removal guard refuses the plan. Nothing was changed.
 */
export async function changeList(access: ListAccess, goal: Goal): Promise<Change> {
  return new Reconciliation(access, goal, await observe(access)).run();
}

/** One run of {@link changeList}: it sends and reads, and keeps what is known. */
class Reconciliation {
  readonly #access: ListAccess;
  readonly #goal: Goal;
  readonly #first: Observation;
  #knowledge: Knowledge;

  constructor(access: ListAccess, goal: Goal, first: Observation) {
    this.#access = access;
    this.#goal = goal;
    this.#first = first;
    this.#knowledge = initialKnowledge(first.outcome === "seen" ? first.appList : undefined);
  }

  async run(): Promise<Change> {
    const refusal = guardFailure(this.#situation(), this.#goal.removalGuard);
    if (refusal !== undefined) throw refusal;
    const failure = await this.#reconcile();
    const { knowledge, target } = this.#situation();
    return {
      ...knowledge,
      observedAfter: observedNow(knowledge),
      handedOver: intersection(difference(target.managed, target.desired), target.declaredElsewhere),
      notVerified: this.#first.outcome === "notVerified" ? this.#first.reason : undefined,
      failure,
    };
  }

  async #reconcile(): Promise<ChangeError | undefined> {
    for (let round = 1; ; round += 1) {
      const situation = this.#situation();
      const plan = remainingChanges(situation.knowledge, situation.target);
      if (hasNoChanges(plan)) return finalFailure(situation, this.#first);
      if (round > rounds) return endlessFailure(situation, plan);
      const failure = (await this.#send("add", plan.add)) ?? (await this.#remove());
      if (failure === "outcomeUnknown") {
        if (!(await this.#observe())) return interrupted(this.#situation());
      } else if (failure !== undefined) {
        return failure;
      }
    }
  }

  /** Plans the removals anew: more is known than when the round began. */
  async #remove(): Promise<ChangeError | "outcomeUnknown" | undefined> {
    const situation = this.#situation();
    // Nothing is removed after an addition whose outcome is not known.
    if (!isEmpty(this.#knowledge.unconfirmed.add)) return interrupted(situation);
    const { remove } = remainingChanges(situation.knowledge, situation.target);
    return guardFailure(situation, this.#goal.removalGuard) ?? (await this.#send("remove", remove));
  }

  /** Sends one half of the plan and verifies it. */
  async #send(action: Action, planned: Entries): Promise<ChangeError | "outcomeUnknown" | undefined> {
    const entries = byKind((kind) => new Set([...planned[kind]].filter(isSendable)));
    if (isEmpty(entries)) return undefined;
    const sent = await send(this.#access, action, entries);
    this.#knowledge = afterSending(this.#knowledge, action, sent);
    if (sent.interruption !== undefined) {
      const { error } = sent.interruption;
      // If the list could not be read before, only this response shows that it does not exist.
      if (error.code === "NOT_FOUND" && !this.#knowledge.mayHaveChanged) throw error;
      if (error.effect === "possible") return "outcomeUnknown";
      if (error.effect === "denied") await this.#verifyDenial(action, sent.interruption.entries);
      const situation = this.#situation();
      if (!isEmpty(remainingChanges(situation.knowledge, situation.target)[action])) return interrupted(situation);
    }
    if (sent.refused.length > 0) {
      await this.#verifyDenial(action, sent.refused.map((group) => group.entries).reduce(union));
    }
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
  async #observe(): Promise<boolean> {
    const observation = await ifReached(observe(this.#access));
    if (observation?.outcome !== "seen") return false;
    this.#knowledge = afterObservation(this.#knowledge, observation.appList);
    return true;
  }

  async #verifyDenial(action: Action, entries: Entries): Promise<void> {
    const isObserved = this.#first.outcome === "seen" && (await this.#observe());
    this.#knowledge = afterDenial(this.#knowledge, action, entries, isObserved);
  }

  /** Entries of a kind that the API does not show are absent if it refuses them as it refuses absent ones. */
  async #findAbsent(groups: readonly RefusedGroup[]): Promise<void> {
    const absences = new Map<Kind, Refusal | undefined>();
    for (const { entries, error } of groups) {
      const kind = kinds.find((each) => entries[each].size > 0);
      // In a group that could not be narrowed down, an entry may be refused for another reason.
      if (count(entries) !== 1 || kind === undefined || observedNow(this.#knowledge)[kind] !== undefined) continue;
      if (!absences.has(kind)) absences.set(kind, await ifReached(refusalOfAbsent(this.#access, kind)));
      if (!isDeepStrictEqual(absences.get(kind), refusalOf(error, entries))) continue;
      this.#knowledge = afterAbsence(this.#knowledge, entries);
    }
  }

  #situation(): Situation {
    const target = { ...this.#goal, declaredElsewhere: this.#goal.declaredElsewhere() };
    const subject = {
      appListId: this.#access.appListId,
      name: this.#knowledge.appList?.name,
      next: this.#goal.next,
    };
    return { knowledge: this.#knowledge, target, subject };
  }
}

/** What a request returned; undefined if it failed, when an earlier failure is the reason to give. */
async function ifReached<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * Whether a request names this entry and nothing else. A list can show an entry with a comma in it: a request to remove
 * that would remove others, which may be declared.
 */
function isSendable(entry: string): boolean {
  return !entry.includes(",");
}
