import { difference, isEmpty, noEntries, type Entries } from "../list/entries";
import type { ListAccess } from "./access";
import { seenEntries } from "../list/views";
import type { AppList } from "../api/app-list";
import { endedBy, type Ended } from "./failure";
import { afterReading, afterResponse, afterSending, initialKnowledge, changeEffects, withViews } from "./knowledge";
import type { Goal } from "./goal";
import type { Knowledge } from "./knowledge";
import { findRest, nextStep, refusalTest } from "./next-step";
import { observeAgain, removeSentinels, type Observation } from "./observe";
import { send } from "./send";

type Known = "first" | "appList" | "acknowledged" | "unconfirmed" | "sentinels" | "sent";

/** The result of a change. Everything in it is observed or acknowledged. */
export interface ChangeResult extends Pick<Knowledge, Known>, ReturnType<typeof changeEffects> {
  /** Why the goal was not reached; undefined if it was. */
  readonly ended?: Ended | undefined;
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
  const readAgain = async (isFinal: boolean): Promise<void> => {
    const read = await observeAgain(access, knowledge.reading);
    knowledge = afterReading({ ...knowledge, ...circumstances() }, read, isFinal);
  };
  let step = nextStep(knowledge, goal, policy);
  while (step.kind !== "stop") {
    if (step.kind === "read") {
      if (step.delay > 0) await api.wait(step.delay, deadline);
      await readAgain(step.isFinal);
    } else {
      const { action, entries, round } = step;
      const [isRefusal, isAccepted] = [refusalTest(action, knowledge), !isEmpty(knowledge.acknowledged[action])];
      // A refused request can add a part of its entries, and the next response then shows them.
      const select = (part: Entries): Entries =>
        action === "add" ? difference(part, seenEntries(knowledge.views)) : part;
      const wasRead = knowledge.appList !== undefined;
      const onResponse = (response: AppList, part: Entries): void => {
        knowledge = afterResponse(knowledge, action, part, response);
      };
      const { most } = knowledge;
      const sent = await send(access, action, entries, { isRefusal, isAccepted, most, select, onResponse });
      knowledge = afterSending({ ...knowledge, ...circumstances(), round }, action, sent, wasRead);
    }
    step = nextStep(knowledge, goal, policy);
  }
  const { responses, gone } = await removeSentinels(access, knowledge);
  knowledge = { ...knowledge, sentinels: difference(knowledge.sentinels, gone), ...circumstances() };
  for (const response of responses) knowledge = withViews(knowledge, response);
  // The response to the removal of a sentinel can show that something is missing.
  const failure = step.failure ?? findRest(knowledge, goal);
  const ended = failure && endedBy(failure, knowledge, goal, access);
  return { ...knowledge, ...changeEffects(knowledge, goal), ended };
}
