import { knownAbsent, difference, isEmpty, noEntries, observedOr, type Entries, type Observed } from "../list/entries";
import type { ListAccess } from "./access";
import { errorOf, type ChangeError } from "./errors";
import {
  afterReading,
  afterSending,
  initialKnowledge,
  isAbsenceUnclear,
  observedBefore,
  resultOf,
  type Goal,
  type Knowledge,
} from "./knowledge";
import { nextStep, refusalsOf } from "./next-step";
import { observeAgain, removeSentinels, type Observation } from "./observe";
import { send } from "./send";
import type { ReadForm } from "./shown-kinds";

/** The other resources of the run. */
export interface OtherResources {
  /** The entries that resources declare for the list so far. May contain those of this resource. */
  readonly declaredElsewhere: () => Entries;
  /**
   * Called with the entries of a removal request, before it is asked for the last time which of them are declared
   * elsewhere. A resource that declares one of them is either seen then, or sees that the entry may be removed.
   */
  readonly beforeRemoval?: (entries: Entries) => void;
}

/** All of it is observed or acknowledged, nothing is assumed. */
export interface Change extends Pick<
  Knowledge,
  "shown" | "notVerified" | "appList" | "acknowledged" | "unconfirmed" | "assumedRemoved" | "mayHaveChanged"
> {
  readonly observedBefore: Observed;
  readonly observedAfter: Observed;
  /** Entries that are no longer desired and stay, as another resource of the run declares them. */
  readonly handedOver: Entries;
  /** Sentinels that are, or may be, in the list after the change. */
  readonly sentinelsLeft: Entries;
  /** How the list was read before the change; undefined if it could not be. */
  readonly readBy?: ReadForm | undefined;
  /** Why the goal was not reached; undefined if it was. */
  readonly failure?: ChangeError | undefined;
}

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * A request whose outcome is not known is never repeated blindly: the list is read, and the rest is planned again.
 *
 * @param first the list before the change.
 */
export async function changeList(
  access: ListAccess,
  goal: Goal,
  others: OtherResources,
  first: Observation,
): Promise<Change> {
  const { api, deadline, policy } = access;
  const circumstances = () => ({
    declaredElsewhere: others.declaredElsewhere(),
    remainingTime: deadline.remaining,
    isCanceled: deadline.isCanceled,
  });
  let knowledge = initialKnowledge(first, circumstances(), access.shown);
  let step = nextStep(knowledge, goal, policy);
  while (step.kind !== "stop") {
    if (step.kind === "read") {
      if (step.delay > 0) await api.wait(step.delay, deadline);
      const read = await observeAgain(access, knowledge.reading, step.absent);
      knowledge = afterReading({ ...knowledge, ...circumstances() }, read, step.isFinal);
    } else {
      const { action, entries, round } = step;
      const [isRefusal, isAccepted] = [refusalsOf(action, knowledge), !isEmpty(knowledge.acknowledged[action])];
      const select = action === "remove" ? (part: Entries) => withoutDeclared(part, others) : undefined;
      const sent = await send(access, action, entries, { isRefusal, isAccepted, select });
      knowledge = afterSending({ ...knowledge, ...circumstances(), round }, action, sent);
    }
    step = nextStep(knowledge, goal, policy);
  }
  if (isAbsenceUnclear(knowledge, goal)) {
    const read = await observeAgain(access, knowledge.reading);
    knowledge = afterReading({ ...knowledge, ...circumstances() }, read, false);
  }
  const failure = step.failure && errorOf(step.failure, knowledge, goal, access);
  const { appList, sentinelsLeft } = knowledge;
  const ended = { ...knowledge, ...(await removeSentinels(access, appList, sentinelsLeft)), ...circumstances() };
  return {
    ...ended,
    ...resultOf(ended, goal),
    observedBefore: observedBefore(ended),
    readBy: first.outcome === "seen" ? first.by : undefined,
    failure,
  };
}

/** The entries of a removal request that no resource declares at this moment. */
function withoutDeclared(entries: Entries, { beforeRemoval, declaredElsewhere }: OtherResources): Entries {
  beforeRemoval?.(entries);
  return difference(entries, declaredElsewhere());
}

/** The entries that the list has lost since the change began, as far as the API shows them. */
export function lostEntries(change: Pick<Change, "observedBefore" | "observedAfter">): Entries {
  return knownAbsent(change.observedAfter, observedOr(change.observedBefore, noEntries));
}
