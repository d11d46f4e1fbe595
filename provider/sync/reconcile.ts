import { difference, isEmpty, noEntries, type Entries } from "../list/entries";
import { hasNoChanges } from "../list/plan";
import type { ListAccess } from "./access";
import type { AppList } from "../api/app-list";
import { errorOf, type ChangeError } from "./errors";
import {
  afterReading,
  afterResponse,
  afterSending,
  initialKnowledge,
  isAbsenceUnclear,
  remainingChanges,
  resultOf,
  withViews,
} from "./knowledge";
import type { Goal } from "./goal";
import type { Knowledge } from "./knowledge";
import { nextStep, refusalsOf } from "./next-step";
import { observeAgain, removeSentinels, type Observation } from "./observe";
import { send } from "./send";

/**
 * The entries that the resources of the run declare for the list so far. May contain those of this resource.
 *
 * @param removing the entries of the next removal request, which others are shown first: a resource that declares one of
 *   them is either in the result, or sees that the entry may be removed.
 */
export type DeclaredElsewhere = (removing: Entries) => Entries;

type Known = "first" | "appList" | "acknowledged" | "unconfirmed" | "assumedRemoved" | "sentinels";

/** All of it is observed or acknowledged, nothing is assumed. */
export interface Change extends Pick<Knowledge, Known>, ReturnType<typeof resultOf> {
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
  declaredElsewhere: DeclaredElsewhere,
  first: Observation,
): Promise<Change> {
  const { deadline } = access;
  const circumstances = () => ({
    declaredElsewhere: declaredElsewhere(noEntries),
    remainingTime: deadline.remaining,
    isCanceled: deadline.isCanceled,
  });
  const reach = async (start: Knowledge): Promise<Reached> => {
    const reached = await takeSteps(access, goal, declaredElsewhere, circumstances, start);
    const { responses, gone } = await removeSentinels(access, reached.knowledge);
    const sentinels = difference(reached.knowledge.sentinels, gone);
    const from = { ...reached.knowledge, sentinels, ...circumstances() };
    return { ...reached, knowledge: responses.reduce((before, next) => withViews(before, goal, next), from) };
  };
  let reached = await reach(initialKnowledge(first, goal, circumstances()));
  // The response to the removal of a sentinel can show that something is missing.
  if (reached.failure === undefined && !hasNoChanges(remainingChanges(reached.knowledge, goal))) {
    reached = await reach({ ...reached.knowledge, last: undefined });
  }
  const { knowledge, failure } = reached;
  return { ...knowledge, ...resultOf(knowledge, goal), failure };
}

interface Reached {
  readonly knowledge: Knowledge;
  readonly failure?: ChangeError | undefined;
}

/** Takes one step after the other until nothing is left to do, or the change fails. */
async function takeSteps(
  access: ListAccess,
  goal: Goal,
  declaredElsewhere: DeclaredElsewhere,
  circumstances: () => Pick<Knowledge, "declaredElsewhere" | "remainingTime" | "isCanceled">,
  from: Knowledge,
): Promise<Reached> {
  const { api, deadline, policy } = access;
  let knowledge = from;
  let step = nextStep(knowledge, goal, policy);
  while (step.kind !== "stop") {
    if (step.kind === "read") {
      if (step.delay > 0) await api.wait(step.delay, deadline);
      const read = await observeAgain(access, knowledge.reading);
      knowledge = afterReading({ ...knowledge, ...circumstances() }, goal, read, step.isFinal);
    } else {
      const { action, entries, round } = step;
      const [isRefusal, isAccepted] = [refusalsOf(action, knowledge), !isEmpty(knowledge.acknowledged[action])];
      const undeclared = (part: Entries) => difference(part, declaredElsewhere(part));
      const select = action === "remove" ? undeclared : undefined;
      const wasRead = knowledge.appList !== undefined;
      const onResponse = (response: AppList, part: Entries): void => {
        knowledge = afterResponse(knowledge, goal, action, part, response);
      };
      const sent = await send(access, action, entries, { isRefusal, isAccepted, select, onResponse });
      knowledge = afterSending({ ...knowledge, ...circumstances(), round }, action, sent, wasRead);
    }
    step = nextStep(knowledge, goal, policy);
  }
  // After a failure as well, for the state.
  if (isAbsenceUnclear(knowledge, goal)) {
    const read = await observeAgain(access, knowledge.reading);
    knowledge = afterReading({ ...knowledge, ...circumstances() }, goal, read, false);
  }
  return { knowledge, failure: step.failure && errorOf(step.failure, knowledge, goal, access) };
}
