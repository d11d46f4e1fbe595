import { difference, noEntries } from "../list/entries";
import { ApiError } from "../api/errors";
import { sendOne, type ListAccess } from "./access";
import type { Failure } from "./failure";
import {
  afterExchange,
  afterQueue,
  afterReading,
  changeEffects,
  initialKnowledge,
  withViews,
  type Knowledge,
} from "./knowledge";
import type { Goal } from "./goal";
import { findRest, nextStep } from "./next-step";
import { observeAgain, type Observation } from "./observe";
import { advance, hasEnded } from "./queue";

type Known = "first" | "appList" | "acknowledged" | "unconfirmed" | "sentinels" | "sent";

/** The result of a change. Everything in it is observed or acknowledged. */
export interface ChangeResult extends Pick<Knowledge, Known>, ReturnType<typeof changeEffects> {
  /** Why the goal was not reached; undefined if it was. */
  readonly failure?: Failure | undefined;
}

/**
 * Brings a list to its goal: observe, plan, send, verify.
 *
 * If the outcome of a request is not known, it is not repeated: the list is read, and the rest is planned again.
 *
 * @param first the list before the change.
 */
export async function changeList(access: ListAccess, goal: Goal, first: Observation): Promise<ChangeResult> {
  const { api, deadline, policy, declaredElsewhere } = access;
  const circumstances = () => ({
    declaredElsewhere: declaredElsewhere(noEntries),
    remainingTime: deadline.remaining,
    isCanceled: deadline.isCanceled,
  });
  let knowledge = initialKnowledge(first, goal, circumstances());
  let step = nextStep(knowledge, goal, policy);
  while (step.kind !== "stop") {
    if (step.delay > 0) await api.wait(step.delay, deadline);
    if (step.kind === "read") {
      const read = await observeAgain(access, knowledge.reader);
      knowledge = afterReading({ ...knowledge, ...circumstances() }, read, step.isFinal);
    } else {
      const { queue, entries } = step;
      const exchange = await sendOne(access, queue.action, entries);
      const after = advance(queue, exchange, knowledge.reader, policy);
      knowledge = afterExchange(knowledge, after, exchange);
      // The circumstances matter for the next plan only, and to collect all declarations for each part takes time.
      if (hasEnded(after)) knowledge = afterQueue({ ...knowledge, ...circumstances() }, after);
    }
    step = nextStep(knowledge, goal, policy);
  }
  knowledge = await removeSentinels(access, knowledge);
  // The response to the removal of a sentinel can show that something is missing.
  const failure = step.failure ?? findRest(knowledge, goal);
  const { removedMeanwhile = noEntries } = failure?.code === "ENTRIES_NOT_APPLIED" ? failure : {};
  const effects = changeEffects(knowledge, goal);
  // An addition that someone else removed meanwhile does not take effect later.
  return { ...knowledge, ...effects, unowned: difference(effects.unowned, removedMeanwhile), failure };
}

/** Removes the sentinels from the list, which is not a part of the change. The next change removes those that remain. */
async function removeSentinels(access: ListAccess, knowledge: Knowledge): Promise<Knowledge> {
  const exchange = await sendOne(access, "remove", knowledge.sentinels);
  if (exchange === undefined || exchange.response instanceof ApiError) return knowledge;
  return withViews({ ...knowledge, sentinels: noEntries }, exchange.response);
}
