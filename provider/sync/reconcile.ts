import { isDeepStrictEqual } from "node:util";
import {
  count,
  difference,
  ifShown,
  noChanges,
  noEntries,
  union,
  type Changes,
  type Entries,
  type Observed,
} from "../list/entries";
import { byKind, kinds, type Kind } from "../list/kinds";
import { findLookAlikes } from "../list/look-alikes";
import { hasNoChanges, planChanges } from "../list/plan";
import { guardRemovals, type RemovalLimit } from "../list/removal-guard";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import {
  type ChangeError,
  ChangeInterruptedError,
  EntriesNotAppliedError,
  EntriesRefusedError,
  ListNotSeenError,
  type Progress,
  RemovalLimitError,
  type Subject,
} from "./errors";
import { absenceOf, observe, refusalOf, type ListAccess, type Observation, type Refusal } from "./observe";
import { send, type RefusedGroup, type Sent } from "./send";

/** What a list is to hold. */
export interface Goal {
  readonly desired: Entries;
  /** What the resource holds so far: only of this, entries that are not desired are removed. */
  readonly managed: Entries;
  /** Entries that it holds and that may have gone. Default: none. */
  readonly unconfirmedRemovals?: Entries;
  readonly exclusive: boolean;
  /**
   * What the resources of this run declare for the list, as far as they are known: asked again before every removal,
   * since others may come to be known meanwhile. It may hold what this resource itself declares.
   */
  readonly declaredElsewhere: () => Entries;
  /** "off" where the resource itself goes: what it added is meant to be removed, however much it is. */
  readonly removalGuard: RemovalGuard | "off";
  /** What a person does after a failure, as a sentence. */
  readonly next: string;
}

/** How removals are guarded. */
interface RemovalGuard {
  readonly limit: RemovalLimit | undefined;
  /** Whether a person has let exactly this change through. */
  readonly isApproved: (change: Changes) => boolean;
  /** How a person lets exactly this change through, as a sentence. */
  readonly howToApprove: (change: Changes) => string;
}

/** What a change came to. All of it is observed or acknowledged, nothing is assumed. */
export interface Change {
  /** The list as it was shown last; undefined where the service never showed it. */
  readonly appList: AppList | undefined;
  readonly observedBefore: Observed;
  readonly observedAfter: Observed;
  /** What the service answered with success, for the kinds that it does not show. */
  readonly acknowledged: Changes;
  /** Entries that were sent and of which it is not known whether they were added or removed. */
  readonly unconfirmed: Changes;
  /** Entries that are no longer desired and stay, as another resource of the run declares them. */
  readonly handedOver: Entries;
  /**
   * Entries whose removal the service refused just as it refuses the removal of what cannot be in a list, while it does
   * not show the list: they count as gone, and that is not verified.
   */
  readonly presumedGone: Entries;
  /** Whether anything was sent that may have changed the list. */
  readonly mayHaveChanged: boolean;
  /** Why the list could not be looked at before the change, where it could not. */
  readonly notVerified?: string;
  /** Why the goal was not reached; undefined where it was. */
  readonly failure?: ChangeError;
}

/** After this many rounds of observe, plan, send and verify without reaching the goal, the change fails. */
const rounds = 4;

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * A request whose outcome is not known is never sent again blindly: the list is looked at, and what is left is planned
 * anew.
 *
 * @throws {ServiceError} where the list could not be looked at. Nothing was changed then.
 * @throws {ServiceError} where it turns out, before anything was changed, that the list does not exist.
 * @throws {RemovalLimitError} where the removal guard refuses the plan. Nothing was changed then.
 */
export async function changeList(access: ListAccess, goal: Goal): Promise<Change> {
  return new Reconciliation(access, goal, await observe(access)).run();
}

/** One run of {@link changeList}: what is known, and how it changes with every answer. */
class Reconciliation {
  readonly #access: ListAccess;
  readonly #goal: Goal;
  readonly #first: Observation;
  readonly #observedBefore: Observed;
  #appList: AppList | undefined;
  #acknowledged: Changes = noChanges;
  #unconfirmed: Changes = noChanges;
  /** Everything that was sent, whatever came of it. */
  #sent: Changes = noChanges;
  #interruption: ServiceError | undefined;
  #presumedGone = noEntries;
  #mayHaveChanged = false;

  constructor(access: ListAccess, goal: Goal, first: Observation) {
    this.#access = access;
    this.#goal = goal;
    this.#first = first;
    this.#appList = first.outcome === "seen" ? first.appList : undefined;
    this.#observedBefore = this.#observed();
  }

  async run(): Promise<Change> {
    const refusal = this.#guard(this.#plan());
    if (refusal !== undefined) throw refusal;
    return this.#change(await this.#reconcile());
  }

  async #reconcile(): Promise<ChangeError | undefined> {
    for (let round = 1; ; round += 1) {
      const plan = this.#plan();
      if (hasNoChanges(plan)) return this.#unconfirmedFailure() ?? this.#unseenFailure();
      if (round > rounds) {
        return this.#interruption === undefined
          ? this.#notApplied({ takenAway: plan.add, remaining: plan.remove })
          : this.#interrupted();
      }
      const failure = (await this.#act("add", plan.add)) ?? (await this.#remove());
      if (failure === "lookAgain") {
        if (!(await this.#look())) return this.#interrupted();
      } else if (failure !== undefined) {
        return failure;
      }
    }
  }

  /** Removes what is to be removed by what is known now, which can be more than when the change began. */
  async #remove(): Promise<ChangeError | "lookAgain" | undefined> {
    // Nothing is removed after an addition of which nobody knows whether it failed.
    if (count(this.#unconfirmed.add) > 0) return this.#interrupted();
    const plan = this.#plan();
    return this.#guard(plan) ?? (await this.#act("remove", plan.remove));
  }

  /** Sends one half of the plan and verifies it. */
  async #act(action: "add" | "remove", planned: Entries): Promise<ChangeError | "lookAgain" | undefined> {
    const entries = byKind((kind) => new Set([...planned[kind]].filter(isSendable)));
    if (count(entries) === 0) return undefined;
    const sent = await send(this.#access, action, entries);
    this.#learn(action, sent);
    if (sent.interruption !== undefined) {
      const { error } = sent.interruption;
      // Where the list could not be looked at before, it turns out only now that it does not exist.
      if (error.code === "NOT_FOUND" && !this.#mayHaveChanged) throw error;
      if (error.effect === "possible") return "lookAgain";
      if (error.effect === "denied") await this.#lookAtDenied(action, sent.interruption.entries);
      if (count(this.#plan()[action]) > 0) return this.#interrupted();
    }
    if (sent.refused.length > 0) {
      await this.#lookAtDenied(action, sent.refused.map((group) => group.entries).reduce(union));
    }
    if (action === "remove") await this.#presumeGone(sent.refused);
    const refused = sent.refused.flatMap((group) => this.#stillRefused(action, group));
    if (refused.length > 0) {
      return new EntriesRefusedError(this.#subject(), action, refused, this.#progress(), this.#observed());
    }
    // What was asked to be added and did not come is an error at once: asking again would not help. What came and was
    // gone with a later answer, somebody else took away: the next round adds it again. What was asked to be removed and
    // is still there may stand in the list more than once; the next round removes it again.
    const missing = byKind((kind) => sent.leftOut[kind].difference(this.#observed()[kind] ?? entries[kind]));
    return count(missing) > 0 ? this.#notApplied({ missing }) : undefined;
  }

  #learn(action: "add" | "remove", sent: Sent): void {
    this.#appList = sent.appList ?? this.#appList;
    const { acknowledged, interruption } = sent;
    const { add, remove } = this.#acknowledged;
    this.#acknowledged =
      action === "add"
        ? { add: union(add, acknowledged), remove: difference(remove, acknowledged) }
        : { add: difference(add, acknowledged), remove: union(remove, acknowledged) };
    const attempted = interruption === undefined ? acknowledged : union(acknowledged, interruption.entries);
    this.#sent = { ...this.#sent, [action]: union(this.#sent[action], attempted) };
    // As long as something is not settled, what made it so is the reason to give.
    this.#interruption = interruption?.error ?? (this.#isUnconfirmed() ? this.#interruption : undefined);
    if (count(acknowledged) > 0) this.#mayHaveChanged = true;
    if (interruption?.error.effect === "possible") {
      this.#mayHaveChanged = true;
      this.#unconfirmed = { ...this.#unconfirmed, [action]: union(this.#unconfirmed[action], interruption.entries) };
    }
  }

  /** After the service said that it did not do something: is that so? The answer can come from a proxy in between. */
  async #lookAtDenied(action: "add" | "remove", entries: Entries): Promise<void> {
    const isSeen = this.#first.outcome === "seen" && (await this.#look());
    const observed = this.#observed();
    // A removal that was carried out all the same must not stay claimed. An addition of that kind is nobody's.
    const doubtful = byKind((kind) => {
      if (action === "add" || (isSeen && observed[kind] !== undefined)) return new Set<string>();
      return entries[kind].intersection(observed[kind] ?? entries[kind]);
    });
    this.#unconfirmed = { ...this.#unconfirmed, remove: union(this.#unconfirmed.remove, doubtful) };
    const done = byKind((kind) => {
      const shown = observed[kind];
      if (shown === undefined) return new Set<string>();
      return action === "add" ? entries[kind].intersection(shown) : entries[kind].difference(shown);
    });
    if (count(union(done, doubtful)) > 0) this.#mayHaveChanged = true;
  }

  /** Whether the list was seen. Where that fails, what made the look necessary is the reason to give. */
  async #look(): Promise<boolean> {
    try {
      const observation = await observe(this.#access);
      if (observation.outcome === "notVerified") return false;
      this.#appList = observation.appList;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
    // Settled is what the service shows; entries of a kind that it does not show remain unknown.
    const observed = this.#observed();
    this.#unconfirmed = {
      add: byKind((kind) => (observed[kind] === undefined ? this.#unconfirmed.add[kind] : new Set<string>())),
      remove: byKind((kind) => (observed[kind] === undefined ? this.#unconfirmed.remove[kind] : new Set<string>())),
    };
    return true;
  }

  /** What is not shown, and refused just as the removal of what cannot be in a list, counts as gone. */
  async #presumeGone(groups: readonly RefusedGroup[]): Promise<void> {
    const observed = this.#observed();
    const absences = new Map<Kind, Refusal | undefined>();
    for (const { entries, error } of groups) {
      const kind = kinds.find((each) => entries[each].size > 0);
      // Of several that could not be told apart, one can be refused for another reason.
      if (count(entries) !== 1 || kind === undefined || observed[kind] !== undefined) continue;
      if (!absences.has(kind)) absences.set(kind, await this.#absenceOf(kind));
      if (!isDeepStrictEqual(absences.get(kind), refusalOf(error, entries))) continue;
      this.#presumedGone = union(this.#presumedGone, entries);
      this.#acknowledged = { ...this.#acknowledged, remove: union(this.#acknowledged.remove, entries) };
      this.#unconfirmed = { ...this.#unconfirmed, remove: difference(this.#unconfirmed.remove, entries) };
    }
  }

  async #absenceOf(kind: Kind): Promise<Refusal | undefined> {
    try {
      return await absenceOf(this.#access, kind);
    } catch (error) {
      // The refusal stands then, and is the reason to give.
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  /** A refused entry that is in the list all the same (or gone, for a removal) needs nothing more. */
  #stillRefused(action: "add" | "remove", group: RefusedGroup): readonly RefusedGroup[] {
    const observed = this.#observed();
    const entries = byKind((kind) => {
      const shown = observed[kind];
      if (action === "add") return group.entries[kind].difference(shown ?? new Set());
      return shown === undefined
        ? group.entries[kind].difference(this.#presumedGone[kind])
        : group.entries[kind].intersection(shown);
    });
    return count(entries) === 0 ? [] : [{ ...group, entries }];
  }

  #plan(): Changes {
    const plan = planChanges({
      desired: this.#goal.desired,
      managed: this.#managed(),
      unconfirmedRemovals: difference(this.#goal.unconfirmedRemovals ?? noEntries, this.#acknowledged.add),
      observed: this.#observed(),
      exclusive: this.#goal.exclusive,
      declaredElsewhere: this.#goal.declaredElsewhere(),
    });
    // What may have taken effect and cannot be seen is not sent a second time.
    return {
      add: difference(plan.add, this.#unconfirmed.add),
      remove: difference(plan.remove, this.#unconfirmed.remove),
    };
  }

  #guard(plan: Changes): RemovalLimitError | undefined {
    const { exclusive, managed, removalGuard } = this.#goal;
    if (removalGuard === "off") return undefined;
    const removals = union(this.#sent.remove, plan.remove);
    const whole = { add: union(this.#sent.add, plan.add), remove: removals };
    const observed = this.#observed();
    // An exclusive list is all the resource's own to lose.
    const all = byKind((kind) =>
      exclusive ? managed[kind].union(removals[kind]).union(observed[kind] ?? new Set<string>()) : managed[kind],
    );
    const verdict = guardRemovals(count(removals), count(all), removalGuard.limit);
    if (verdict.outcome === "allowed" || removalGuard.isApproved(whole)) return undefined;
    // What was sent already is not asked for again.
    const remedy = `${verdict.remedy} ${removalGuard.howToApprove(plan)}`;
    const progress = this.#mayHaveChanged ? this.#progress() : undefined;
    return new RemovalLimitError(this.#subject(), { reason: verdict.reason, remedy }, progress);
  }

  /** What the resource holds; where the service does not show a kind, with what it acknowledged meanwhile. */
  #managed(): Entries {
    const observed = this.#observed();
    const { add, remove } = this.#acknowledged;
    const { managed } = this.#goal;
    return ifShown(observed, () => managed, difference(union(managed, add), remove));
  }

  #observed(): Observed {
    const appList = this.#appList;
    return byKind((kind) => appList?.entries[kind]);
  }

  #isUnconfirmed(): boolean {
    return count(union(this.#unconfirmed.add, this.#unconfirmed.remove)) > 0;
  }

  #unconfirmedFailure(): ChangeError | undefined {
    return this.#isUnconfirmed() ? this.#interrupted() : undefined;
  }

  #unseenFailure(): ChangeError | undefined {
    if (!this.#goal.exclusive || this.#appList !== undefined || this.#first.outcome === "seen") return undefined;
    return new ListNotSeenError(this.#subject(), this.#first.reason, this.#progress());
  }

  #interrupted(): ChangeError {
    return new ChangeInterruptedError(this.#subject(), this.#interruption, this.#progress());
  }

  #notApplied(what: Partial<Pick<EntriesNotAppliedError, "missing" | "takenAway" | "remaining">>): ChangeError {
    const { missing = noEntries, takenAway = noEntries, remaining = noEntries } = what;
    const lookAlikes = findLookAlikes(missing, this.#observed());
    const result = { missing, takenAway, remaining, lookAlikes };
    return new EntriesNotAppliedError(this.#subject(), result, this.#progress());
  }

  #progress(): Progress {
    const observed = this.#observed();
    const present = byKind((kind) => observed[kind] ?? this.#managed()[kind]);
    const plan = this.#plan();
    return {
      added: byKind((kind) => this.#sent.add[kind].intersection(present[kind])),
      removed: byKind((kind) => this.#sent.remove[kind].difference(present[kind])),
      toAdd: plan.add,
      toRemove: plan.remove,
      unconfirmed: union(this.#unconfirmed.add, this.#unconfirmed.remove),
    };
  }

  #subject(): Subject {
    return { appListId: this.#access.appListId, name: this.#appList?.name, next: this.#goal.next };
  }

  #change(failure: ChangeError | undefined): Change {
    const { desired, managed } = this.#goal;
    const declaredElsewhere = this.#goal.declaredElsewhere();
    return {
      appList: this.#appList,
      observedBefore: this.#observedBefore,
      observedAfter: this.#observed(),
      acknowledged: this.#acknowledged,
      unconfirmed: this.#unconfirmed,
      handedOver: byKind((kind) => managed[kind].difference(desired[kind]).intersection(declaredElsewhere[kind])),
      presumedGone: this.#presumedGone,
      mayHaveChanged: this.#mayHaveChanged,
      ...(this.#first.outcome === "notVerified" && { notVerified: this.#first.reason }),
      ...(failure && { failure }),
    };
  }
}

/**
 * Whether a request names an entry and nothing else. A service that shows its entries one by one can show one with a
 * comma in it: asked to remove that, it would remove others, which may be declared.
 */
function isSendable(entry: string): boolean {
  return !entry.includes(",");
}
